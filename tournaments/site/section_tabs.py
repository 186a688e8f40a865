"""Tabs of a section at the desk: five, each with its pages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.core.capabilities import Capability
from club.core.messages import Words
from tournaments.models import Section

May = Callable[[Capability], bool]


class TabPage(NamedTuple):
    """A page of a section: its key, its name, its address, and the permission that it needs."""

    key: str
    label: str
    address: str
    needs: Capability = Capability.SEE_DESK


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab with the pages that the account may open."""

    label: str
    pages: tuple[TabPage, ...]
    current: str
    """Key of the current page; empty in every other tab."""

    @property
    def address(self) -> str:
        """Address of the tab: its first page."""
        return self.pages[0].address


class _Row(NamedTuple):
    """A page of the table; `only` is the kind of section that it is for."""

    key: str
    label: Words
    path: str
    needs: Capability = Capability.SEE_DESK
    only: str = ""


RUN, RECORD, CORRECT = Capability.RUN_EVENTS, Capability.RECORD_RESULTS, Capability.CORRECT_RESULTS
SETUP = "desk_setup"
ENTRIES: Final = (
    _Row("entries", _("Entries"), "desk_entries"),
    _Row("inbox", pgettext_lazy("entries by the public", "Inbox"), "desk_inbox", RUN),
    _Row("check_in", pgettext_lazy("players arrive", "Check-in"), "desk_check_in", RECORD),
    _Row("ratings", _("Player ratings"), "desk_entry_ratings", RUN, only="players"),
    _Row("apart", _("Forbidden pairs"), "desk_apart", RUN),
)
ROUNDS: Final = (
    _Row("rounds", _("Rounds"), "desk_section"),
    _Row("league", _("League"), "desk_league", RUN, only="league"),
    _Row("adjourned", _("Adjourned games"), "desk_adjourned", RECORD),
)
STANDINGS: Final = (
    _Row("standings", _("Standings"), "desk_standings"),
    _Row("handout", _("Award prizes"), "desk_handout"),
    _Row("season", pgettext_lazy("of club nights", "Season"), "desk_season", only="season"),
)
PAPER: Final = (
    _Row("paper", _("Print"), "desk_paper"),
    _Row("certificates", _("Certificates"), "desk_certificates"),
    _Row("files", _("Files"), "desk_files"),
    _Row("cards", _("Board cards"), "desk_cards", CORRECT),
    _Row("share", pgettext_lazy("with other pages and calendars", "Share"), "desk_share"),
)
SETTINGS: Final = (
    _Row("settings", _("Settings"), "desk_settings", RUN),
    _Row("team_rules", _("Rules for teams"), "desk_team_rules", RUN, only="teams"),
    _Row("schedule", _("Schedule"), SETUP, RUN),
    _Row("classes", _("Classes"), SETUP, RUN),
    _Row("prizes", _("Prizes"), SETUP, RUN),
    _Row("fees", _("Fees"), SETUP, RUN),
    _Row("season", _("Rating list"), "desk_season", only="rating list"),
)


def _pages_of(section: Section) -> Iterator[tuple[str, list[TabPage]]]:
    """Yield the tabs with all pages that apply to a section."""
    kinds = {
        "",
        "teams" if section.is_team else "players",
        "league" if section.is_team and section.options.get("league") else "",
        "season" if section.system in {"club_night", "keizer"} else "rating list",
    }
    tabs = (
        (_("Teams") if section.is_team else _("Players"), ENTRIES),
        (_("Rounds"), ROUNDS),
        (_("Standings"), STANDINGS),
        (_("Paper and files"), PAPER),
        (_("Settings"), SETTINGS),
    )
    for label, rows in tabs:
        yield str(label), [_page(section, row) for row in rows if row.only in kinds]


def _page(section: Section, row: _Row) -> TabPage:
    arguments = [section.pk, row.key] if row.path == SETUP else [section.pk]
    return TabPage(row.key, str(row.label), reverse(f"tournaments:{row.path}", args=arguments), row.needs)


def tabs_of(section: Section, may: May, *, path: str, named: str) -> list[Tab]:
    """Return the tabs with the pages that an account may open.

    The current page is the one at `path`, else the one that the view has `named`.
    """
    found = [(label, tuple(one for one in pages if may(one.needs))) for label, pages in _pages_of(section)]
    every = [one for _label, pages in found for one in pages]
    current = next((one.key for one in every if one.address == path), named)
    return [
        Tab(label, pages, current if current in {one.key for one in pages} else "")
        for label, pages in found
        if pages
    ]


def page_address(section: Section, key: str) -> str:
    """Return the address of a page by its key; an unknown one leads to the rounds."""
    found = {one.key: one.address for _label, pages in _pages_of(section) for one in pages}
    return found.get(key, found["rounds"])
