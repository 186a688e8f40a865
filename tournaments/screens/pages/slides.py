"""Slides of a family of screens: one for each content and section, rendered once for every change."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from club.live.selectors import last_numbers
from club.members.services.photos import PHOTOS_CHANNEL
from club.models import PersonPhoto
from tournaments.entries.selectors.entries import photos_of_entries
from tournaments.live_boards.channels import boards_channel
from tournaments.live_boards.selectors.boards import LiveView, lead_views
from tournaments.models import Round, RoundState, ScreenContent, ScreenFamily, Section
from tournaments.results.pages.boards import board_lines
from tournaments.rounds.pages.name_lines import name_lines
from tournaments.standings.columns import Place, cells, columns_of
from tournaments.standings.selectors.grids import cross_lines, public_grid
from tournaments.standings.selectors.snapshots import public_table

CACHE_SECONDS: Final = 600
LIVE_SECONDS: Final = 30
BOARDS_SHOWN: Final = 4
ROUNDS_ACROSS: Final = 9
OF_SECTIONS: Final = frozenset(
    {ScreenContent.PAIRINGS, ScreenContent.NAMES, ScreenContent.STANDINGS, ScreenContent.CROSSTABLE}
)


class Slide(NamedTuple):
    """One item on a screen, its pages to be counted by the screen that shows it."""

    what: str
    section: Section | None
    facts: Mapping[str, Any]


class HallBoard(NamedTuple):
    """A live board with the photos of its players that public pages may show."""

    view: LiveView
    white: PersonPhoto | None
    black: PersonPhoto | None


class FollowedChannel(NamedTuple):
    """A channel that a screen follows, and the number it has heard."""

    channel: str
    number: int


class Followed(NamedTuple):
    """What the slides of a family depend on: its sections, its live boards if they are shown, and all photos.

    A screen draws the moves of live boards by itself.
    """

    sections: list[FollowedChannel]
    boards: FollowedChannel | None
    photos: int


def sections_of(family: ScreenFamily) -> list[Section]:
    """The sections that a family shows: the named ones, else all."""
    rows = list(family.event.sections.order_by("position", "pk"))
    return [row for row in rows if row.pk in family.sections] if family.sections else rows


def followed_channels(family: ScreenFamily) -> Followed:
    """Return the channels of a family's screens in one query.

    Sections of a hidden event notify the desk alone. Nobody hears the channel of photos: screens ask every
    half minute.
    """
    sections = [f"section:{row.pk}" for row in sections_of(family)]
    boards = boards_channel(family.event_id)
    numbers = last_numbers([*sections, boards, PHOTOS_CHANNEL])
    heard = [FollowedChannel(channel, numbers.get(channel, 0)) for channel in sections]
    live = FollowedChannel(boards, numbers.get(boards, 0)) if shows_live(family) else None
    return Followed(heard, live, numbers.get(PHOTOS_CHANNEL, 0))


def shows_live(family: ScreenFamily) -> bool:
    """True if the screens of a family show live boards."""
    return ScreenContent.LIVE.value in family.contents


def slides_html(family: ScreenFamily, followed: Followed, address: str) -> SafeString:
    """Render the slides of a family, cached until a change of the family, its sections or the photos."""
    numbers = "-".join(f"{one.channel}.{one.number}" for one in followed.sections)
    event = family.event
    versions = f"{family.version}:{event.version}:{numbers}:{followed.photos}"
    key = f"slides:{family.pk}:{versions}:{get_language()}:{address}"
    known: str | None = cache.get(key)
    if known is None:
        context = {"slides": list(_slides(family)), "event": event, "family": family, "address": address}
        known = render_to_string("tournaments/screens/screen/_slides.html", context)
        cache.set(key, known, CACHE_SECONDS)
    return mark_safe(known)  # noqa: S308 - a rendered template


def live_html(family: ScreenFamily, followed: Followed) -> SafeString:
    """Render the slide of the lead boards, apart from the others: it changes with every move."""
    if followed.boards is None:
        return mark_safe("")
    versions = f"{family.version}:{followed.boards.number}:{followed.photos}"
    key = f"live-slide:{family.pk}:{versions}:{get_language()}"
    known: str | None = cache.get(key)
    if known is None:
        views = lead_views(family.event_id, [row.pk for row in sections_of(family)], most=BOARDS_SHOWN)
        variants = list(dict.fromkeys(view.pairing.round.section.variant for view in views))
        context = {"boards": with_photos(views), "variants": variants}
        known = render_to_string("tournaments/screens/screen/_live.html", context) if views else ""
        cache.set(key, known, LIVE_SECONDS)
    return mark_safe(known)  # noqa: S308 - a rendered template


def with_photos(views: list[LiveView]) -> list[HallBoard]:
    """Add the players' photos; a team has none, and its members are not entries."""
    pairings = [view.pairing for view in views if not view.pairing.round.section.is_team]
    photos = photos_of_entries([entry.pk for one in pairings for entry in (one.white, one.black) if entry])
    boards = []
    for view in views:
        seats = (view.pairing.white, view.pairing.black)
        first, second = (photos.get(entry.pk) if entry else None for entry in seats)
        is_turned = view.result.number % 2 == 0
        boards.append(HallBoard(view, *((second, first) if is_turned else (first, second))))
    return boards


def _slides(family: ScreenFamily) -> Iterator[Slide]:
    sections = sections_of(family)
    for content in map(ScreenContent, family.contents):
        if content == ScreenContent.LIVE:
            continue  # rendered apart
        if content not in OF_SECTIONS:
            yield Slide(content.value, None, {})
            continue
        for section in sections:
            section.event = family.event
            row = _round_on(section)
            if row is not None:
                yield Slide(content.value, section, _facts(content, section, row))


def _round_on(section: Section) -> Round | None:
    row = section.round_rows.exclude(state=RoundState.DRAFT).order_by("-number").first()
    if row is not None:
        row.section = section
    return row


def _pairings(row: Round) -> dict[str, Any]:
    """Boards of a round with the players' photos; teams have none."""
    lines = board_lines(row)
    entries = [entry.pk for line in lines for entry in (line.first, line.second) if entry is not None]
    photos = {} if row.section.is_team else photos_of_entries(entries)
    return {"round": row, "lines": lines, "photos": photos}


def _facts(content: ScreenContent, section: Section, row: Round) -> dict[str, Any]:
    if content == ScreenContent.PAIRINGS:
        return _pairings(row)
    if content == ScreenContent.NAMES:
        return {"round": row, "names": name_lines(board_lines(row))}
    if content == ScreenContent.STANDINGS:
        table, is_provisional = public_table(section)
        columns = columns_of(table, Place.SCREEN)
        rows = [cells(row, columns) for row in table.rows]
        return {"after": table.after, "columns": columns, "rows": rows, "is_provisional": is_provisional}
    grid = public_grid(section)
    lines = cross_lines(grid)
    rounds = len(lines[0][1]) if lines else 0
    first = max(0, rounds - ROUNDS_ACROSS)
    shown_cells = [(line, cells[first:]) for line, cells in lines]
    shown_rounds = range(first + 1, rounds + 1)
    told = {"rounds": shown_rounds, "after": rounds, "rows": shown_cells}
    return told | {"is_provisional": grid.is_provisional}
