"""Undo of ladders and challenges."""

from club.audit.undo_handlers import has_no_way_back, undoes
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry
from tournaments.ladders.errors import ChallengeOpen, ChallengeOver, NotOnLadder, ResultByTheNight
from tournaments.ladders.services.challenges import reopen_challenge, withdraw_challenge
from tournaments.ladders.services.ladders import undo_ladder_step
from tournaments.models import Challenge, ChallengeState

has_no_way_back("tournaments.ladder.made", because="ladder_is_changed_on_its_page")
has_no_way_back("tournaments.ladder.changed", because="ladder_is_changed_on_its_page")
has_no_way_back("tournaments.season.set", because="season_is_set_again")
has_no_way_back("tournaments.ladder.away", because="away_is_changed_again")
has_no_way_back("tournaments.ladder.step_taken_back", because="ladder_is_changed_on_its_page")
has_no_way_back("tournaments.challenge.reported", because="challenge_is_said_again")
has_no_way_back("tournaments.challenge.reopened", because="challenge_is_settled_again")


@undoes("tournaments.ladder.joined")
@undoes("tournaments.ladder.left")
@undoes("tournaments.ladder.moved")
@undoes("tournaments.ladder.idled")
def leave_the_step_out(*, entry: AuditEntry, actor: Actor) -> None:
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


@undoes("tournaments.challenge.made")
def take_the_challenge_back(*, entry: AuditEntry, actor: Actor) -> None:
    """Withdraw a challenge as if it had not been made, before an answer."""
    row = Challenge.objects.filter(pk=entry.target_id, state=ChallengeState.MADE).first()
    if row is None:
        raise CannotUndo(why="challenge_went_on")
    withdraw_challenge(challenge_id=row.pk, actor=actor, reason=actor.reason)


@undoes("tournaments.challenge.accepted")
@undoes("tournaments.challenge.refused")
@undoes("tournaments.challenge.withdrawn")
@undoes("tournaments.challenge.settled")
@undoes("tournaments.challenge.expired")
@undoes("tournaments.challenge.lapsed")
def open_it_again(*, entry: AuditEntry, actor: Actor) -> None:
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
