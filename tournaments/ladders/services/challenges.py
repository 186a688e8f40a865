"""Challenges of a ladder: make, answer, report, settle by both players or by the desk."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.core.access import may, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.self_service import may_sign_for
from club.models import Person
from tournaments.ladders.errors import (
    ChallengeOver,
    MayNotChallenge,
    NotOnLadder,
    NotYourChallenge,
    ResultByTheNight,
    UnknownChallengeResult,
)
from tournaments.ladders.mails import ChallengeMail, write_of_challenge
from tournaments.ladders.selectors import contenders_of, last_meeting, rules_of
from tournaments.ladders.services.ladder_order import (
    add_step,
    ladder_scope,
    locked_ladder,
    log_challenge,
    remove_step,
)
from tournaments.models import (
    OPEN_CHALLENGES,
    Challenge,
    ChallengeState,
    Ladder,
    LadderStep,
    Pairing,
    StepKind,
)
from tournaments.standings.ranking.ladder import ChallengeResult, step_of_refusal, step_of_result, why_not

KNOWN = tuple(one.value for one in ChallengeResult)


@transaction.atomic
def make_challenge(
    *, ladder_id: int, challenger_id: int, challenged_id: int, actor: Actor, site: str = ""
) -> Challenge:
    """Challenge a higher placed player, for oneself, for a ward, or for a member at the desk.

    The challenged player gets a mail. MayNotChallenge names the rule that forbids it.
    """
    ladder = locked_ladder(ladder_id)
    today = timezone.localdate()
    found = contenders_of(ladder, [challenger_id, challenged_id], today=today)
    places = ladder.places.select_related("person").filter(person__in=found)
    persons = {place.person_id: place.person for place in places}
    for one in (challenger_id, challenged_id):
        if one not in persons:
            raise NotOnLadder(name=str(one), ladder=ladder.name)
    challenger, challenged = persons[challenger_id], persons[challenged_id]
    require_may_act_for(actor, ladder, challenger)
    code = why_not(
        rules_of(ladder),
        found[challenger_id],
        found[challenged_id],
        today=today,
        last_met=last_meeting(ladder, challenger_id, challenged_id),
    )
    if code:
        raise MayNotChallenge(
            why=f"challenge_{code}",
            challenger=challenger.name,
            challenged=challenged.name,
            limit=_limit(ladder, code),
        )
    row = Challenge(
        ladder=ladder,
        challenger=challenger,
        challenged=challenged,
        due_on=today + timedelta(days=ladder.answer_days),
        site=site,
    )
    row.save(force_insert=True)
    log_challenge("tournaments.challenge.made", row, actor, after=challenge_facts(row))
    write_of_challenge(row, ChallengeMail.MADE)
    return row


def _limit(ladder: Ladder, code: str) -> int:
    limits: dict[str, int] = {
        "too_far": ladder.reach,
        "other_is_protected": ladder.protection_days,
        "met_lately": ladder.rematch_days,
    }
    return limits.get(code, 0)


@transaction.atomic
def answer_challenge(*, challenge_id: int, accepts: bool, actor: Actor, reason: str = "") -> Challenge:
    """Accept a challenge, or refuse it at the cost set by the rules; the challenger gets a mail."""
    row = locked_challenge(challenge_id)
    require_may_act_for(actor, row.ladder, row.challenged)
    _require_state(row, ChallengeState.MADE)
    before = challenge_facts(row)
    if accepts:
        row.state = ChallengeState.ACCEPTED
        row.due_on = timezone.localdate() + timedelta(days=row.ladder.play_days)
        write_of_challenge(row, ChallengeMail.ACCEPTED)
        return _save_and_log("tournaments.challenge.accepted", row, actor, before, reason)
    _close(row, ChallengeState.REFUSED, StepKind.REFUSED, actor)
    write_of_challenge(row, ChallengeMail.REFUSED)
    return _save_and_log("tournaments.challenge.refused", row, actor, before, reason)


@transaction.atomic
def withdraw_challenge(*, challenge_id: int, actor: Actor, reason: str = "") -> Challenge:
    """Withdraw a challenge: the challenger before it is accepted, the desk also after."""
    row = locked_challenge(challenge_id)
    keeps = may(actor, Capability.KEEP_LADDERS, ladder_scope(row.ladder))
    require_may_act_for(actor, row.ladder, row.challenger)
    _require_state(row, *(OPEN_CHALLENGES if keeps else (ChallengeState.MADE,)))
    before = challenge_facts(row)
    row.state, row.settled_at = ChallengeState.WITHDRAWN, timezone.now()
    return _save_and_log("tournaments.challenge.withdrawn", row, actor, before, reason)


@transaction.atomic
def report_challenge(*, challenge_id: int, person_id: int, result: str, actor: Actor) -> Challenge:
    """Report the result for one of the two; two equal reports settle the challenge.

    While the reports differ nothing moves, and the desk decides.
    """
    row = locked_challenge(challenge_id)
    sides = {row.challenger_id: "challenger_says", row.challenged_id: "challenged_says"}
    if person_id not in sides:
        raise NotYourChallenge(ladder=row.ladder.name)
    require_may_act_for(
        actor, row.ladder, row.challenger if person_id == row.challenger_id else row.challenged
    )
    _validate_result(result)
    _require_state(row, ChallengeState.ACCEPTED)
    before = challenge_facts(row)
    setattr(row, sides[person_id], result)
    if row.challenger_says == row.challenged_says:
        _settle(row, result, actor)
        return _save_and_log("tournaments.challenge.settled", row, actor, before)
    return _save_and_log("tournaments.challenge.reported", row, actor, before)


@transaction.atomic
def settle_challenge(*, challenge_id: int, result: str, actor: Actor, reason: str = "") -> Challenge:
    """Set or correct the result of a challenge at the desk; the order is replayed accordingly."""
    row = locked_challenge(challenge_id)
    require_permission(actor, Capability.KEEP_LADDERS, ladder_scope(row.ladder))
    _validate_result(result)
    _require_state(row, *OPEN_CHALLENGES, ChallengeState.PLAYED)
    _require_no_night(row)
    if row.result == result:
        return row
    before = challenge_facts(row)
    _settle(row, result, actor)
    return _save_and_log("tournaments.challenge.settled", row, actor, before, reason)


@transaction.atomic
def reopen_challenge(*, challenge_id: int, actor: Actor, reason: str = "") -> Challenge:
    """Revert the answer or result of a challenge; its step is left out of the order.

    Raises ChallengeOver if one of the two has another challenge by now.
    """
    row = locked_challenge(challenge_id)
    require_permission(actor, Capability.KEEP_LADDERS, ladder_scope(row.ladder))
    _require_no_night(row)
    if row.state == ChallengeState.MADE:
        raise ChallengeOver(state=row.get_state_display())
    if not row.is_open:
        _require_free(row)
    before = challenge_facts(row)
    was_accepted = row.state in {ChallengeState.PLAYED, ChallengeState.LAPSED}
    revert_settlement(row, ChallengeState.ACCEPTED if was_accepted else ChallengeState.MADE)
    return _save_and_log("tournaments.challenge.reopened", row, actor, before, reason)


def require_may_act_for(actor: Actor, ladder: Ladder, person: Person) -> None:
    """Raise NotYourChallenge unless the actor is the person, signs for them, or manages the ladder."""
    if not may(actor, Capability.KEEP_LADDERS, ladder_scope(ladder)) and not may_sign_for(
        actor=actor, person=person
    ):
        raise NotYourChallenge(ladder=ladder.name)


def locked_challenge(challenge_id: int) -> Challenge:
    """Lock the ladder of a challenge, and return the challenge."""
    ladder_id = Challenge.objects.values_list("ladder_id", flat=True).get(pk=challenge_id)
    ladder = locked_ladder(ladder_id)
    row = Challenge.objects.select_related("challenger", "challenged").get(pk=challenge_id)
    row.ladder = ladder
    return row


def settle_by_night(row: Challenge, result: str, pairing: Pairing, actor: Actor) -> None:
    """Settle a challenge by a board of a club night; its ladder is locked."""
    if row.result == result and row.pairing_id == pairing.pk:
        return
    before = challenge_facts(row)
    row.pairing = pairing
    _settle(row, result, actor)
    _save_and_log("tournaments.challenge.settled", row, actor, before)


def reopen_by_night(row: Challenge, actor: Actor) -> None:
    """Reopen a challenge after the result of its board was reverted."""
    before = challenge_facts(row)
    revert_settlement(row, ChallengeState.ACCEPTED)
    _save_and_log("tournaments.challenge.reopened", row, actor, before)


def expire_challenge(row: Challenge, actor: Actor) -> None:
    """Expire a challenge after its last day; its ladder is locked. No answer costs the same as a refusal."""
    before = challenge_facts(row)
    if row.state == ChallengeState.MADE:
        _close(row, ChallengeState.EXPIRED, StepKind.EXPIRED, actor)
        _save_and_log("tournaments.challenge.expired", row, actor, before)
    else:
        row.state, row.settled_at = ChallengeState.LAPSED, timezone.now()
        _save_and_log("tournaments.challenge.lapsed", row, actor, before)


def revert_settlement(row: Challenge, state: ChallengeState) -> None:
    """Restore a challenge to its state before its end, with at least a full period to answer or play."""
    for step in _steps(row):
        remove_step(row.ladder, step)
    days = row.ladder.answer_days if state == ChallengeState.MADE else row.ladder.play_days
    row.due_on = max(row.due_on, timezone.localdate() + timedelta(days=days))
    row.state, row.result, row.settled_at, row.pairing = state, "", None, None
    row.challenger_says = row.challenged_says = ""


def challenge_facts(row: Challenge) -> dict[str, Any]:
    """Return a challenge as the audit log stores it."""
    return {
        "ladder": row.ladder.name,
        "challenger": row.challenger.name,
        "challenged": row.challenged.name,
        "challenge_state": row.state,
        "challenge_result": row.result,
        "due_on": row.due_on.isoformat(),
    }


def _settle(row: Challenge, result: str, actor: Actor) -> None:
    """Save a result; a corrected one takes the place in time of the one before."""
    happened_at = None
    for before in _steps(row):
        happened_at = before.happened_at
        remove_step(row.ladder, before)
    row.state, row.result = ChallengeState.PLAYED, result
    row.settled_at = row.settled_at or timezone.now()
    row.save()
    step = step_of_result(rules_of(row.ladder), ChallengeResult(result), row.challenger_id, row.challenged_id)
    add_step(row.ladder, StepKind.RESULT, step, actor, challenge=row, happened_at=happened_at)
    both = (row.challenger_id, row.challenged_id)
    row.ladder.places.filter(person__in=both).update(active_at=timezone.now())


def _close(row: Challenge, state: ChallengeState, kind: StepKind, actor: Actor) -> None:
    row.state, row.settled_at = state, timezone.now()
    row.save()
    step = step_of_refusal(rules_of(row.ladder), row.challenger_id, row.challenged_id)
    add_step(row.ladder, kind, step, actor, challenge=row)


def _steps(row: Challenge) -> list[LadderStep]:
    return list(row.steps.filter(undone_at__isnull=True))


def _save_and_log(
    action: str, row: Challenge, actor: Actor, before: dict[str, Any], reason: str = ""
) -> Challenge:
    row.version += 1
    row.save()
    log_challenge(action, row, actor, before=before, after=challenge_facts(row), reason=reason)
    return row


def _require_state(row: Challenge, *states: str) -> None:
    if row.state not in states:
        raise ChallengeOver(state=row.get_state_display())


def _validate_result(result: str) -> None:
    if result not in KNOWN:
        raise UnknownChallengeResult(known=", ".join(KNOWN))


def _require_no_night(row: Challenge) -> None:
    if row.pairing_id is not None:
        raise ResultByTheNight(night=str(row.pairing))


def _require_free(row: Challenge) -> None:
    both = contenders_of(row.ladder, [row.challenger_id, row.challenged_id], today=timezone.localdate())
    names = {row.challenger_id: row.challenger.name, row.challenged_id: row.challenged.name}
    for key, name in names.items():
        if key not in both:
            raise NotOnLadder(name=name, ladder=row.ladder.name)
        if both[key].is_busy:
            raise ChallengeOver(state=row.get_state_display())
