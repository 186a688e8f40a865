"""Results entered by a line of the quick field, and the undo of the last one."""

import re
from typing import Final, NamedTuple

from club.audit.services import undo_entry
from club.core.actor import Actor
from tournaments.models import GameResult, Outcome, Pairing, Round
from tournaments.results.errors import (
    NothingToUndo,
    PublishedResult,
    QuickBoardUnknown,
    QuickTooManyKeys,
    QuickUnreadable,
)
from tournaments.results.selectors.results import last_entered, last_entered_at, playing_boards
from tournaments.results.services.results import Entered, game_of, record_games

FIRST, DRAWN, SECOND, CLEAR = "1", "2", "3", "0"
KEYS: Final = {"1": FIRST, "2": DRAWN, "=": DRAWN, "3": SECOND, "0": CLEAR}
"""Keys of the table of results, by what is typed."""
MAX_LENGTH: Final = 60
LINE: Final = re.compile(r"(\d{1,4})[\s:.,-]+([0-3=](?:[\s,]*[0-3=])*)")


class QuickLine(NamedTuple):
    """A board, and the keys of its games; one key alone is for the first game without a result."""

    board: int
    keys: tuple[str, ...]


def read_quick(text: str) -> QuickLine:
    """Parse a line such as “14 1”, “14 =” or, for two games, “14 1 3”. Raises QuickUnreadable."""
    found = LINE.fullmatch(text.strip())
    if found is None:
        raise QuickUnreadable(text=text.strip()[:MAX_LENGTH])
    return QuickLine(int(found[1]), tuple(KEYS[key] for key in found[2] if key in KEYS))


def outcome_of(key: str, *, first_is_white: bool) -> Outcome:
    """Return the result of a key; keys speak of the first player of a board, whatever the colour."""
    if key in {CLEAR, DRAWN}:
        return Outcome.PENDING if key == CLEAR else Outcome.DRAW
    return Outcome.WHITE if (key == FIRST) == first_is_white else Outcome.BLACK


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


def undo_result(*, pairing: Pairing, game: int, was: str, actor: Actor) -> None:
    """Undo what this account entered last at a game, if the game still has this result `was`.

    The device that sends it may have had no network for long. Raises PublishedResult if the game has another
    result by now, NothingToUndo if it is not of this account, and what the undo raises. The undo itself
    compares the result again, after it has locked the board.
    """
    result = game_of(pairing, game)
    if result.outcome != was:
        raise PublishedResult(board=pairing.board_number, game=game, there=result.outcome)
    entry = last_entered_at(pairing, game, user=actor.user)
    if entry is None or (entry.after or {}).get("outcome") != was:
        raise NothingToUndo
    undo_entry(entry_id=entry.pk, actor=actor)
