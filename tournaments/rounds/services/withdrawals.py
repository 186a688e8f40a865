"""Withdrawals at the desk, with the treatment of the player's open board."""

from enum import StrEnum

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.locks import locked_entry
from tournaments.entries.selectors.entries import open_board_of
from tournaments.entries.services.entries import withdraw_entry
from tournaments.events.systems import system_of
from tournaments.models import Entry, Outcome, Pairing, Round
from tournaments.results.selectors.results import boards_with_results
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import RePairingUnfit, SitsAtBoard
from tournaments.rounds.services.rounds import propose_round, unpublish_round


class BoardAction(StrEnum):
    """Treatment of the open board of a player who withdraws."""

    FORFEIT = "forfeit"
    FINISH = "finish"
    RE_PAIR = "re_pair"


def can_re_pair(pairing: Pairing) -> bool:
    """Check that the round of a board can be paired again: no result, no later round, no fixed table."""
    row = pairing.round
    if system_of(row.section).is_table:
        return False
    has_later = Round.objects.filter(section=row.section_id, number__gt=row.number).exists()
    return not has_later and not boards_with_results(row)


@transaction.atomic
def withdraw_player(
    *, entry_id: int, actor: Actor, reason: str = "", board: BoardAction | None = None
) -> Entry:
    """Withdraw a player from the rounds that are not paired yet, and settle the board of a published round.

    `board`: the open games are lost by forfeit, the player finishes the round, or the round becomes a draft
    and is paired again without the player. Raises SitsAtBoard where a board is open and `board` is None,
    RePairingUnfit where the round cannot be paired again, and what unpublishing and pairing raise.
    """
    entry = locked_entry(entry_id, actor)
    pairing = open_board_of(entry)
    if pairing is None:
        return withdraw_entry(entry_id=entry_id, actor=actor, reason=reason)
    row = pairing.round
    row.section = entry.section
    if board is None:
        raise SitsAtBoard(name=entry.name, round=row.number, board=pairing.board_number)
    if board is BoardAction.RE_PAIR:
        if not can_re_pair(pairing):
            raise RePairingUnfit(round=row.number)
        unpublish_round(round_id=row.pk, actor=actor, reason=reason)
        row.pairings.filter(pk=pairing.pk).delete()
        entry = withdraw_entry(entry_id=entry_id, actor=actor, reason=reason)
        propose_round(section_id=entry.section_id, actor=actor)
        return entry
    if board is BoardAction.FORFEIT:
        _forfeit(pairing, entry, actor, reason)
    return withdraw_entry(entry_id=entry_id, actor=actor, reason=reason)


def _forfeit(pairing: Pairing, entry: Entry, actor: Actor, reason: str) -> None:
    """Give every open game of a board to the opponent; the sides change from game to game."""
    is_first = pairing.white_id == entry.pk
    for game in pairing.games.filter(outcome=Outcome.PENDING).order_by("number"):
        has_white = is_first if pairing.round.section.is_team else is_first == (game.number % 2 == 1)
        outcome = Outcome.BLACK_FORFEIT if has_white else Outcome.WHITE_FORFEIT
        record_result(
            pairing_id=pairing.pk,
            game=game.number,
            outcome=outcome,
            was=Outcome.PENDING,
            actor=actor,
            reason=reason,
        )
