"""Drawing of a rating curve: points on a sheet of 640 by 240, and the lines behind it."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 24
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MAX_LINES = 5


class Dot(NamedTuple):
    """A rating on the sheet."""

    x: str
    y: str
    told: str


class Line(NamedTuple):
    """A rating marked across the sheet."""

    y: str
    text_y: str
    rating: str


class Drawing(NamedTuple):
    """A curve, ready for the template; every number is a text, so that no language puts a comma into it."""

    path: str
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]


def drawn(ratings: Sequence[float], told: Sequence[str]) -> Drawing:
    """Draw the curve through ratings in their order, each labelled with a text."""
    step = _step(min(ratings), max(ratings))
    low = step * int(min(ratings) // step)
    high = max(low + step, step * -int(-max(ratings) // step))

    def height(rating: float) -> float:
        return HEIGHT - BOTTOM - (rating - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    across = (WIDTH - LEFT - RIGHT) / max(1, len(ratings) - 1)
    dots = tuple(
        Dot(f"{LEFT + at * across:.1f}", f"{height(rating):.1f}", words)
        for at, (rating, words) in enumerate(zip(ratings, told, strict=True))
    )
    lines = tuple(
        Line(f"{height(rating):.1f}", f"{height(rating) + 4:.1f}", str(rating))
        for rating in range(low, high + 1, step)
    )
    return Drawing(" ".join(f"{dot.x},{dot.y}" for dot in dots), dots, lines)


def _step(least: float, most: float) -> int:
    """Return the finest step with a readable number of lines."""
    return next((step for step in STEPS if (most - least) / step <= MAX_LINES - 1), STEPS[-1])
