"""Facts of the audit log that a reader's capabilities show; the others are blanked for display.

A role that reads the audit log need not see every row that the log is about: an arbiter has no access to
invoices or to the addresses of members. `SHOWN_BY` has the capability that shows the rows of each action.
"""

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from typing import Any, Final

from django.db.models import Q

from club.audit.messages import FACTS_SHOWN_BY, LEFT_OUT, SENTENCES, SHOWN_BY
from club.core.access import Scope, clubs_where, may
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.capabilities import Capability
from club.models import AuditEntry

UNREGISTERED: Final = Capability.KEEP_MONEY
"""Of an action of the admin or of an earlier version: what only the owner of a club has of all readers."""
NO_PERSON: Final = frozenset({SYSTEM.label, VISITOR.label})


def capability_of(action: str) -> Capability:
    """Return the capability that shows the rows that an action is about."""
    group = action.rpartition(".")[0]
    return SHOWN_BY.get(action) or SHOWN_BY.get(group, UNREGISTERED)


class AuditSight:
    """Entries as their reader may see them: copies for display, as the rows themselves do not change.

    An entry always keeps its number, time, action, kind and number of its object, and its hashes, so that the
    list has no gap and the chain can be followed. Permissions are those for the whole club, as the log is.
    """

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._answers: dict[tuple[Capability, int | None], bool] = {}

    def of(self, entry: AuditEntry) -> AuditEntry:
        """Return the entry, or a copy in which the texts and facts that are not shown are an ellipsis."""
        club = entry.organisation_id
        if not self._may(capability_of(entry.action), club):
            return _without_words(entry)
        hidden = {name for name, needed in FACTS_SHOWN_BY.items() if not self._may(needed, club)}
        before, after = _without(entry.before, hidden), _without(entry.after, hidden)
        if (before, after) == (entry.before, entry.after):
            return entry
        shown = copy(entry)
        shown.before, shown.after, shown.is_withheld = before, after, True
        return shown

    def of_all(self, entries: Iterable[AuditEntry]) -> list[AuditEntry]:
        """Return the entries, each as its reader may see it."""
        return [self.of(entry) for entry in entries]

    def _may(self, capability: Capability, club: int | None) -> bool:
        key = capability, club
        if key not in self._answers:
            self._answers[key] = may(self._actor, capability, Scope(club))
        return self._answers[key]


def _without_words(entry: AuditEntry) -> AuditEntry:
    shown = copy(entry)
    shown.is_withheld = True
    shown.before, shown.after = _blanked(entry.before), _blanked(entry.after)
    shown.target_label, shown.reason = (
        LEFT_OUT if text else "" for text in (entry.target_label, entry.reason)
    )
    # Without an account the actor is named by what the entry is about: an applicant, a guardian who answers.
    if entry.user_id is None and entry.helper_pass_id is None and entry.actor_label not in NO_PERSON:
        shown.actor_label = LEFT_OUT
    return shown


def _blanked(facts: Any) -> Any:
    return dict.fromkeys(facts, LEFT_OUT) if isinstance(facts, dict) else facts and LEFT_OUT


def _without(facts: Any, hidden: set[str]) -> Any:
    """Blank the values of some names, at any depth: a fact may be a list of rows."""
    if isinstance(facts, list):
        return [_without(one, hidden) for one in facts]
    if not isinstance(facts, dict):
        return facts
    return {
        name: LEFT_OUT if name in hidden and value is not None else _without(value, hidden)
        for name, value in facts.items()
    }


def nameless_entries(actor: Actor) -> Q:
    """Filter of the entries whose actor is blanked for this reader: no search by name may find them."""
    actions = defaultdict(list)
    for action in SENTENCES:
        actions[capability_of(action)].append(action)
    hidden = Q(pk__in=[])
    for capability, known in actions.items():
        hidden |= Q(action__in=known) & _elsewhere(actor, capability)
    hidden |= ~Q(action__in=list(SENTENCES)) & _elsewhere(actor, UNREGISTERED)
    return hidden & Q(user=None, helper_pass=None) & ~Q(actor_label__in=NO_PERSON)


def _elsewhere(actor: Actor, capability: Capability) -> Q:
    """Filter of the entries of clubs, or of the site, in which the actor lacks a capability."""
    clubs = clubs_where(actor, capability)
    if clubs is None:
        return Q(pk__in=[])
    return Q(organisation=None) | ~Q(organisation_id__in=clubs)
