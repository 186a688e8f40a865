"""Appeals: filed in time, decided by secret votes, published. The ruling itself is never edited."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.appeals.selectors import (
    Parties,
    committee_of,
    deadline_of,
    parties_of,
    presiding,
    rules_of,
    seat_of,
    seats_of,
    tally_of,
)
from tournaments.cases.errors import (
    AppealedAlready,
    AppealOver,
    AppealTooLate,
    NewRulingMissing,
    NoDeposit,
    NotAParty,
    NothingToAppeal,
    NotInTheChair,
    RulingStands,
    UnknownSeat,
    VotesMissing,
)
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.case_locks import locked_case, locked_for
from tournaments.cases.services.case_log import case_facts, log_case, save_case
from tournaments.cases.services.rulings import RulingDecision, create_superseding_ruling
from tournaments.core.services.locks import case_scope
from tournaments.models import Appeal, AppealSeat, AppealState, Case, CaseState, Ruling, RulingOrigin, Vote

NOBODY_SITS = {"member": None, "name": "", "because": "", "presides": True}
"""Placeholder for an appeal without a committee member: a person has to be named."""


@transaction.atomic
def file_appeal(
    *,
    case_id: int,
    appellant_id: int,
    actor: Actor,
    grounds: str = "",
    deposit_taken: bool = False,
    late_reason: str = "",
    version: int | None = None,
) -> Appeal:
    """File a party's appeal against the ruling in force, and seat the committee.

    Raises NothingToAppeal, AppealedAlready, NotAParty, CaseChanged, and AppealTooLate if the time is over and
    no reason is given.
    """
    case = locked_for(case_id, actor, version=version)
    ruling = ruling_in_force(case)
    if ruling is not None and Appeal.objects.filter(ruling=ruling).exists():
        raise AppealedAlready(number=case.number)
    if ruling is None or ruling.origin == RulingOrigin.COMMITTEE or case.state != CaseState.RULED:
        raise NothingToAppeal(number=case.number)
    appellant = next((one for one in parties_of(case) if one.pk == appellant_id), None)
    if appellant is None:
        raise NotAParty(number=case.number)
    rules, now = rules_of(case.event), timezone.now()
    is_late = now > deadline_of(ruling, rules)
    if is_late and not late_reason.strip():
        raise AppealTooLate(minutes=rules.minutes)
    before = case_facts(case)
    appeal = Appeal(
        ruling=ruling,
        appellant=appellant,
        grounds=grounds.strip(),
        deposit_taken=deposit_taken,
        filed_at=now,
        filed_by=actor.label[:200],
        late_reason=late_reason.strip() if is_late else "",
    )
    appeal.full_clean(exclude=["ruling", "appellant"])
    appeal.save(force_insert=True)
    _assign_seats(appeal, case, ruling)
    case.state = CaseState.APPEALED
    save_case("tournaments.appeal.filed", case, actor, before, reason=appeal.late_reason)
    return appeal


@transaction.atomic
def withdraw_appeal(*, appeal_id: int, actor: Actor, reason: str = "") -> Appeal:
    """Withdraw an appeal for its party; the ruling is unchanged."""
    case, appeal = locked_appeal(appeal_id)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    before = case_facts(case)
    appeal.state, appeal.decided_at = AppealState.WITHDRAWN, timezone.now()
    appeal.decision, appeal.decided_by = reason.strip(), actor.label[:200]
    _save_appeal(appeal)
    case.state = CaseState.RULED
    save_case("tournaments.appeal.withdrawn", case, actor, before, reason=appeal.decision)
    return appeal


@transaction.atomic
def note_deposit(*, appeal_id: int, taken: bool, returned: bool, actor: Actor) -> Appeal:
    """Record that the deposit was taken, or returned; also after the decision."""
    case, appeal = locked_appeal(appeal_id, is_open=False)
    require_permission(actor, Capability.CORRECT_RESULTS, case_scope(case))
    if returned and not taken:
        raise NoDeposit
    before = _deposit_facts(case, appeal)
    appeal.deposit_taken, appeal.deposit_returned = taken, returned
    _save_appeal(appeal)
    after = _deposit_facts(case, appeal)
    log_case("tournaments.appeal.deposit_noted", case, actor, before=before, after=after)
    return appeal


@transaction.atomic
def decide_appeal(
    *,
    appeal_id: int,
    actor: Actor,
    words: str = "",
    decided: RulingDecision | None = None,
    token: str = "",
    version: int | None = None,
) -> Appeal:
    """Publish the result of the vote, as an arbiter or, with the token of their page, as the chair.

    A changed ruling is a new one of the committee and supersedes the one appealed. Raises VotesMissing,
    NewRulingMissing, RulingStands, NotInTheChair, and the errors of a ruling.
    """
    case, appeal = locked_appeal(appeal_id, version=version)
    seats = seats_of(appeal)
    if token:
        actor = _act_as_chair(appeal, seats, token, actor)
    else:
        require_permission(actor, Capability.RULE_ON_CASES, case_scope(case))
    tally = tally_of(appeal, seats)
    if not tally.is_complete:
        raise VotesMissing(seats=tally.lacking, votes=tally.waiting)
    is_changed = tally.verdict == Vote.CHANGE
    if is_changed and decided is None:
        raise NewRulingMissing
    if not is_changed and decided is not None:
        raise RulingStands
    before = case_facts(case)
    if decided is not None:
        create_superseding_ruling(case, decided, actor, RulingOrigin.COMMITTEE)
    appeal.state = AppealState.CHANGED if is_changed else AppealState.UPHELD
    appeal.decision, appeal.decided_at = words.strip(), timezone.now()
    appeal.decided_by = actor.label[:200]
    _save_appeal(appeal)
    case.state = CaseState.DECIDED
    save_case("tournaments.appeal.decided", case, actor, before, reason=appeal.decision)
    return appeal


# ---- shared with the seats ----


def locked_appeal(appeal_id: int, *, version: int | None = None, is_open: bool = True) -> tuple[Case, Appeal]:
    """Lock an appeal, with its case. Raises AppealOver if it is decided or withdrawn."""
    case_id = Appeal.objects.values_list("ruling__case_id", flat=True).get(pk=appeal_id)
    case = locked_case(case_id, version=version)
    rows = Appeal.objects.select_for_update(of=("self",), no_key=True).select_related("ruling", "appellant")
    appeal = rows.get(pk=appeal_id)
    if is_open and appeal.state != AppealState.OPEN:
        raise AppealOver(number=case.number)
    return case, appeal


def _save_appeal(appeal: Appeal) -> None:
    appeal.version += 1
    appeal.full_clean(exclude=["ruling", "appellant"])
    appeal.save()


def _assign_seats(appeal: Appeal, case: Case, ruling: Ruling) -> None:
    """Seat the members; one with a tie to the case is replaced by the next substitute without one."""
    parties = Parties(parties_of(case), ruling)
    members = committee_of(case.event)
    spare = [one for one in members if one.is_substitute and not parties.tie_of(one)]
    for member in (one for one in members if not one.is_substitute):
        tie = parties.tie_of(member)
        if tie and not spare:
            told = {"member": member.pk, "name": member.name, "because": str(tie)}
            appeal.left_out.append(told | {"presides": member.is_chair})
            continue
        AppealSeat.objects.create(
            appeal=appeal,
            member=spare.pop(0) if tie else member,
            in_place_of=member if tie else None,
            because=tie,
            presides=member.is_chair,
        )
    if not appeal.left_out and not appeal.seats.exists():
        appeal.left_out.append(dict(NOBODY_SITS))
    appeal.save(update_fields=["left_out"])


def _act_as_chair(appeal: Appeal, seats: list[AppealSeat], token: str, actor: Actor) -> Actor:
    """Return the actor for the chair, by the link of their page, with the rights that a ruling takes."""
    seat, chair = seat_of(token), presiding(seats)
    if seat is None or seat.appeal_id != appeal.pk:
        raise UnknownSeat
    if chair is None or chair.pk != seat.pk:
        raise NotInTheChair
    return replace(actor, label=seat.member.name, user=None, helper_pass=None, is_system=True)


def _deposit_facts(case: Case, appeal: Appeal) -> dict[str, Any]:
    told = {"deposit_taken": appeal.deposit_taken, "deposit_returned": appeal.deposit_returned}
    return {"number": case.number, **told}
