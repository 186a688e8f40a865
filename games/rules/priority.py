"""Which captures are obligatory over others, as an ordered key of named criteria.

Each criterion gives a number to a raw capture (``kernel.py``); the captures with the largest key
stay. A variant lists the names in the order in which they decide.
"""

from collections.abc import Callable

Capture = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int]


def most_pieces(capture: Capture, kings: int, enemy_kings: int) -> int:
    """The number of pieces captured (FMJD Annex 1, 4.13)."""
    del kings, enemy_kings
    return len(capture[4])


def by_king(capture: Capture, kings: int, enemy_kings: int) -> int:
    """One when a king captures, nought when a man does."""
    del enemy_kings
    return 1 if capture[0] & kings else 0


def most_kings(capture: Capture, kings: int, enemy_kings: int) -> int:
    """The number of kings captured."""
    del kings
    return (capture[2] & enemy_kings).bit_count()


def king_earliest(capture: Capture, kings: int, enemy_kings: int) -> int:
    """Larger when a king is met earlier: the order of captures read as binary digits, kings are ones."""
    del kings
    digits = 0
    for bit in capture[4]:
        digits = digits * 2 + (1 if bit & enemy_kings else 0)
    return digits


CRITERIA: dict[str, Callable[[Capture, int, int], int]] = {
    "most_pieces": most_pieces,
    "by_king": by_king,
    "most_kings": most_kings,
    "king_earliest": king_earliest,
}


def keep_obligatory(
    captures: list[Capture], names: tuple[str, ...], kings: int, enemy_kings: int
) -> list[Capture]:
    """The captures that no earlier criterion rules out."""
    for name in names:
        criterion = CRITERIA[name]
        values = [criterion(capture, kings, enemy_kings) for capture in captures]
        best = max(values)
        captures = [capture for capture, value in zip(captures, values, strict=True) if value == best]
    return captures
