"""Results entered by a line of the quick field, and the undo of the last one."""

from club.audit.services import undo_entry
from club.core.actor import Actor
from tournaments.models import GameResult, Outcome, Pairing, Round
from tournaments.results.errors import NothingToUndo, QuickBoardUnknown, QuickTooManyKeys
from tournaments.results.quick_entry import QuickLine, outcome_of, read_quick
from tournaments.results.selectors.results import last_entered, playing_boards
from tournaments.results.services.results import Entered, record_games


def enter_line(*, row: Round, text: str, is_confirmed: bool, actor: Actor) -> Pairing:
    """Enter what a line says of one board of a round, all of it or nothing; return the board.

    A stored result is replaced only if `is_confirmed`. Raises QuickUnreadable, QuickBoardUnknown,
    QuickTooManyKeys, and what `record_games` raises.
    """
    line = read_quick(text)
    pairing = playing_boards(row).filter(board_number=line.board).first()
    if pairing is None:
        numbers = list(playing_boards(row).values_list("board_number", flat=True))
        raise QuickBoardUnknown(board=line.board, boards=_range(numbers))
    games = list(pairing.games.order_by("number"))
    if len(line.keys) > len(games):
        raise QuickTooManyKeys(board=line.board, keys=len(line.keys), games=len(games))
    entered = {
        game.number: Entered(
            outcome=outcome_of(key, first_is_white=game.number % 2 == 1), may_overwrite=is_confirmed
        )
        for game, key in zip(_games_for(line, games), line.keys, strict=False)
    }
    record_games(pairing_id=pairing.pk, entered=entered, actor=actor)
    return pairing


def _games_for(line: QuickLine, games: list[GameResult]) -> list[GameResult]:
    """Return the games that the keys are for: one key is for the first open game, several from game 1 on."""
    is_open = [game for game in games if game.outcome == Outcome.PENDING]
    return is_open if len(line.keys) == 1 and is_open else games


def _range(numbers: list[int | None]) -> str:
    return f"{numbers[0]}\N{EN DASH}{numbers[-1]}" if numbers else "0"


def undo_last_result(*, row: Round, actor: Actor) -> Pairing:
    """Undo the last result that this account has entered in a round, if it is not undone; return its board.

    Called again, it undoes the one before. Raises NothingToUndo, and what the undo raises.
    """
    entry = last_entered(row, user=actor.user)
    if entry is None:
        raise NothingToUndo
    undo_entry(entry_id=entry.pk, actor=actor)
    return playing_boards(row).get(pk=int(entry.target_id))
