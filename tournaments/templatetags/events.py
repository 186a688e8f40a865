"""Template tags of events: teams, openings, articles, screens, paper sizes, standings, links of mails."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse

from club.core.names import initials_of
from club.core.requests import phone_uri
from club.models import PersonPhoto
from club.paper.paper_formats import PaperSize
from games.ballots import Ballot
from tournaments.core.openings import ballots_of
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.selectors.entries import photos_of_entries
from tournaments.events import regulation_messages
from tournaments.leagues.captain_links import answer_secret
from tournaments.models import (
    AvailabilityPoll,
    Entry,
    Pairing,
    Ruling,
    ScreenContent,
    ScreenFamily,
    Section,
    TeamMember,
)
from tournaments.standings.columns import Cell, Place, StandingColumn, cells, columns_of
from tournaments.standings.selectors.standings import CampScore
from tournaments.standings.selectors.standings import camp_scores as scores_of
from tournaments.standings.selectors.system_standings import StandingRow, StandingTable

register = template.Library()


@register.filter
def page_columns(table: StandingTable) -> list[StandingColumn]:
    """Return the columns of a table on a page."""
    return columns_of(table, Place.PAGE)


@register.filter
def cells_in(row: StandingRow, columns: Iterable[StandingColumn]) -> list[Cell]:
    """Return the cells of a row in these columns."""
    return cells(row, columns)


@register.filter
def initials(name: str) -> str:
    """Return the initials of a name."""
    return initials_of(name)


@register.simple_tag
def photos_in(table: StandingTable) -> dict[int, PersonPhoto]:
    """Return the photos that the rows of a table may show, by the entry's id."""
    return photos_of_entries([row.entry.pk for row in table.rows])


@register.simple_tag
def camp_scores(section: Section, table: StandingTable) -> list[CampScore]:
    """Return the scores of both teams."""
    return scores_of(section, table)


@register.simple_tag
def openings(pairing: Pairing) -> tuple[Ballot, ...]:
    """Return the openings of a board, one for every two games."""
    return ballots_of(pairing.ballot)


@register.filter
def of(told: object, key: object) -> Any:
    """Return the reasons of a board; nothing on a fragment without any."""
    return told.get(key, ()) if isinstance(told, Mapping) else ()


@register.filter
def article_name(article: str) -> str:
    """Return the name of an article for readers."""
    return regulation_messages.article_name(article)


@register.filter
def ruling_source(ruling: Ruling) -> str:
    """Return the source of a ruling: law book with its edition, or regulations of the event."""
    return regulation_messages.ruling_source(ruling)


@register.filter
def article_names(articles: Iterable[str]) -> str:
    """Return the names of articles, in their order."""
    return ", ".join(map(regulation_messages.article_name, articles))


LABELS = {PaperSize.A4: "A4", PaperSize.LETTER: "Letter"}


class PaperChoice(NamedTuple):
    """A paper size: its name in addresses, and its usual name."""

    size: str
    label: str


@register.simple_tag
def papers() -> list[PaperChoice]:
    """Return the paper sizes for printing."""
    sizes = sorted(PaperSize, key=lambda size: size.value != settings.PAPER)
    return [PaperChoice(size.value, LABELS[size]) for size in sizes]


@register.filter
def shown_contents(family: ScreenFamily) -> str:
    """List the contents of a family of screens, in order."""
    return ", ".join(str(ScreenContent(content).label) for content in family.contents)


@register.filter
def own_name(prefix: str, number: int) -> str:
    """Return a name unique to one row of the page."""
    return f"{prefix}{number}"


@register.simple_tag(takes_context=True)
def entry_link(context: Context, entry: Entry) -> str:
    """Return the link to an entry from the public form; empty if the site sends mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return ""
    return phone_uri(context["request"], reverse("tournaments:entry", args=[entry_secret(entry)]))


@register.simple_tag(takes_context=True)
def answer_link(context: Context, poll: AvailabilityPoll, member: TeamMember) -> str:
    """Return the link at which a squad member answers a poll; empty if the site sends mail."""
    if settings.MAIL_REACHES_PEOPLE:
        return ""
    path = reverse("tournaments:available", args=[answer_secret(poll, member.pk)])
    return phone_uri(context["request"], path)
