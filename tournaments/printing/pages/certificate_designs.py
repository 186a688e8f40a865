"""Designs of certificates: what is drawn around the text, and where the text goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from club.paper import ornaments
from club.paper.ornaments import tint
from tournaments.models import CertificateDesign

if TYPE_CHECKING:
    from club.paper.ornaments import Ink
    from club.paper.paper import Paper

EDGE: Final = 9.0  # millimetres that no design draws on: printers cannot


class TextArea(NamedTuple):
    """Place of the text of a certificate, and its alignment (L or C)."""

    x: float
    y: float
    width: float
    height: float
    side: str = "C"


def _classic(paper: Paper, ink: Ink, _place: str) -> TextArea:
    """Draw two frames with three by three squares of a board in the corners."""
    ornaments.frame(paper, EDGE, 1.1, ink)
    ornaments.frame(paper, EDGE + 3, 0.3, ink)
    ornaments.corners(paper, EDGE, 4.6, ink)
    return TextArea(EDGE + 22, EDGE + 13, paper.w - 2 * EDGE - 44, paper.h - 2 * EDGE - 24)


def _modern(paper: Paper, ink: Ink, _place: str) -> TextArea:
    """Draw a band in the club's colour with large pieces; the text is at its right."""
    band = min(paper.w, paper.h) * 0.24
    high = paper.h - 2 * EDGE
    paper.set_fill_color(*ink)
    paper.rect(EDGE, EDGE, band, high, style="F")
    ornaments.reset(paper)
    pale, radius, middle = tint(ink, 0.45), band * 0.33, EDGE + band / 2
    ornaments.squares(paper, (EDGE, EDGE), band / 6, (6, 6), tint(ink, 0.8), first=1)
    ornaments.squares(paper, (EDGE, EDGE + high - band), band / 6, (6, 6), tint(ink, 0.8), first=1)
    centre = paper.h / 2
    ornaments.piece(paper, (middle, centre - radius * 1.15), radius, is_white=True, ink=ink)
    ornaments.piece(paper, (middle, centre + radius * 1.15), radius, is_white=False, ink=pale)
    left = EDGE + band + 14
    return TextArea(left, EDGE + 8, paper.w - left - EDGE - 6, high - 14, "L")


def _board(paper: Paper, ink: Ink, _place: str) -> TextArea:
    """Draw two rows of a board with the pieces of both sides along the upper and the lower edge."""
    columns = 24 if paper.w > paper.h else 16
    cell = (paper.w - 2 * EDGE) / columns
    pale = tint(ink, 0.35)
    for top, is_white in ((EDGE, False), (paper.h - EDGE - 2 * cell, True)):
        ornaments.squares(paper, (EDGE, top), cell, (columns, 2), pale, first=0)
        paper.set_draw_color(*ink)
        paper.rect(EDGE, top, paper.w - 2 * EDGE, 2 * cell)
        for row in range(2):
            for column in range(columns):
                if (row + column) % 2:
                    centre = (EDGE + (column + 0.5) * cell, top + (row + 0.5) * cell)
                    ornaments.piece(paper, centre, cell * 0.39, is_white=is_white, ink=ink)
    below = EDGE + 2 * cell + 9
    return TextArea(EDGE + 20, below, paper.w - 2 * EDGE - 40, paper.h - 2 * below + 3)


def _minimal(paper: Paper, ink: Ink, _place: str) -> TextArea:
    """Draw one rule and two pieces, and leave the rest white."""
    area = TextArea(EDGE + 12, EDGE + 10, paper.w - 2 * EDGE - 24, paper.h - 2 * EDGE - 20, "L")
    paper.set_fill_color(*ink)
    paper.rect(area.x, area.y + area.height * 0.318, 26, 1.4, style="F")
    ornaments.reset(paper)
    radius = 13.0
    x, y = area.x + area.width - radius, area.y + radius
    ornaments.piece(paper, (x - radius * 1.3, y), radius, is_white=True, ink=ink)
    ornaments.piece(paper, (x, y), radius, is_white=False, ink=ink)
    return area


def _festive(paper: Paper, ink: Ink, place: str) -> TextArea:
    """Draw a tinted frame with confetti and a rosette with the place."""
    wide = 17.0
    paper.set_fill_color(*tint(ink, 0.14))
    paper.rect(EDGE, EDGE, paper.w - 2 * EDGE, paper.h - 2 * EDGE, style="F")
    inks = (ink, tint(ink, 0.5), GOLD, tint(GOLD, 0.55))
    long, high = paper.w - 2 * EDGE - 6, paper.h - 2 * EDGE - 6
    left, top = EDGE + 3, EDGE + 3
    for area in (
        (left, top, long, wide - 6),
        (left, top + high - wide + 6, long, wide - 6),
        (left, top + wide, wide - 6, high - 2 * wide),
        (left + long - wide + 6, top + wide, wide - 6, high - 2 * wide),
    ):
        ornaments.confetti(paper, inks, area, round(max(area[2:]) / 4))
    paper.set_fill_color(255)
    paper.set_draw_color(*GOLD)
    paper.set_line_width(0.7)
    inner = EDGE + wide
    paper.rect(inner, inner, paper.w - 2 * inner, paper.h - 2 * inner, style="DF")
    ornaments.reset(paper)
    radius = 15.0
    ornaments.rosette(paper, (paper.w - inner - radius - 7, inner + radius + 2), radius, ink, place)
    return TextArea(inner + 12, inner + 8, paper.w - 2 * inner - 24, paper.h - 2 * inner - 13)


GOLD: Final = (191, 144, 40)
DESIGNS: Final[Mapping[str, Callable[[Paper, Ink, str], TextArea]]] = {
    CertificateDesign.CLASSIC: _classic,
    CertificateDesign.MODERN: _modern,
    CertificateDesign.BOARD: _board,
    CertificateDesign.MINIMAL: _minimal,
    CertificateDesign.FESTIVE: _festive,
}
"""Functions that draw the designs, with the colour and the figure of the place."""
