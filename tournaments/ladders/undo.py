"""Undo of ladders and challenges."""

from functools import partial

from club.audit.undo_handlers import not_undoable, unchanged_row, undo_by
from tournaments.ladders.services.challenges import reopen_challenge, withdraw_challenge
from tournaments.ladders.services.ladders import undo_ladder_step
from tournaments.models import Challenge

not_undoable(
    *("tournaments.ladder.made", "tournaments.ladder.changed", "tournaments.ladder.step_taken_back"),
    reason_code="is_changed_on_its_page",
)
not_undoable("tournaments.season.set", reason_code="season_is_set_again")
not_undoable("tournaments.ladder.away", reason_code="away_is_changed_again")
not_undoable("tournaments.challenge.reported", reason_code="challenge_is_said_again")
not_undoable("tournaments.challenge.reopened", reason_code="challenge_is_settled_again")

require_same_state = partial(unchanged_row, Challenge.objects, lambda row: {"challenge_state": row.state})

undo_by(
    *("tournaments.ladder.joined", "tournaments.ladder.left"),
    *("tournaments.ladder.moved", "tournaments.ladder.idled"),
    call=undo_ladder_step,
    number="ladder_id",
    after=lambda facts: {"number": facts["step"]},
)
undo_by(
    "tournaments.challenge.made",
    call=withdraw_challenge,
    number="challenge_id",
    requires=require_same_state,
)
undo_by(
    *("tournaments.challenge.accepted", "tournaments.challenge.refused"),
    *("tournaments.challenge.withdrawn", "tournaments.challenge.settled"),
    *("tournaments.challenge.expired", "tournaments.challenge.lapsed"),
    call=reopen_challenge,
    number="challenge_id",
    requires=require_same_state,
)
