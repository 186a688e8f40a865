"""The two conversion tables of the FIDE Rating Regulations (B.02 8.1, in force from 1 March 2024)."""

from __future__ import annotations

from bisect import bisect_left

# 8.1.2: the greatest rating difference at which the stronger player is expected to score .50, .51, ...
MAX_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170),
    *(179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411),
    *(432, 456, 484, 517, 559, 619, 735),
)
# 8.1.1: the difference for a fraction of .50, .51, ... 1.00 of the points.
DIFFERENCE_BY_FRACTION = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175),
    *(
        184,
        193,
        202,
        211,
        220,
        230,
        240,
        251,
        262,
        273,
        284,
        296,
        309,
        322,
        336,
        351,
        366,
        383,
        401,
        422,
        444,
    ),
    *(470, 501, 538, 589, 677, 800),
)
EVEN = 50
# The first table inverted: the hundredths for each difference up to the last that is not certain.
HUNDREDTHS = tuple(
    EVEN + bisect_left(MAX_DIFFERENCES, difference) for difference in range(MAX_DIFFERENCES[-1] + 1)
)


def expected_hundredths(difference: int) -> int:
    """Return the expected score of a player stronger by `difference`, in hundredths (B.02 8.1.2)."""
    size = -difference if difference < 0 else difference
    hundredths = HUNDREDTHS[size] if size < len(HUNDREDTHS) else 100
    return 100 - hundredths if difference < 0 else hundredths


def performance_difference(hundredths: int) -> int:
    """The rating difference for a fraction of the points in hundredths (B.02 8.1.1)."""
    if hundredths < EVEN:
        return -DIFFERENCE_BY_FRACTION[EVEN - hundredths]
    return DIFFERENCE_BY_FRACTION[hundredths - EVEN]


def rounded_half_up(numerator: int, denominator: int) -> int:
    """A quotient to the nearest whole number, a half upward."""
    return (2 * numerator + denominator) // (2 * denominator)


def _min_differences() -> tuple[int, ...]:
    """Return the least difference for each expected score from none to all, in hundredths."""
    widest = len(HUNDREDTHS)
    least: dict[int, int] = {}
    for difference in range(-widest, widest + 1):
        least.setdefault(expected_hundredths(difference), difference)
    return tuple(least[each] for each in range(101))


MIN_DIFFERENCES = _min_differences()
