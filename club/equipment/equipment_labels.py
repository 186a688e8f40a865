"""Printable equipment labels: a QR code next to the name and number."""

from collections.abc import Sequence

from club.models import EquipmentItem
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize

COLUMNS, ROWS = 3, 8
MARGIN, GAP, LINE = 10.0, 2.0, 4.2  # millimetres


def label_sheet(*, items: Sequence[tuple[EquipmentItem, str]], size: PaperSize, title: str) -> bytes:
    """Sheet of labels, three a row and eight rows a page, each with the address in its code."""
    paper = blank_paper(size=size, title=title)
    width, height = (paper.w - 2 * MARGIN) / COLUMNS, (paper.low - MARGIN) / ROWS
    for at, (item, address) in enumerate(items):
        place = at % (COLUMNS * ROWS)
        if place == 0:
            paper.add_page()
        row, column = divmod(place, COLUMNS)
        x, y = MARGIN + column * width, MARGIN + row * height
        code = height - 2 * GAP
        paper.code(address, x=x, y=y + GAP, width=code)
        room = width - code - 2 * GAP
        lines = paper.lines_of(item.name, width=room, size=9)[:3]
        for number, line in enumerate(lines):
            paper.words(line, x=x + code + GAP, y=y + 2 * GAP + (number + 1) * LINE, width=room, size=9)
        below = y + 3 * GAP + (len(lines) + 1) * LINE
        paper.words(item.serial, x=x + code + GAP, y=below, width=room, size=8)
    return bytes(paper.output())
