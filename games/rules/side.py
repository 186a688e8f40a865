"""The two sides of a game."""

from enum import IntEnum


class Side(IntEnum):
    """One of two sides: White is at the bottom of a diagram, on the high-numbered squares.

    Federations also say Red or Dark for Black (SL-P1); that is a label, never a third value.
    """

    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Side":
        """The other side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def key(self) -> str:
        """The word used in JSON: "white" or "black"."""
        return "black" if self else "white"

    @property
    def letter(self) -> str:
        """The letter used in FEN: "W" or "B"."""
        return "B" if self else "W"
