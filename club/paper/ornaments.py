"""Ornaments of sheets, drawn as shapes: boards, pieces, frames, rosettes. No pictures."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from club.paper.paper import Paper

Ink = tuple[int, int, int]
Point = tuple[float, float]
WHITE: Final[Ink] = (255, 255, 255)


def tint(ink: Ink, share: float) -> Ink:
    """Mix a colour with white; 1 is the colour itself."""
    red, green, blue = (round(255 - (255 - part) * share) for part in ink)
    return red, green, blue


def circle(paper: Paper, centre: Point, radius: float, *, style: str = "D") -> None:
    """Draw a circle."""
    paper.ellipse(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius, style=style)


def piece(
    paper: Paper,
    centre: Point,
    radius: float,
    *,
    is_white: bool,
    ink: Ink = (0, 0, 0),
    paper_ink: Ink = WHITE,
) -> None:
    """Draw a man seen from above: a disc with two turned rings."""
    body, ring = (paper_ink, ink) if is_white else (ink, paper_ink)
    paper.set_fill_color(*body)
    paper.set_draw_color(*ink)
    paper.set_line_width(max(radius * 0.07, 0.15))
    circle(paper, centre, radius, style="DF")
    paper.set_draw_color(*ring)
    paper.set_line_width(max(radius * 0.05, 0.1))
    for share in (0.76, 0.46):
        circle(paper, centre, radius * share)
    reset(paper)


def reset(paper: Paper) -> None:
    """Set line and fill back to thin black on white."""
    paper.set_draw_color(0)
    paper.set_fill_color(255)
    paper.set_line_width(0.2)


def squares(
    paper: Paper, at: Point, cell: float, shape: tuple[int, int], ink: Ink, *, first: int = 0
) -> None:
    """Draw the dark squares of a field of columns and rows; `first` is the colour of the corner."""
    columns, rows = shape
    paper.set_fill_color(*ink)
    for row in range(rows):
        for column in range(columns):
            if (row + column + first) % 2:
                paper.rect(at[0] + column * cell, at[1] + row * cell, cell, cell, style="F")
    reset(paper)


def frame(paper: Paper, inset: float, width: float, ink: Ink) -> None:
    """Draw a frame at a distance from the edge of the page."""
    paper.set_draw_color(*ink)
    paper.set_line_width(width)
    paper.rect(inset, inset, paper.w - 2 * inset, paper.h - 2 * inset)
    reset(paper)


def corners(paper: Paper, inset: float, cell: float, ink: Ink) -> None:
    """Draw three by three squares of a board in every corner of a frame."""
    side = 3 * cell
    places = ((inset, inset), (paper.w - inset - side, inset), (inset, paper.h - inset - side))
    for place in (*places, (paper.w - inset - side, paper.h - inset - side)):
        paper.set_fill_color(255)
        paper.rect(place[0] - 0.6, place[1] - 0.6, side + 1.2, side + 1.2, style="F")
        squares(paper, place, cell, (3, 3), ink, first=1)


def rosette(paper: Paper, centre: Point, radius: float, ink: Ink, text: str = "") -> None:
    """Draw a rosette: rays around a disc with a text in its middle, and two ribbons below."""
    _ribbons(paper, centre, radius, ink)
    rays = 24
    points = []
    for at in range(2 * rays):
        reach = radius * (1 if at % 2 == 0 else 0.86)
        angle = pi * at / rays
        points.append((centre[0] + reach * cos(angle), centre[1] + reach * sin(angle)))
    _polygon(paper, points, ink)
    paper.set_draw_color(255)
    paper.set_line_width(radius * 0.04)
    circle(paper, centre, radius * 0.72)
    reset(paper)
    if text:
        size = radius * 2.1
        paper.set_text_color(255)
        paper.words(
            text,
            x=centre[0] - radius * 0.62,
            y=centre[1] + size * 0.3528 * 0.34,
            width=radius * 1.24,
            size=size,
            style="B",
            side="C",
        )
        paper.set_text_color(0)


def _ribbons(paper: Paper, centre: Point, radius: float, ink: Ink) -> None:
    x, y = centre
    for side in (-1, 1):
        points = [
            (x + side * radius * 0.05, y + radius * 0.6),
            (x + side * radius * 0.62, y + radius * 0.6),
            (x + side * radius * 0.78, y + radius * 1.65),
            (x + side * radius * 0.5, y + radius * 1.48),
            (x + side * radius * 0.22, y + radius * 1.7),
        ]
        _polygon(paper, points, tint(ink, 0.7))


def _polygon(paper: Paper, points: Iterable[Point], ink: Ink) -> None:
    paper.set_fill_color(*ink)
    paper.polygon([*points], style="F")
    reset(paper)


def confetti(
    paper: Paper, inks: tuple[Ink, ...], area: tuple[float, float, float, float], count: int
) -> None:
    """Strew small pieces and squares over an area, always in the same places."""
    left, top, width, height = area
    for at in range(count):
        # The golden ratio spreads the points evenly without chance.
        x = left + width * ((at * 0.6180339887) % 1)
        y = top + height * ((at * 0.7548776662 + 0.37) % 1)
        radius = 0.9 + (at * 7 % 5) * 0.35
        paper.set_fill_color(*inks[at % len(inks)])
        if at % 3:
            circle(paper, (x, y), radius, style="F")
        else:
            paper.rect(x - radius, y - radius, 2 * radius, 2 * radius, style="F")
    reset(paper)
