"""Wall lists: a table in the largest type at which its rows fill the sheets, readable from two metres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from club.paper.blank_paper import blank_paper
from club.paper.ornaments import circle, reset
from club.paper.paper_formats import GREY, POINT, RULE, Letterhead, Orientation, PaperSize, Scale

if TYPE_CHECKING:
    from club.paper.paper import Paper

READABLE: Final = 16.0
"""Points of type for readers at two metres: capitals 3.7 mm high, where normal sight needs 2.9 mm."""
LARGEST: Final = 44.0
MARGIN: Final = 12.0
HEAD: Final = 27.0  # millimetres from the margin to the table
BLOCKS: Final = 4  # columns of rows side by side, at most
GUTTER: Final = 9.0
LEADING: Final = 1.45
WIDEST_LEADING: Final = 2.8
HEAD_SHARE: Final = 0.5  # of the type of the rows
GAP: Final = 0.9  # of the type size, between columns
LONG_SHARE: Final = 0.66
"""A few long names do not make the type of all others smaller: they shrink to this share."""
USUAL_SHARE: Final = 0.8  # of the rows decide the width of a column of names
MAX_PAGES: Final = 40
TITLE_SIZES: Final = (Scale.TITLE, 20.0, 17.0, 14.0)
NOTE_ROOM: Final = 7.0
BOTTOM: Final = 4.0  # millimetres between the rows and the foot


class WallColumn(NamedTuple):
    """Column of a wall list; a flexible one has names, takes the free width and may shrink a few of them.

    A column of discs has the cells "white" and "black", drawn as pieces.
    """

    head: str
    side: str = "L"
    style: str = ""
    is_flexible: bool = False
    is_disc: bool = False


class WallHead(NamedTuple):
    """Texts above a wall list: what it is, of what, and when."""

    title: str
    event: str
    section: str
    date: str = ""


class Fit(NamedTuple):
    """Type size of a list and its division into pages and blocks."""

    size: float
    pages: int
    blocks: int
    groups: int  # of the longest block
    is_landscape: bool


Row = Sequence[str]
Groups = Sequence[Sequence[Row]]


def fit_rows(
    count: int, *, unit: int, width: float, areas: Sequence[tuple[bool, float, float]], pages: int = 0
) -> Fit:
    """Return the largest type for `count` groups of `unit` rows, `width` millimetres wide per point of type.

    `areas` are the orientations with their width and height. Without a number of pages it is the smallest one
    whose type is readable from two metres, or as large as more pages make it.
    """
    if pages:
        return _best(count, pages, unit, width, areas)
    best = _best(count, 1, unit, width, areas)
    for number in range(2, MAX_PAGES):
        if best.size >= READABLE or number > count:
            break
        found = _best(count, number, unit, width, areas)
        best = found if found.size > best.size * 1.02 else best
    return best


def _best(count: int, pages: int, unit: int, width: float, areas: Sequence[tuple[bool, float, float]]) -> Fit:
    found = []
    for is_landscape, wide, high in areas:
        for blocks in range(1, BLOCKS + 1):
            groups = max(ceil(count / (pages * blocks)), 1)
            by_width = (wide - GUTTER * (blocks - 1)) / blocks / width
            by_height = high / ((groups * unit * LEADING + HEAD_SHARE * LEADING) * POINT)
            size = min(by_width, by_height, LARGEST)
            found.append(Fit(size, pages, blocks, groups, is_landscape))
    return max(found, key=lambda fit: (round(fit.size, 2), -fit.blocks, not fit.is_landscape))


class _Widths(NamedTuple):
    """Natural widths of the columns, per point of type."""

    columns: tuple[float, ...]

    @property
    def total(self) -> float:
        """Width of a row with the gaps between its columns."""
        return sum(self.columns) + GAP * POINT * (len(self.columns) - 1)


def wall_list(
    columns: Sequence[WallColumn],
    groups: Iterable[Sequence[Row]],
    head: WallHead,
    letterhead: Letterhead,
    *,
    size: PaperSize,
    orientation: Orientation = Orientation.AUTO,
    pages: int = 0,
    note: str = "",
) -> Paper:
    """Render a list for the wall; the rows of a group stay in one block. `note` is below the last row."""
    rows = [list(group) for group in groups]
    measure = blank_paper(title="", size=size, margin=MARGIN)
    widths = _natural_widths(measure, columns, [row for group in rows for row in group])
    short, long = sorted((measure.w, measure.h))
    areas = [
        (is_landscape, wide - 2 * MARGIN, high - 2 * MARGIN - HEAD - (NOTE_ROOM if note else 0))
        for is_landscape, wide, high in ((False, short, long), (True, long, short))
        if orientation is Orientation.AUTO or is_landscape == (orientation is Orientation.LANDSCAPE)
    ]
    unit = max(map(len, rows), default=1)
    fit = fit_rows(len(rows), unit=unit, width=widths.total, areas=areas, pages=pages)
    title = f"{head.event} \N{MIDDLE DOT} {head.section}, {head.title}"
    paper = blank_paper(title=title, size=size, is_landscape=fit.is_landscape, margin=MARGIN)
    blocks = list(_even_blocks(rows, fit.pages * fit.blocks))
    paper.page_total = max(ceil(len(blocks) / fit.blocks), 1)
    paper.foot = " \N{MIDDLE DOT} ".join(part for part in (head.event, head.section, head.title) if part)
    for first in range(0, max(len(blocks), 1), fit.blocks):
        paper.add_page()
        draw_head(paper, head, letterhead)
        _Page(paper, columns, widths, fit, unit, NOTE_ROOM if note else 0).draw(
            blocks[first : first + fit.blocks]
        )
    if note:
        paper.set_text_color(GREY)
        y = paper.h - MARGIN - BOTTOM - 1.5
        paper.words(note, x=MARGIN, y=y, width=paper.epw, size=Scale.SMALL)
        paper.set_text_color(0)
    return paper


def _natural_widths(paper: Paper, columns: Sequence[WallColumn], rows: Sequence[Row]) -> _Widths:
    found = []
    for at, column in enumerate(columns):
        if column.is_disc:
            found.append(0.75 * POINT)
            continue
        cells = sorted(paper.width_of(row[at], column.style) for row in rows if row[at]) or [POINT]
        needed = cells[-1]
        if column.is_flexible:
            usual = cells[min(int(len(cells) * USUAL_SHARE), len(cells) - 1)]
            needed = max(usual, needed * LONG_SHARE, 6 * POINT)
        found.append(max(needed, paper.width_of(column.head, "B") * HEAD_SHARE))
    return _Widths(tuple(found))


def _even_blocks(groups: Groups, blocks: int) -> Iterator[list[Row]]:
    """Divide the groups into blocks whose lengths differ by one group at most."""
    short, longer = divmod(len(groups), blocks)
    begins = 0
    for at in range(blocks):
        ends = begins + short + (at < longer)
        if ends > begins:
            yield [row for group in groups[begins:ends] for row in group]
        begins = ends


def draw_head(paper: Paper, head: WallHead, letterhead: Letterhead) -> None:
    """Draw logo and club, title, section and date above a rule in the club's colour."""
    x, y, width = paper.l_margin, paper.t_margin, paper.epw
    left = x
    if letterhead.logo:
        left += paper.picture(letterhead.logo, letterhead.logo_size, x=x, y=y, box=(42, 18)) + 5
    room = x + width - left
    date = min(paper.width_of(head.date) * Scale.BODY + 6, room / 2)
    told = " \N{MIDDLE DOT} ".join(part for part in (letterhead.name, head.event) if part)
    paper.set_text_color(GREY)
    paper.words(told, x=left, y=y + 5, width=room - date, size=Scale.BODY)
    paper.words(head.date, x=x + width - date, y=y + 5, width=date, size=Scale.BODY, side="R")
    paper.set_text_color(0)
    section = min(paper.width_of(head.section, "B") * Scale.LEAD + 8, room * 0.4)
    asked = paper.width_of(head.title, "B")
    size = next((size for size in TITLE_SIZES if asked * size <= room - section), TITLE_SIZES[-1])
    paper.words(head.title, x=left, y=y + 16, width=room - section, size=size, style="B")
    paper.words(
        head.section, x=x + width - section, y=y + 16, width=section, size=Scale.LEAD, style="B", side="R"
    )
    paper.set_fill_color(*letterhead.ink)
    paper.rect(x, y + 20.5, width, 1.1, style="F")
    paper.set_fill_color(255)


class _Page:
    """One page of a wall list."""

    def __init__(
        self,
        paper: Paper,
        columns: Sequence[WallColumn],
        widths: _Widths,
        fit: Fit,
        unit: int,
        below: float,
    ) -> None:
        self.paper, self.columns, self.fit = paper, columns, fit
        self.low = paper.h - MARGIN - BOTTOM - below
        self.size = fit.size
        self.top = paper.t_margin + HEAD - 3
        high = self.low - self.top - self.size * HEAD_SHARE * LEADING * POINT
        needed = high / (fit.groups * unit)
        self.height = min(needed, self.size * POINT * WIDEST_LEADING)
        self.block = (paper.epw - GUTTER * (fit.blocks - 1)) / fit.blocks
        self.widths = self._spread(widths)

    def _spread(self, widths: _Widths) -> list[float]:
        """Widths in millimetres: the free room goes to the flexible columns, by their widths."""
        room = self.block - widths.total * self.size
        flexible = [at for at, column in enumerate(self.columns) if column.is_flexible]
        total = sum(widths.columns[at] for at in flexible) or 1
        return [
            width * self.size + (room * width / total if at in flexible else 0)
            for at, width in enumerate(widths.columns)
        ]

    def draw(self, blocks: Sequence[Sequence[Row]]) -> None:
        """Draw the blocks of the page, with thin rules between rows and between blocks."""
        paper = self.paper
        for at, rows in enumerate(blocks):
            x = paper.l_margin + at * (self.block + GUTTER)
            y = self.top + self.size * HEAD_SHARE * LEADING * POINT
            paper.set_text_color(GREY)
            self._row([column.head for column in self.columns], x=x, y=y - 1.2, is_head=True)
            paper.set_text_color(0)
            paper.set_draw_color(0)
            paper.line(x, y, x + self.block, y)
            paper.set_draw_color(RULE)
            for row in rows:
                self._row(row, x=x, y=y + self.height / 2 + self.size * POINT * 0.34)
                y += self.height
                paper.set_draw_color(RULE)
                paper.line(x, y, x + self.block, y)
            if at:
                middle = x - GUTTER / 2
                paper.line(middle, self.top, middle, self.low)
        paper.set_draw_color(0)

    def _row(self, row: Row, *, x: float, y: float, is_head: bool = False) -> None:
        paper, size = self.paper, self.size * (HEAD_SHARE if is_head else 1)
        for column, width, text in zip(self.columns, self.widths, row, strict=True):
            if column.is_disc and not is_head:
                self._disc(text, x=x, y=y, width=width)
            elif text:
                style = "B" if is_head else column.style
                room = width + (GAP * self.size * POINT * 0.8 if is_head and column.side == "L" else 0)
                paper.words(text, x=x, y=y, width=room + 0.01, size=size, style=style, side=column.side)
            x += width + GAP * self.size * POINT

    def _disc(self, text: str, *, x: float, y: float, width: float) -> None:
        if text:
            radius = self.size * POINT * 0.33
            self.paper.set_draw_color(0)
            self.paper.set_line_width(radius * 0.16)
            self.paper.set_fill_color(255 if text == "white" else 0)
            circle(self.paper, (x + width / 2, y - self.size * POINT * 0.33), radius, style="DF")
            reset(self.paper)
