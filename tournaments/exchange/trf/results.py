"""Letters of a round: the kind of round, and the symbol of the table that gives its points."""

import re
from typing import Final

from tournaments.pairing.values import RoundKind

# Letter -> kind of round and symbol of the score table.
WITH_OPPONENT: Final = {
    "1": (RoundKind.PLAYED, "W"),
    "=": (RoundKind.PLAYED, "D"),
    "0": (RoundKind.PLAYED, "L"),
    "W": (RoundKind.PLAYED, "W"),  # a game of less than one move is played, though not rated
    "D": (RoundKind.PLAYED, "D"),
    "L": (RoundKind.PLAYED, "L"),
    "X": (RoundKind.PLAYED, "X"),  # adjourned: a draw for the pairing (C.04.2)
    "+": (RoundKind.FORFEIT_WIN, "+"),
    "-": (RoundKind.FORFEIT_LOSS, "-"),
}
WITHOUT_OPPONENT: Final = {
    "U": (RoundKind.ALLOCATED_BYE, "P"),
    "F": (RoundKind.FULL_BYE, "F"),
    "H": (RoundKind.HALF_BYE, "H"),
    "Z": (RoundKind.ZERO_BYE, "Z"),
    # At a board of a match of teams without an opponent.
    "+": (RoundKind.FORFEIT_WIN, "+"),
    "-": (RoundKind.FORFEIT_LOSS, "-"),
}
# Letters of a game without an opponent, as older programs write byes -> the intended letter.
MEANT: Final = {"+": "U", "1": "U", "W": "U", "=": "H", "D": "H", "-": "Z", "0": "Z", "L": "Z"}
BYE_LETTERS: Final = frozenset("FHZ")


NUMERAL = re.compile(r"(-?)(\d*)(?:[.,](\d)0*)?")


def tenths_of(text: str) -> int | None:
    """Parse a numeral into tenths; None for no numeral, or one finer than a tenth."""
    found = NUMERAL.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return None
    value = 10 * int(found[2] or 0) + int(found[3] or 0)
    return -value if found[1] else value


def text_of(tenths: int) -> str:
    """The numeral with one decimal."""
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{tenth}"
