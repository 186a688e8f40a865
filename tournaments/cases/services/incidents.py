"""Incidents filed with a decision: an arbiter rules at once, all others leave the ruling to an arbiter."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from django.db import transaction

from club.core.access import may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.errors import KeyUsed, NothingAdvised, UnknownConsequence
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.services.case_locks import (
    About,
    case_with_key,
    is_key_new,
    locked_event_row,
    locked_for,
    locked_to_move,
    require_version,
)
from tournaments.cases.services.cases import UNRULED, edit_case, new_case, validate_repeated_form
from tournaments.cases.services.rulings import (
    RulingDecision,
    complete_decision,
    first_ruling,
    rule_on_case,
    ruling_with_key,
    superseding_ruling,
    validate_decision,
)
from tournaments.conduct import Consequence
from tournaments.core.services.locks import case_scope
from tournaments.models import Case, CaseOrigin, Event, Ruling

MAX_NOTE_LENGTH = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentForm:
    """An incident with its decision. `key` identifies a form that is sent twice.

    `decided` is None if a deputy leaves the consequence to the arbiter. `case_id` is an existing case, as it
    was at `version`. With `must_rule` nothing is left to an arbiter: an account that may not rule is refused.
    """

    about: About
    incident: str
    decided: RulingDecision | None
    key: str = ""
    must_rule: bool = False
    case_id: int | None = None
    version: int | None = None
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def advised(self) -> dict[str, Any]:
        """Return the stored form of the decision; empty if nothing is left to an arbiter."""
        if self.must_rule:
            return {}
        if self.decided is None:
            return {"key": self.key}
        told = {**asdict(self.decided), "articles": list(self.decided.articles), "key": self.key}
        for name in ("keeps_loss", "confirms_effects"):
            del told[name]  # confirmed by the ruling arbiter, never advised
        return told


class FilingResult(NamedTuple):
    """Outcome of a form: without a ruling the case waits for the arbiter."""

    case: Case
    ruling: Ruling | None
    is_known: bool  # the form was here before


@transaction.atomic
def file_incident(*, event_id: int, form: IncidentForm, actor: Actor) -> FilingResult:
    """File an incident with its consequence, for the phone and the API. Idempotent by `key`.

    The decision of an arbiter is a ruling. The decision of any other account is stored with the case as
    advice until an arbiter confirms it, or refused if the form `must_rule`. On an existing case a call is
    answered, a case gets its ruling, or a ruling is superseded. Raises the errors of opening, editing and
    ruling on a case, and KeyUsed if another form was sent with the key.
    """
    if form.case_id is not None:
        return _file_on_case(form.case_id, form, actor)
    event = locked_event_row(event_id)
    made = None
    if not is_key_new(form.key):
        known = case_with_key(form.key)
        if known is not None:
            return _sent_before(known, event, form, actor)
        made = ruling_with_key(form.key)
    is_hall = actor.helper_pass is not None and not form.must_rule
    case = new_case(
        event,
        form.about,
        actor,
        incident=form.incident,
        origin=CaseOrigin.HALL if is_hall else CaseOrigin.DESK,
        key=form.key,
        told=form.told | {"advised": form.advised},
    )
    return _rule_or_leave(case, form, actor, made)


@transaction.atomic
def confirm_advice(
    *, case_id: int, actor: Actor, version: int | None = None, confirms_effects: bool = False
) -> Ruling:
    """Rule as advised by the person who filed the case. Raises NothingAdvised if they left it open.

    Raises DeviationNeedsReason if the law book asks for another consequence after later rulings, and
    RulingReachesBack if that is not confirmed.
    """
    case = locked_for(case_id, actor, Capability.RULE_ON_CASES)
    decided = advice_of(case)
    if decided is None:
        raise NothingAdvised(number=case.number)
    require_version(case, version)
    return first_ruling(case, replace(decided, confirms_effects=confirms_effects), actor)


def advice_of(case: Case) -> RulingDecision | None:
    """Return the decision advised by the person who filed the case."""
    told = {name: value for name, value in case.advised.items() if name != "key"}
    return RulingDecision(**(told | {"articles": tuple(told.get("articles", ()))})) if told else None


def _file_on_case(case_id: int, form: IncidentForm, actor: Actor) -> FilingResult:
    """Answer a call, rule on a case, or rule anew."""
    case, place = locked_to_move(case_id, form.about)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    made = ruling_with_key(form.key)
    is_ruled = made is not None and made.case_id == case.pk
    if is_ruled or (form.key and case.advised.get("key") == form.key):
        return FilingResult(case, made if is_ruled else None, is_known=True)
    if case.state in UNRULED:
        require_version(case, form.version)
        told = form.told | {"private_text": _merge_notes(case, form), "advised": form.advised}
        edit_case(case, place, told | {"incident": form.incident}, actor)
        return _rule_or_leave(case, form, actor, made)
    require_permission(actor, Capability.RULE_ON_CASES, case_scope(case))
    decided = _require_decision(form)
    _require_key_unused(made)
    require_version(case, form.version)
    ruling = superseding_ruling(case, decided, actor, key=form.key)
    return FilingResult(case, ruling, is_known=False)


def _sent_before(known: Case, event: Event, form: IncidentForm, actor: Actor) -> FilingResult:
    """Return what the first of two equal forms led to. Raises KeyUsed if the content differs."""
    validate_repeated_form(known, event.pk, form.about, form.incident, actor)
    if form.must_rule:
        decided = _require_decision(form)
        ruling = rule_on_case(case_id=known.pk, decided=decided, actor=actor, key=form.key)
        return FilingResult(ruling.case, ruling, is_known=True)
    if known.advised != form.advised:
        raise KeyUsed(number=known.number)
    return FilingResult(known, known.rulings.filter(key=form.key).first(), is_known=True)


def _require_key_unused(made: Ruling | None) -> None:
    """Refuse a key with which another case was ruled on."""
    if made is not None:
        raise KeyUsed(number=made.case.number)


def _rule_or_leave(case: Case, form: IncidentForm, actor: Actor, made: Ruling | None) -> FilingResult:
    """Rule if the account may, else leave the decision to an arbiter. `made` is a ruling with the key."""
    if form.must_rule:
        require_permission(actor, Capability.RULE_ON_CASES, case_scope(case))
    elif not may(actor, Capability.RULE_ON_CASES, case_scope(case)):
        return _leave(case, form)
    decided = _require_decision(form)
    _require_key_unused(made)
    return FilingResult(case, first_ruling(case, decided, actor, key=form.key), is_known=False)


def _leave(case: Case, form: IncidentForm) -> FilingResult:
    """Leave the decision to an arbiter; advice has to be sound like a decision."""
    if form.decided is not None:
        if form.decided.consequence not in set(Consequence):
            raise UnknownConsequence(consequence=form.decided.consequence)
        proposed = proposed_for(case)
        decided = complete_decision(form.decided, case, proposed)
        validate_decision(case, Consequence(decided.consequence), decided, proposed)
    return FilingResult(case, None, is_known=False)


def _require_decision(form: IncidentForm) -> RulingDecision:
    if form.decided is None:
        raise UnknownConsequence(consequence="")
    return form.decided


def _merge_notes(case: Case, form: IncidentForm) -> str:
    """Join the earlier notes, such as those of the board that called, and the new one."""
    new = form.told.get("private_text", "")
    told = case.private_text if new in case.private_text else f"{case.private_text}\n{new}".strip()
    return told[:MAX_NOTE_LENGTH]
