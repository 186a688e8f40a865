"""Incidents filed on the phone: an arbiter rules at once, all others leave the ruling to an arbiter."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from django.db import transaction

from club.core.access import insist, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.errors import KeyUsed, NothingAdvised, UnknownConsequence
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.services.cases import (
    UNRULED,
    About,
    insist_sent_before,
    locked_case,
    open_case,
    tell_case,
)
from tournaments.cases.services.rulings import (
    Decided,
    completed,
    insist_sound,
    rule_on_case,
    supersede_ruling,
)
from tournaments.conduct import Consequence
from tournaments.core.services.locks import case_scope
from tournaments.models import Case, CaseOrigin, Event, Ruling

LONGEST_NOTE = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentForm:
    """Form filled in on a walk round the hall. `key` identifies a form that is sent twice.

    `decided` is None if a deputy leaves the consequence to the arbiter. `case_id` is an existing case, as it
    was at `version`.
    """

    about: About
    incident: str
    decided: Decided | None
    key: str
    case_id: int | None = None
    version: int | None = None
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def advised(self) -> dict[str, Any]:
        """Return the stored form of the decision."""
        if self.decided is None:
            return {"key": self.key}
        told = {**asdict(self.decided), "articles": list(self.decided.articles), "key": self.key}
        for name in ("keeps_loss", "confirms_effects"):
            del told[name]  # confirmed by the ruling arbiter, never advised
        return told


class Filed(NamedTuple):
    """Outcome of a form: without a ruling the case waits for the arbiter."""

    case: Case
    ruling: Ruling | None
    is_known: bool  # the form was here before


@transaction.atomic
def file_incident(*, event_id: int, form: IncidentForm, actor: Actor) -> Filed:
    """File an incident with its consequence. Idempotent by `key`.

    The decision of an arbiter is a ruling. The decision of any other account is stored with the case as
    advice until an arbiter confirms it. On an existing case a call is answered, a case gets its ruling, or a
    ruling is superseded. Raises the errors of opening, editing and ruling on a case, and KeyUsed if another
    form was sent with the key.
    """
    Event.objects.select_for_update().get(pk=event_id)
    if form.case_id is not None:
        return _on_a_case(form.case_id, form, actor)
    known = Case.objects.filter(key=form.key).first() if form.key else None
    if known is not None:
        insist_sent_before(known, event_id, form.about, form.incident, actor)
        _insist_advised(known, form)
        return Filed(known, known.rulings.filter(key=form.key).first(), is_known=True)
    case = open_case(
        event_id=event_id,
        about=form.about,
        actor=actor,
        incident=form.incident,
        origin=CaseOrigin.DESK if actor.helper_pass is None else CaseOrigin.HALL,
        key=form.key,
        told=form.told | {"advised": form.advised},
    )
    return _ruled_or_left(case, form, actor)


@transaction.atomic
def confirm_advice(
    *, case_id: int, actor: Actor, version: int | None = None, confirms_effects: bool = False
) -> Ruling:
    """Rule as advised by the person who filed the case. Raises NothingAdvised if they left it open.

    Raises DeviationNeedsReason if the law book asks for another consequence after later rulings, and
    RulingReachesBack if that is not confirmed.
    """
    case = locked_case(case_id)
    insist(actor, Capability.RULE_ON_CASES, case_scope(case))
    decided = advice_of(case)
    if decided is None:
        raise NothingAdvised(number=case.number)
    decided = replace(decided, confirms_effects=confirms_effects)
    return rule_on_case(case_id=case_id, decided=decided, actor=actor, version=version)


def advice_of(case: Case) -> Decided | None:
    """Return the decision advised by the person who filed the case."""
    told = {name: value for name, value in case.advised.items() if name != "key"}
    return Decided(**(told | {"articles": tuple(told.get("articles", ()))})) if told else None


def _on_a_case(case_id: int, form: IncidentForm, actor: Actor) -> Filed:
    case = locked_case(case_id)
    insist(actor, Capability.CORRECT_RESULTS, case_scope(case))
    ruling = case.rulings.filter(key=form.key).first() if form.key else None
    if ruling is not None or (form.key and case.advised.get("key") == form.key):
        return Filed(case, ruling, is_known=True)
    if case.state in UNRULED:
        told = form.told | {"private_text": _notes(case, form), "advised": form.advised}
        told["incident"] = form.incident
        case = tell_case(case_id=case_id, actor=actor, version=form.version, about=form.about, **told)
        return _ruled_or_left(case, form, actor)
    insist(actor, Capability.RULE_ON_CASES, case_scope(case))
    ruling = supersede_ruling(
        case_id=case_id, decided=_insist_decided(form), actor=actor, version=form.version, key=form.key
    )
    return Filed(ruling.case, ruling, is_known=False)


def _insist_advised(known: Case, form: IncidentForm) -> None:
    """Refuse a form that was sent before with other content."""
    if known.advised != form.advised:
        raise KeyUsed(number=known.number)


def _ruled_or_left(case: Case, form: IncidentForm, actor: Actor) -> Filed:
    if may(actor, Capability.RULE_ON_CASES, case_scope(case)):
        ruling = rule_on_case(case_id=case.pk, decided=_insist_decided(form), actor=actor, key=form.key)
        return Filed(ruling.case, ruling, is_known=False)
    if form.decided is not None:
        if form.decided.consequence not in set(Consequence):
            raise UnknownConsequence(consequence=form.decided.consequence)
        proposed = proposed_for(case)
        decided = completed(form.decided, case, proposed)
        insist_sound(case, Consequence(decided.consequence), decided, proposed)
    return Filed(case, None, is_known=False)


def _insist_decided(form: IncidentForm) -> Decided:
    if form.decided is None:
        raise UnknownConsequence(consequence="")
    return form.decided


def _notes(case: Case, form: IncidentForm) -> str:
    """Join the earlier notes, such as those of the board that called, and the new one."""
    new = form.told.get("private_text", "")
    told = case.private_text if new in case.private_text else f"{case.private_text}\n{new}".strip()
    return told[:LONGEST_NOTE]
