"""Berger tables (FIDE C.05 annex 1): opponents and colours of a full round robin."""

from tournaments.pairing.refusals import RoundBeyondSchedule, TooFewPlayers
from tournaments.pairing.values import Pair


def table_size(players: int) -> int:
    """Return the even number of the table: an odd field plays with a dummy, whose opponent has the bye."""
    return players + players % 2


def berger_round(players: int, number: int) -> tuple[Pair, ...]:
    """Return one round of the table in its board order; in an odd field the dummy is number `players` + 1.

    The last number remains and meets 1, then the one half a table further on, and so round; the others sit
    around its opponent, those above it with White. The last number has Black and White in turn.
    """
    if players < 2:  # noqa: PLR2004 - two make a game
        raise TooFewPlayers(players=players)
    last = table_size(players)
    if not 1 <= number < last:
        raise RoundBeyondSchedule(round=number, rounds=last - 1)
    is_odd = number % 2 == 1
    centre = (number + 1) // 2 if is_odd else number // 2 + last // 2
    first = Pair(centre, last) if is_odd else Pair(last, centre)
    around = (
        Pair(_in_circle(centre + step, last - 1), _in_circle(centre - step, last - 1))
        for step in range(1, last // 2)
    )
    return (first, *around)


def _in_circle(number: int, size: int) -> int:
    return (number - 1) % size + 1
