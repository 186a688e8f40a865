"""Tabs of a section at the desk: five, each with its pages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.core.capabilities import Capability
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


def _pages_of(section: Section) -> Iterator[tuple[str, list[TabPage]]]:
    """Yield the tabs with all pages that apply to a section."""
    run, record, correct = Capability.RUN_EVENTS, Capability.RECORD_RESULTS, Capability.CORRECT_RESULTS

    def page(key: str, label: str, name: str, *more: str, needs: Capability = Capability.SEE_DESK) -> TabPage:
        return TabPage(key, label, reverse(f"tournaments:{name}", args=[section.pk, *more]), needs)

    def setup(key: str, label: str) -> TabPage:
        return page(key, label, "desk_setup", key, needs=run)

    is_league = section.is_team and bool(section.options.get("league"))
    has_season_table = section.system in {"club_night", "keizer"}
    season = page(
        "season",
        pgettext("of club nights", "Season") if has_season_table else _("Rating list"),
        "desk_season",
    )
    yield (
        _("Teams") if section.is_team else _("Players"),
        [
            page("entries", _("Entries"), "desk_entries"),
            page("inbox", pgettext("entries by the public", "Inbox"), "desk_inbox", needs=run),
            page("check_in", pgettext("players arrive", "Check-in"), "desk_check_in", needs=record),
            *(
                []
                if section.is_team
                else [page("ratings", _("Player ratings"), "desk_entry_ratings", needs=run)]
            ),
            page("apart", _("Forbidden pairs"), "desk_apart", needs=run),
        ],
    )
    yield (
        _("Rounds"),
        [
            page("rounds", _("Rounds"), "desk_section"),
            *([page("league", _("League"), "desk_league", needs=run)] if is_league else []),
            page("adjourned", _("Adjourned games"), "desk_adjourned", needs=record),
        ],
    )
    yield (
        _("Standings"),
        [
            page("standings", _("Standings"), "desk_standings"),
            page("handout", _("Award prizes"), "desk_handout"),
            *([season] if has_season_table else []),
        ],
    )
    yield (
        _("Paper and files"),
        [
            page("paper", _("Print"), "desk_paper"),
            page("certificates", _("Certificates"), "desk_certificates"),
            page("files", _("Files"), "desk_files"),
            page("cards", _("Board cards"), "desk_cards", needs=correct),
            page("share", pgettext("with other pages and calendars", "Share"), "desk_share"),
        ],
    )
    yield (
        _("Settings"),
        [
            page("settings", _("Settings"), "desk_settings", needs=run),
            *(
                [page("team_rules", _("Rules for teams"), "desk_team_rules", needs=run)]
                if section.is_team
                else []
            ),
            setup("schedule", _("Schedule")),
            setup("classes", _("Classes")),
            setup("prizes", _("Prizes")),
            setup("fees", _("Fees")),
            *([] if has_season_table else [season]),
        ],
    )


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
