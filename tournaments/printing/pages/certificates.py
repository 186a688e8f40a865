"""Certificates: a page for each, for the winners of prizes, for all players or for one."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _

from club.paper.blank_paper import LINE_STEP, blank_paper, fit_lines
from club.paper.paper_formats import GREY, POINT, Orientation, Scale
from tournaments.printing.orders import days_text
from tournaments.printing.pages.certificate_designs import DESIGNS, TextArea
from tournaments.prizes.selectors.prize_awards import PrizeAward, compute_awards, published_awards
from tournaments.standings.selectors.standings import standing_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.utils.functional import Promise

    from club.paper.ornaments import Ink
    from club.paper.paper import Paper
    from tournaments.models import Section
    from tournaments.printing.orders import PrintOrder, Wording
    from tournaments.standings.selectors.standings import StandingRow

NAME_SIZES: Final = (44.0, 38.0, 33.0, 28.0, 23.0, 19.0, 16.0)  # points
NAME_ROOM: Final = 17.0  # of the height, in hundredths
NAME_LOW: Final = 49.0  # baseline of the name, in hundredths of the height
TITLE_SIZES: Final = (34.0, 28.0, 24.0)
MOST_SIGNATURES: Final = 3
WINNERS, ALL = "winners", "all"
WINNING_PLACES: Final = 3  # of a section without prizes


class Certificate(NamedTuple):
    """Certificate of a player: the place in the section, or in a class of it; `thing` is a cup or a title."""

    place: int
    name: str
    category: str
    is_shared: bool = False
    thing: str = ""


def certificates_of(rows: Sequence[StandingRow], *, places: int, category: str) -> list[Certificate]:
    """Return the certificates of a table down to a place; of a class alone if one is named."""
    wanted = [row for row in rows if not category or row.entry.category == category]
    ranks = [row.rank for row in wanted]
    told = (
        Certificate(
            ranks.index(row.rank) + 1 if category else row.rank,
            row.entry.name,
            row.entry.category,
            ranks.count(row.rank) > 1,
        )
        for row in wanted
    )
    return [one for one in told if not places or one.place <= places]


def winners_of(section: Section, rows: Sequence[StandingRow]) -> list[Certificate]:
    """Return a certificate for each prize winner, by the published prizes, else by the current ones.

    A player with several prizes gets one for each class. Without prizes the first three places win.
    """
    found = published_awards(section) or compute_awards(section)
    lines = sorted(found.lines, key=_prize_key) if found else []
    if not lines:
        return certificates_of(rows, places=WINNING_PLACES, category="")
    shared = {row.entry.number: row.is_shared for row in rows}
    made = []
    for (_rank, number, category, place), prizes in groupby(lines, key=_prize_key):
        each = list(prizes)
        things = ", ".join(line.thing for line in each if line.thing)
        rank = place if category else each[0].rank
        made.append(
            Certificate(rank, each[0].name, category, not category and shared.get(number, False), things)
        )
    return made


def _prize_key(line: PrizeAward) -> tuple[int, int, str, int]:
    return line.rank, line.number, line.category, line.place


def recipients_of(order: PrintOrder) -> list[Certificate]:
    """Return the certificates that an order asks for."""
    rows, chosen = standing_rows(order.section).rows, order.wording
    if chosen.whom == WINNERS and not chosen.category:
        return winners_of(order.section, rows)
    if chosen.whom in {WINNERS, ALL}:
        places = WINNING_PLACES if chosen.whom == WINNERS else 0
        return certificates_of(rows, places=places, category=chosen.category)
    if chosen.whom == PLACES:
        return certificates_of(rows, places=chosen.places, category=chosen.category)
    every = certificates_of(rows, places=0, category="")
    return [one for row, one in zip(rows, every, strict=True) if str(row.entry.pk) == chosen.whom]


PLACES: Final = "places"


def certificates(order: PrintOrder) -> Paper:
    """Render a page for each certificate; a preview of an empty list shows an example."""
    told = recipients_of(order)
    if order.is_sample:
        told = told[:1] or [Certificate(1, _("Name of the player"), "")]
    title = f"{order.event.name} \N{MIDDLE DOT} {order.section.name}, {_('Certificates')}"
    is_landscape = order.orientation is not Orientation.PORTRAIT
    paper = blank_paper(title=title, size=order.size, is_landscape=is_landscape, margin=9)
    draw = DESIGNS[order.wording.design]
    for one in told:
        paper.add_page()
        area = draw(paper, order.letterhead.ink, str(one.place) if one.place <= WINNING_PLACES else "")
        _Page(paper, order, area).draw(one)
    return paper


def place_text(place: int) -> str:
    """Return a place as an ordinal; the sources are English, other languages need one form or two."""
    last, is_teen = place % 10, 10 < place % 100 < 14  # noqa: PLR2004 - 11th, 12th, 13th
    told = _("%(place)sth place")
    if not is_teen and last == 1:
        told = _("%(place)sst place")
    elif not is_teen and last == 2:  # noqa: PLR2004
        told = _("%(place)snd place")
    elif not is_teen and last == 3:  # noqa: PLR2004
        told = _("%(place)srd place")
    return told % {"place": place}


class _Page:
    """Text of one certificate inside the area of its design."""

    def __init__(self, paper: Paper, order: PrintOrder, area: TextArea) -> None:
        self.paper, self.order, self.area = paper, order, area
        self.ink: Ink = order.letterhead.ink

    def draw(self, one: Certificate) -> None:
        """Draw from the top: club, heading, name, place, section, event, day; signatures at the bottom."""
        area, order = self.area, self.order
        low = area.y + area.height
        self._club(area.y)
        unit = area.height / 100  # the text keeps its proportions on every paper
        wording = order.wording
        self._line(wording.heading or _("Certificate"), area.y + 29 * unit, TITLE_SIZES, ink=self.ink)
        self._line(_("awarded to"), area.y + 36.5 * unit, (Scale.BODY,), style="", ink=(GREY,) * 3)
        self._name(one.name, unit)
        self._line(_rank_text(one), area.y + 61 * unit, (Scale.TITLE, 20.0, Scale.LEAD), style="")
        told = wording.line or one.thing
        if wording.line and one.thing:
            told = f"{one.thing} \N{MIDDLE DOT} {wording.line}"
        if told:
            self._line(told, area.y + 67.5 * unit, (Scale.LEAD, Scale.BODY), style="")
        self._line(order.event.name, area.y + 76 * unit, (18.0, Scale.LEAD, Scale.BODY))
        self._line(
            _where_and_when(order.section, wording),
            area.y + 81.5 * unit,
            (Scale.BODY, Scale.SMALL),
            style="",
            ink=(GREY,) * 3,
        )
        self._signatures(low)

    def _club(self, y: float) -> None:
        """Draw the logo and the name of the club."""
        head, area = self.order.letterhead, self.area
        high = area.height * 0.13
        if head.logo:
            wide = min(head.logo_size[0] / max(head.logo_size[1], 1) * high, 60)
            x = area.x if area.side == "L" else area.x + (area.width - wide) / 2
            self.paper.picture(head.logo, head.logo_size, x=x, y=y, box=(wide, high))
        low = y + (high + 6 if head.logo else high * 0.75)
        self.paper.words(head.name, x=area.x, y=low, width=area.width, size=Scale.BODY, side=area.side)

    def _name(self, name: str, unit: float) -> None:
        """Draw the name on one line, else on more that stay clear of the lines around."""
        lines, size = fit_lines(
            self.paper, name, width=self.area.width, height=NAME_ROOM * unit, sizes=NAME_SIZES, most=3
        )
        step = size * POINT * LINE_STEP
        low_line = self.area.y + (NAME_LOW if len(lines) == 1 else NAME_LOW + 4) * unit
        for at, line in enumerate(lines):
            self._line(line, low_line - (len(lines) - 1 - at) * step, (size,))

    def _line(
        self, text: str, y: float, sizes: Sequence[float], *, style: str = "B", ink: Ink = (0, 0, 0)
    ) -> None:
        """Draw one line at the largest of the sizes at which it fits."""
        wide = self.paper.width_of(text, style)
        size = next((size for size in sizes if wide * size <= self.area.width), sizes[-1])
        self.paper.set_text_color(*ink)
        self.paper.words(
            text, x=self.area.x, y=y, width=self.area.width, size=size, style=style, side=self.area.side
        )
        self.paper.set_text_color(0)

    def _signatures(self, low: float) -> None:
        """Draw a line to sign on for each signature, with its name and its role."""
        told = self.order.wording.signatures or ((_("Tournament director"), ""), (_("Arbiter"), ""))
        told = told[:MOST_SIGNATURES]
        gap = 14.0
        each = min((self.area.width - gap * (len(told) - 1)) / len(told), 68.0)
        total = each * len(told) + gap * (len(told) - 1)
        spread = gap + (self.area.width - total) / max(len(told) - 1, 1) if len(told) > 1 else gap
        left = (
            self.area.x
            if self.area.side == "L" or len(told) > 1
            else self.area.x + (self.area.width - each) / 2
        )
        for at, (role, name) in enumerate(told):
            x, y = left + at * (each + (gap if self.area.side == "L" else spread)), low - 9
            self.paper.line(x, y, x + each, y)
            if name:
                self.paper.words(name, x=x, y=y + 4.4, width=each, size=Scale.SMALL, side=self.area.side)
            self.paper.set_text_color(GREY)
            below = y + (8.4 if name else 4.4)
            self.paper.words(str(role), x=x, y=below, width=each, size=Scale.NOTE, side=self.area.side)
            self.paper.set_text_color(0)


def _rank_text(one: Certificate) -> str:
    """Return the place, in a class if there is one."""
    text = place_text(one.place)
    if one.is_shared:
        text = _("Shared %(place)s") % {"place": text}
    return f"{text} \N{MIDDLE DOT} {one.category}" if one.category else text


def _where_and_when(section: Section, wording: Wording) -> str:
    told = (section.name, wording.place, days_text(wording.day, None))
    return " \N{MIDDLE DOT} ".join(part for part in told if part)


def signatures_of(
    named: Iterable[tuple[str | Promise, str]],
) -> tuple[tuple[str | Promise, str], ...]:
    """Return the lines to sign on: all that have a name; none named leaves the usual two blank."""
    return tuple((role, name) for role, name in named if name)
