"""Rules of an event for appeals, and its committee: set as a whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.appeals.selectors import committee_of, rules_of
from tournaments.cases.errors import CommitteeChair
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import locked_event
from tournaments.events.errors import NamedTwice
from tournaments.models import AppealRules, AppealSeat, CommitteeMember, Entry, Event

MEMBER_FACTS = ("name", "club_name", "is_chair", "is_substitute")
RULE_FACTS = ("minutes", "deposit", "currency", "words")


@transaction.atomic
def set_appeals(
    *,
    event_id: int,
    rules: Mapping[str, Any],
    members: Sequence[Mapping[str, Any]],
    actor: Actor,
    version: int | None = None,
    reason: str = "",
) -> AppealRules:
    """Set the time limit, the deposit, and the persons eligible for the committee.

    A member who plays in the event is found among its entries by name, unless two have it. A person removed
    from the list remains on earlier appeals. Raises NamedTwice, CommitteeChair.
    """
    event = locked_event(event_id, actor)
    kept = rules_of(event)
    if version is not None and version != kept.version:
        raise ChangedMeanwhile(what=event.name)
    before = committee_facts(event)
    for name in RULE_FACTS:
        setattr(kept, name, rules.get(name, getattr(kept, name)))
    kept.full_clean(exclude=["event"])
    kept.version += 1
    kept.save()
    _set_members(event, members)
    after = committee_facts(event)
    log_event("tournaments.appeals.set", event, actor, before=before, after=after, reason=reason)
    return kept


def committee_facts(event: Event) -> dict[str, Any]:
    """Return the rules and the committee in the form of the audit log."""
    rules = rules_of(event)
    told = [{name: getattr(one, name) for name in MEMBER_FACTS} for one in committee_of(event)]
    return {name: getattr(rules, name) for name in RULE_FACTS} | {"committee": told}


def unique_entry_named(event: Event, name: str) -> Entry | None:
    """Return the entry of an event with this name, if there is exactly one."""
    found = list(Entry.objects.filter(section__event=event, name__iexact=name)[:2])
    return found[0] if len(found) == 1 else None


def _set_members(event: Event, members: Sequence[Mapping[str, Any]]) -> None:
    known = {one.name.casefold(): one for one in event.committee.all()}
    named: dict[str, CommitteeMember] = {}
    for position, told in enumerate(members, start=1):
        name = " ".join(str(told["name"]).split())
        if name.casefold() in named:
            raise NamedTwice(what=name)
        row = known.pop(name.casefold(), None) or CommitteeMember(event=event)
        row.name, row.position, row.has_left = name, position, False
        row.club_name = " ".join(str(told.get("club_name", "")).split())
        row.is_chair, row.is_substitute = bool(told.get("is_chair")), bool(told.get("is_substitute"))
        row.entry = unique_entry_named(event, name)
        row.full_clean(exclude=["event", "entry"])
        named[name.casefold()] = row
    chairs = [row for row in named.values() if row.is_chair]
    if len(chairs) > 1 or any(row.is_substitute for row in chairs):
        raise CommitteeChair
    for row in named.values():
        row.save()
    for gone in known.values():
        _remove_member(gone)


def _remove_member(member: CommitteeMember) -> None:
    sat = AppealSeat.objects.filter(member=member) | AppealSeat.objects.filter(in_place_of=member)
    if sat.exists():
        member.has_left, member.is_chair = True, False
        member.save(update_fields=["has_left", "is_chair"])
    else:
        member.delete()
