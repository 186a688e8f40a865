"""Preview of a link to the standings: the first five, with their points."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from club.organisations.selectors import branding_of
from club.paper.preview_cards import Preview, PreviewCard, card_answer
from tournaments.events.pages.public_sections import public_section_page, section_context
from tournaments.models import Section
from tournaments.standings.selectors.snapshots import public_table
from tournaments.standings.selectors.system_standings import StandingTable

TOP: Final = 5


@public_section_page
def standings_card(request: HttpRequest, slug: str, section: str, version: str) -> HttpResponse:
    """Draw the preview of the standings in force."""
    row, _context = section_context(request, slug, section)
    table, _is_provisional = public_table(row)
    card = card_of_table(row, table)
    return card_answer(card, version, _path(row, card))


def standings_preview(section: Section, table: StandingTable) -> Preview:
    """Return the preview of the page of the standings."""
    card = card_of_table(section, table)
    leaders = ", ".join(f"{place} {points}".strip() for place, points in card.lines)
    return Preview(_path(section, card), description=" · ".join(filter(None, (card.foot, leaders))))


def _path(section: Section, card: PreviewCard) -> str:
    return reverse("tournaments:standings_card", args=[section.event.slug, section.slug, card.version])


def card_of_table(section: Section, table: StandingTable) -> PreviewCard:
    """Return the first five of a table; names that are withheld are so in the table."""
    lines = tuple(
        (f"{row.rank}. {row.entry.name}", row.values[0].text if row.values and not section.has_tree else "")
        for row in table.rows[:TOP]
    )
    after = _("Standings after round %(number)s") % {"number": table.after} if table.after else _("Standings")
    return PreviewCard(
        f"{section.event.name}, {section.name}",
        after,
        lines,
        section.event.organisation.name,
        colour=branding_of(section.event.organisation).ink,
    )
