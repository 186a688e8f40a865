"""Undo of ladders and challenges."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.ladders.errors import ChallengeOpen, ChallengeOver, NotOnLadder, ResultByTheNight
from tournaments.ladders.services.challenges import reopen_challenge, withdraw_challenge
from tournaments.ladders.services.ladders import undo_ladder_step
from tournaments.models import Challenge, ChallengeState

not_undoable("tournaments.ladder.made", reason_code="ladder_is_changed_on_its_page")
not_undoable("tournaments.ladder.changed", reason_code="ladder_is_changed_on_its_page")
not_undoable("tournaments.season.set", reason_code="season_is_set_again")
not_undoable("tournaments.ladder.away", reason_code="away_is_changed_again")
not_undoable("tournaments.ladder.step_taken_back", reason_code="ladder_is_changed_on_its_page")
not_undoable("tournaments.challenge.reported", reason_code="challenge_is_said_again")
not_undoable("tournaments.challenge.reopened", reason_code="challenge_is_settled_again")


@undo_handler("tournaments.ladder.joined")
@undo_handler("tournaments.ladder.left")
@undo_handler("tournaments.ladder.moved")
@undo_handler("tournaments.ladder.idled")
def undo_step(*, entry: AuditEntry, actor: Actor) -> None:
    """Leave a step out of the order; all later ones remain."""
    number = (entry.after or {})["step"]
    try:
        done = undo_ladder_step(
            ladder_id=int(entry.target_id), number=number, actor=actor, reason=actor.reason
        )
    except ChallengeOpen:
        raise CannotUndo(why="challenge_went_on") from None
    if not done:
        raise CannotUndo(why="step_is_out")


@undo_handler("tournaments.challenge.made")
def undo_challenge(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a challenge as if it had not been made, before an answer."""
    row = Challenge.objects.filter(pk=entry.target_id, state=ChallengeState.MADE).first()
    if row is None:
        raise CannotUndo(why="challenge_went_on")
    withdraw_challenge(challenge_id=row.pk, actor=actor, reason=actor.reason)


@undo_handler("tournaments.challenge.accepted")
@undo_handler("tournaments.challenge.refused")
@undo_handler("tournaments.challenge.withdrawn")
@undo_handler("tournaments.challenge.settled")
@undo_handler("tournaments.challenge.expired")
@undo_handler("tournaments.challenge.lapsed")
def undo_settlement(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the previous state; the step of its result is left out of the order."""
    told = (entry.after or {})["challenge_state"]
    row = Challenge.objects.filter(pk=entry.target_id, state=told).first()
    if row is None:
        raise CannotUndo(why="challenge_went_on")
    try:
        reopen_challenge(challenge_id=row.pk, actor=actor, reason=actor.reason)
    except ResultByTheNight:
        raise CannotUndo(why="night_decides") from None
    except (ChallengeOver, NotOnLadder):
        raise CannotUndo(why="challenge_went_on") from None
