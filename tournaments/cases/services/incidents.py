"""Incidents as the phone files them: ruled on at once by an arbiter, left to one by everybody else."""

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
    case_scope,
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
from tournaments.models import Case, CaseOrigin, Event, Ruling

LONGEST_NOTE = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentForm:
    """What somebody fills in on the way round the hall. `key` tells a form that is sent twice.

    `decided` is None where a deputy leaves the consequence to the arbiter. `case_id` is a case that is there
    already, as it was at `version`.
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
        """What the case keeps of the decision."""
        if self.decided is None:
            return {"key": self.key}
        told = {**asdict(self.decided), "articles": list(self.decided.articles), "key": self.key}
        for name in ("keeps_loss", "confirms_effects"):
            del told[name]  # confirmed by whoever rules, which nobody advises
        return told


class Filed(NamedTuple):
    """What became of a form: without a ruling the case waits for the arbiter."""

    case: Case
    ruling: Ruling | None
    is_known: bool  # the form was here before


@transaction.atomic
def file_incident(*, event_id: int, form: IncidentForm, actor: Actor) -> Filed:
    """File an incident with what follows from it. The same form sent twice is one.

    An arbiter's word is a ruling; what anybody else would decide is kept with the case until an arbiter
    confirms it. About a case that is there: a call is answered, a case ruled on, a ruling superseded. Raises
    what opening, telling and ruling on a case raise, and KeyUsed where another form was sent with the key.
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
    """Rule as whoever filed the case would: NothingAdvised where they left it open.

    Raises DeviationNeedsReason where other rulings since make the law book ask for something else, and
    RulingReachesBack where that is not confirmed.
    """
    case = locked_case(case_id)
    insist(actor, Capability.RULE_ON_CASES, case_scope(case))
    decided = advice_of(case)
    if decided is None:
        raise NothingAdvised(number=case.number)
    decided = replace(decided, confirms_effects=confirms_effects)
    return rule_on_case(case_id=case_id, decided=decided, actor=actor, version=version)


def advice_of(case: Case) -> Decided | None:
    """What whoever filed the case would decide."""
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
    """Refuse a form that was sent before and says something else now."""
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
    """What was noted before, such as by the board that called, and what is new."""
    new = form.told.get("private_text", "")
    told = case.private_text if new in case.private_text else f"{case.private_text}\n{new}".strip()
    return told[:LONGEST_NOTE]
