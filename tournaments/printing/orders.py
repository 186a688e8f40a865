"""Print orders: the section or round, the sheet of paper, the club's letterhead and the wording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.formats import date_format

from club.core.moments import zone_at
from club.organisations.selectors import branding_of
from club.paper.paper_formats import Letterhead, Orientation, PaperSize
from club.paper.wall_list import WallHead

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.http import HttpRequest
    from django.utils.functional import Promise

    from club.models import Organisation
    from tournaments.models import Event, Round, Section
    from tournaments.results.pages.boards import BoardLine

SAMPLE = 4
"""Boards or players on a sheet that is made for its preview."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Choices of certificates: design, recipients, texts and signatures."""

    design: str = "classic"
    whom: str = "winners"  # winners, all, or the key of an entry
    places: int = 3
    category: str = ""
    heading: str = ""
    line: str = ""
    place: str = ""
    day: date | None = None
    signatures: tuple[tuple[str | Promise, str], ...] = ()  # role and name


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """One sheet to print, with everything that its look depends on. `is_sample`: for its preview."""

    request: HttpRequest
    section: Section
    letterhead: Letterhead
    row: Round | None = None
    lines: Sequence[BoardLine] = ()
    size: PaperSize = PaperSize.A4
    orientation: Orientation = Orientation.AUTO
    pages: int = 0
    is_sample: bool = False
    wording: Wording = field(default_factory=Wording)

    @property
    def event(self) -> Event:
        """Event of the section."""
        return self.section.event

    @property
    def boards(self) -> list[BoardLine]:
        """Boards with two players; a few of them for a preview."""
        found = [line for line in self.lines if line.second]
        return found[:SAMPLE] if self.is_sample else found

    @property
    def round(self) -> Round:
        """Round of a sheet that has one."""
        if self.row is None:
            raise LookupError(self.section.pk)
        return self.row

    def head(self, title: str) -> WallHead:
        """Head of a wall list; its date is that of the round, else of the event."""
        return WallHead(title, self.event.name, self.section.name, self.date)

    @property
    def date(self) -> str:
        """Day of the round by the clock of the event, else the days of the event."""
        began = self.row and (self.row.starts_at or self.row.published_at)
        if began:
            return date_format(began.astimezone(zone_at(self.event)), "DATE_FORMAT")
        return days_text(self.event.starts_on, self.event.ends_on)


def days_text(first: date | None, last: date | None) -> str:
    """Return a day, or the first and the last day."""
    days = dict.fromkeys(day for day in (first, last) if day)
    return " \N{EN DASH} ".join(date_format(day, "DATE_FORMAT") for day in days)


def letterhead_of(club: Organisation) -> Letterhead:
    """Return the letterhead of a club."""
    branding = branding_of(club)
    ink = branding.ink.removeprefix("#")
    red, green, blue = (int(ink[at : at + 2], 16) for at in (0, 2, 4))
    return Letterhead(branding.name, (red, green, blue), branding.logo, branding.logo_size)
