"""Shapes of charts: lines, bars and bubbles on a sheet, ready for `club/core/_chart.html` to write as SVG.

Coordinates are texts, so that no language puts a comma into them. The words of a chart come from its caller.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from math import ceil, floor, sqrt
from typing import Final, NamedTuple

STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)
MONTH_STEPS: Final = (1, 2, 3, 6, 12, 24, 60, 120)
TONES: Final = 10
"""Lines differ by colour and dashes up to this number; `tone_of` repeats the tones beyond it."""
TEXT_HEIGHT: Final = 18.0
ROW_HEIGHT: Final = 46
BAR_HEIGHT: Final = 14
DOTS_FROM_TWO: Final = 60
"""Lines with more points than this have no dots besides the first and the last."""


class Sheet(NamedTuple):
    """Size of a drawing and its margins, in units of its view box."""

    width: int = 640
    height: int = 280
    left: int = 52
    right: int = 20
    top: int = 18
    bottom: int = 34

    @property
    def view_box(self) -> str:
        """The view box of the drawing."""
        return f"0 0 {self.width} {self.height}"


class Tick(NamedTuple):
    """A marked value of an axis and its text."""

    at: float
    text: str


class Point(NamedTuple):
    """A value of a line, and the text that a pointer on its dot shows."""

    x: float
    y: float
    label: str = ""


class Series(NamedTuple):
    """A line with its name. `end` is written beside its last point."""

    name: str
    points: tuple[Point, ...]
    tone: str = "1"
    end: str = ""
    is_chosen: bool = False


class Part(NamedTuple):
    """A part of a bar. Positive parts stand on each other from zero, negative ones hang below it."""

    value: float
    tone: str = "1"
    label: str = ""


class Bar(NamedTuple):
    """A bar with the text below it and the text at its end."""

    text: str
    parts: tuple[Part, ...]
    end: str = ""


class Bubble(NamedTuple):
    """A count at a column and a row, drawn as a disc whose area grows with it."""

    column: int
    row: int
    counted: int
    label: str = ""


class Rule(NamedTuple):
    """A straight line across the sheet."""

    x1: str
    y1: str
    x2: str
    y2: str


class Mark(NamedTuple):
    """A text on the sheet; `anchor` is `start`, `middle` or `end`."""

    x: str
    y: str
    text: str
    anchor: str = "end"
    tone: str = ""


class Dot(NamedTuple):
    """A disc on the sheet."""

    x: str
    y: str
    radius: str
    tone: str
    label: str = ""


class Path(NamedTuple):
    """A broken line, as the `points` of a polyline."""

    points: str
    tone: str
    name: str
    is_chosen: bool = False


class Box(NamedTuple):
    """A rectangle on the sheet."""

    x: str
    y: str
    width: str
    height: str
    tone: str
    label: str = ""


class Drawing(NamedTuple):
    """Everything on a sheet, in the order in which it is painted."""

    sheet: Sheet
    rules: tuple[Rule, ...] = ()
    boxes: tuple[Box, ...] = ()
    paths: tuple[Path, ...] = ()
    dots: tuple[Dot, ...] = ()
    marks: tuple[Mark, ...] = ()


class Legend(NamedTuple):
    """A tone of a chart and its meaning."""

    tone: str
    text: str


class Chart(NamedTuple):
    """A drawing with its title, a description for readers who do not see it, and its figures as a table.

    `key` makes the ids unique on a page. The first cell of each row is its header. `is_wide` charts are
    not made smaller than they are planned: they scroll in their own box on a phone.
    """

    key: str
    title: str
    description: str
    drawing: Drawing
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: tuple[Legend, ...] = ()
    is_wide: bool = False


class Scale(NamedTuple):
    """Linear map from values to a coordinate of the sheet."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the coordinate of a value."""
        span = self.high - self.low
        return self.start + (value - self.low) / span * (self.end - self.start) if span else self.start


def tone_of(place: int) -> str:
    """Return the tone of the line at a place, counted from 0."""
    return str(place % TONES + 1)


def value_ticks(low: float, high: float, *, most: int = 5) -> tuple[Tick, ...]:
    """Return round whole values that enclose a range, as few as `most` steps allow."""
    step = next((one for one in STEPS if (high - low) / one <= most), STEPS[-1])
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return tuple(Tick(one * step, str(one * step)) for one in range(first, last + 1))


def date_ticks(first: date, last: date, *, most: int = 6) -> tuple[date, ...]:
    """Return beginnings of months within a range, at most `most`; their coordinates are `toordinal()`.

    Years begin in January. A range without the beginning of a month has its first day.
    """
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    for step in MONTH_STEPS:
        starts = [date(month // 12, month % 12 + 1, 1) for month in months if month % step == 0]
        within = tuple(one for one in starts if first <= one <= last)
        if len(within) <= most:
            return within or (first,)
    return (first,)


def line_chart(
    series: Sequence[Series],
    *,
    across: Sequence[Tick],
    up: Sequence[Tick],
    sheet: Sheet | None = None,
    is_reversed: bool = False,
) -> Drawing:
    """Draw lines through their points; with `is_reversed` low values are on top, as the first place is.

    The axes cover the ticks and all points. Ends of lines are moved apart where their texts would overlap.
    """
    page = sheet or Sheet()
    points = [point for one in series for point in one.points]
    x = _scale([p.x for p in points], across, page.left, page.width - page.right)
    ends = (page.top, page.height - page.bottom)
    y = _scale([p.y for p in points], up, *(ends if is_reversed else reversed(ends)))
    rules, marks = _frame(page, up, y)
    marks += [_below(page, x.at(tick.at), tick.text) for tick in across]
    named = [one for one in series if one.end and one.points]
    heights = spread([y.at(one.points[-1].y) for one in named], low=page.top, high=page.height)
    marks += [
        Mark(_number(x.at(one.points[-1].x) + 10), _number(height + 4), one.end, "start", one.tone)
        for one, height in zip(named, heights, strict=True)
    ]
    drawn = sorted(series, key=lambda one: one.is_chosen)  # the chosen line is painted over the others
    paths = tuple(
        Path(
            " ".join(f"{_number(x.at(p.x))},{_number(y.at(p.y))}" for p in one.points),
            one.tone,
            one.name,
            one.is_chosen,
        )
        for one in drawn
        if one.points
    )
    dots = tuple(
        Dot(_number(x.at(p.x)), _number(y.at(p.y)), "4", one.tone, p.label)
        for one in drawn
        for p in _dotted(one.points)
    )
    return Drawing(page, rules=tuple(rules), paths=paths, dots=dots, marks=tuple(marks))


def bar_chart(bars: Sequence[Bar], *, up: Sequence[Tick], sheet: Sheet | None = None) -> Drawing:
    """Draw bars of parts beside each other, from zero up and down."""
    page = sheet or Sheet()
    sums = [
        sum(part.value for part in one.parts if (part.value > 0) is above)
        for one in bars
        for above in (True, False)
    ]
    y = _scale([0, *sums], up, page.height - page.bottom, page.top)
    rules, marks = _frame(page, up, y)
    share = (page.width - page.left - page.right) / max(1, len(bars))
    boxes: list[Box] = []
    for place, one in enumerate(bars):
        left = page.left + share * place
        boxes += _stack(one, y, left + share * 0.15, share * 0.7)
        marks.append(_below(page, left + share / 2, one.text))
        if one.end:
            top = y.at(sum(part.value for part in one.parts if part.value > 0))
            marks.append(Mark(_number(left + share / 2), _number(top - 5), one.end, "middle"))
    return Drawing(page, rules=tuple(rules), boxes=tuple(boxes), marks=tuple(marks))


def row_chart(bars: Sequence[Bar], *, width: int = 640) -> Drawing:
    """Draw bars of positive parts below each other, with their texts above them."""
    page = Sheet(width=width, height=max(1, len(bars)) * ROW_HEIGHT, left=0, right=0, top=0, bottom=0)
    most = max((sum(part.value for part in one.parts) for one in bars), default=0) or 1
    boxes, marks = [], []
    for place, one in enumerate(bars):
        top, left = place * ROW_HEIGHT, 0.0
        marks.append(Mark("0", _number(top + 16), one.text, "start"))
        marks.append(Mark(_number(width), _number(top + 16), one.end, "end"))
        for part in one.parts:
            share = part.value / most * width
            if part.value:
                size = (_number(share), _number(BAR_HEIGHT))
                boxes.append(Box(_number(left), _number(top + 22), *size, part.tone, part.label))
            left += share
    return Drawing(page, boxes=tuple(boxes), marks=tuple(marks))


def bubble_chart(
    bubbles: Sequence[Bubble], *, columns: Sequence[str], rows: Sequence[str], sheet: Sheet | None = None
) -> Drawing:
    """Draw counts as discs in a grid, the first row on top, with the counts beside them."""
    page = sheet or Sheet()
    across = (page.width - page.left - page.right) / max(1, len(columns))
    down = (page.height - page.top - page.bottom) / max(1, len(rows))
    most = max((one.counted for one in bubbles), default=1)
    largest = min(across, down) * 0.46
    xs = [page.left + across * (place + 0.5) for place in range(len(columns))]
    ys = [page.top + down * (place + 0.5) for place in range(len(rows))]
    right = _number(page.width - page.right)
    rules = tuple(Rule(_number(page.left), _number(one), right, _number(one)) for one in ys)
    marks = [Mark(_number(page.left - 8), _number(y + 4), text) for y, text in zip(ys, rows, strict=True)] + [
        _below(page, x, text) for x, text in zip(xs, columns, strict=True)
    ]
    dots = []
    for one in bubbles:
        radius = max(3.0, largest * sqrt(one.counted / most))
        x, y = xs[one.column], ys[one.row]
        dots.append(Dot(_number(x), _number(y), _number(radius), "1", one.label))
        marks.append(Mark(_number(x + radius + 3), _number(y + 4), str(one.counted), "start"))
    return Drawing(page, rules=rules, dots=tuple(dots), marks=tuple(marks))


def spread(heights: Sequence[float], *, low: float, high: float, apart: float = TEXT_HEIGHT) -> list[float]:
    """Move heights apart, in their order, until texts at them do not overlap; keep them within the bounds."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved = list(heights)
    least = low
    for place in order:
        moved[place] = least = max(moved[place], least)
        least += apart
    most = high - 4
    for place in reversed(order):
        moved[place] = most = min(moved[place], most)
        most -= apart
    return moved


def _scale(values: Iterable[float], ticks: Sequence[Tick], start: float, end: float) -> Scale:
    known = [*values, *(tick.at for tick in ticks)] or [0.0]
    return Scale(min(known), max(known), start, end)


def _frame(page: Sheet, up: Sequence[Tick], y: Scale) -> tuple[list[Rule], list[Mark]]:
    left, right = _number(page.left), _number(page.width - page.right)
    rules = [Rule(left, _number(y.at(one.at)), right, _number(y.at(one.at))) for one in up]
    return rules, [Mark(_number(page.left - 8), _number(y.at(one.at) + 4), one.text) for one in up]


def _below(page: Sheet, x: float, text: str) -> Mark:
    return Mark(_number(x), _number(page.height - page.bottom + 20), text, "middle")


def _dotted(points: tuple[Point, ...]) -> tuple[Point, ...]:
    if len(points) <= DOTS_FROM_TWO:
        return points
    return (points[0], points[-1])


def _stack(one: Bar, y: Scale, left: float, width: float) -> list[Box]:
    boxes, above, below = [], 0.0, 0.0
    for part in one.parts:
        if not part.value:
            continue
        start = above if part.value > 0 else below
        top, bottom = sorted((y.at(start), y.at(start + part.value)))
        if part.value > 0:
            above += part.value
        else:
            below += part.value
        size = (_number(width), _number(bottom - top))
        boxes.append(Box(_number(left), _number(top), *size, part.tone, part.label))
    return boxes


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
