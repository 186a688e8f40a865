"""Registry of the tournaments app; `TournamentsConfig.ready` imports this and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/project/test_registries.py` fails for a handler that is missing here.

"""

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages, add_audit_messages
from club.backups.contents import ContentCheck, add_content_checks
from club.backups.services.promotion import hold_at_promotion
from club.core.access import add_place_checks
from club.core.capabilities import Capability
from club.core.pages.desk import (
    DashboardItemFinder,
    DeskGroup,
    DeskPage,
    PersonalPlaceFinder,
    add_dashboard_items,
    add_desk_pages,
    add_pass_pages,
    add_personal_places,
)
from club.core.pages.desk_search import SearchFinder, add_search
from club.core.pages.front_page import FrontPage, add_front_pages
from club.core.pages.pinned_event import PinFinder, add_pinned_events
from club.hall.codes import add_code_kinds
from club.hall.start_page import HallEventFinder, add_hall_events
from club.organisations.services.organisations import add_deletion_guards
from tournaments import tasks
from tournaments.cases import undo as cases_undo
from tournaments.cases.pages.arbiter_queue import queue_context
from tournaments.cases.services.disputed_results import close_case_of_dispute, open_case_of_dispute
from tournaments.cases.services.ruling_effects import note_overruling
from tournaments.core import hooks
from tournaments.core import triggers as guard_triggers
from tournaments.core.hooks import Connection, connect
from tournaments.core.scopes import is_place_of_club
from tournaments.entries import errors as entries_audit
from tournaments.entries import undo as entries_undo
from tournaments.evening import errors as evening_audit
from tournaments.evening.pages.phones import open_after_check_in
from tournaments.evening.services.phones import remove_phones_of_missing
from tournaments.evening.services.pushes import ROUND_TASK, SLICE_TASK, notify_of_boards
from tournaments.events import setup_messages
from tournaments.events.undo import setup as setup_undo
from tournaments.exchange import errors as exchange_audit
from tournaments.ladders import messages as ladders_messages
from tournaments.ladders import personal_data as ladders_personal_data
from tournaments.ladders import undo as ladders_undo
from tournaments.leagues import audit as leagues_audit
from tournaments.leagues import undo as leagues_undo
from tournaments.leagues.services.leagues import add_fixtures_of_league
from tournaments.live_boards import errors as live_boards_audit
from tournaments.live_boards.pages.desk_live import alerts_in_queue
from tournaments.live_boards.selectors.boards import pad_of_players
from tournaments.live_boards.services.boards import drop_live_boards, follow_round
from tournaments.live_boards.services.finishing import follow_result, record_games_of_event
from tournaments.news import errors as news_audit
from tournaments.news import undo as news_undo
from tournaments.nights import undo as nights_undo
from tournaments.nights.pages.panels import night_at_check_in, night_notes
from tournaments.nights.services.attendance import join_night, note_presence
from tournaments.nights.services.night_ratings import follow_night_result
from tournaments.ratings import messages as ratings_messages
from tournaments.ratings import personal_data as ratings_personal_data
from tournaments.ratings import undo as ratings_undo
from tournaments.ratings.selectors.live_ratings import night_ratings
from tournaments.ratings.services.entry_ratings import propose_rating
from tournaments.records import errors as records_audit
from tournaments.records.services.ruling_records import note_line_up, note_result, note_rulings_of_games
from tournaments.results import undo as results_undo
from tournaments.rounds import undo as rounds_undo
from tournaments.rounds.services.tie_breaks import follow_match
from tournaments.screens import errors as screens_audit
from tournaments.site import audit as site_audit
from tournaments.site import calendar_sources, live_channels, notice_sources
from tournaments.site import personal_data as site_personal_data
from tournaments.site import undo as site_undo
from tournaments.site.hall_events import events_of_the_day
from tournaments.site.pages.club_page import FRONT_PAGE
from tournaments.site.pages.codes import CODE_KINDS
from tournaments.site.pages.demo import demo_of_events
from tournaments.site.pages.desk_dashboard import (
    alert_items,
    call_items,
    dispute_items,
    entry_items,
    first_event_items,
    prize_items,
    round_items,
)
from tournaments.site.pages.desk_search import find_events, find_players, pinned_event
from tournaments.site.pages.member_dashboard import (
    challenge_items,
    league_items,
    match_items,
    night_items,
    own_places,
)
from tournaments.standings.selectors.snapshots import standings_faults
from tournaments.standings.services import publish_after_entry, publish_after_settings
from tournaments.teams import undo as teams_undo
from tournaments.webhooks import errors as webhooks_audit
from tournaments.webhooks.services.delivery import DELIVER_TASK

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (live_channels,)
NOTICE_GROUPS: Final[tuple[ModuleType, ...]] = (notice_sources,)
CALENDAR_SOURCES: Final[tuple[ModuleType, ...]] = (calendar_sources,)
UNDO: Final[tuple[ModuleType, ...]] = (
    site_undo,
    cases_undo,
    entries_undo,
    leagues_undo,
    ladders_undo,
    news_undo,
    nights_undo,
    ratings_undo,
    results_undo,
    rounds_undo,
    teams_undo,
    setup_undo,
)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (
    site_personal_data,
    ratings_personal_data,
    ladders_personal_data,
)

AUDIT_MESSAGES: Final[tuple[AuditMessages, ...]] = (
    entries_audit.AUDIT_MESSAGES,
    evening_audit.AUDIT_MESSAGES,
    live_boards_audit.AUDIT_MESSAGES,
    exchange_audit.AUDIT_MESSAGES,
    leagues_audit.AUDIT_MESSAGES,
    ladders_messages.AUDIT_MESSAGES,
    news_audit.AUDIT_MESSAGES,
    ratings_messages.AUDIT_MESSAGES,
    records_audit.AUDIT_MESSAGES,
    screens_audit.AUDIT_MESSAGES,
    setup_messages.AUDIT_MESSAGES,
    site_audit.AUDIT_MESSAGES,
    webhooks_audit.AUDIT_MESSAGES,
)

# What a lower feature sets off in a higher one; handlers run in this order.
HOOKS: Final[tuple[Connection, ...]] = (
    hooks.on_section_changed.runs(publish_after_settings),
    hooks.on_entry_joins.runs(propose_rating),
    hooks.on_entry_changed.runs(publish_after_entry),
    hooks.on_presence_changed.runs(note_presence, remove_phones_of_missing),
    hooks.before_round_proposed.runs(join_night),
    hooks.facts_for_pairing.runs(night_ratings),
    hooks.before_round_published.runs(add_fixtures_of_league, follow_round),
    hooks.before_boards_dropped.runs(drop_live_boards),
    hooks.on_boards_published.runs(notify_of_boards),
    hooks.on_result_changes.runs(follow_match, follow_night_result, note_result, follow_result),
    hooks.on_ruling_overruled.runs(note_overruling),
    hooks.on_dispute_opened.runs(open_case_of_dispute),
    hooks.on_dispute_settled.runs(close_case_of_dispute),
    hooks.on_game_tags_changed.runs(note_rulings_of_games),
    hooks.on_event_shown.runs(record_games_of_event),
    hooks.on_line_up_changed.runs(note_line_up),
    hooks.on_events_page.runs(demo_of_events),
    hooks.on_event_page.runs(queue_context),
    hooks.on_arbiter_queue.runs(alerts_in_queue),
    hooks.on_board_phone.runs(pad_of_players),
    hooks.on_check_in_page.runs(night_at_check_in),
    hooks.on_self_check_in.runs(open_after_check_in),
    hooks.on_round_page.runs(night_notes),
)

CONTENT_FAULTS: Final[tuple[ContentCheck, ...]] = (standings_faults,)
HELD_TASKS: Final = (ROUND_TASK, SLICE_TASK, DELIVER_TASK)
BESIDE_EVENTS: Final = (
    *("/desk/sections/", "/desk/rounds/", "/desk/pairings/", "/desk/entries/", "/desk/cases/"),
    "/desk/precedents/",
)
DESK_PAGES: Final = (
    DeskPage(
        "tournaments:desk_events",
        _("Events"),
        Capability.SEE_DESK,
        beside=BESIDE_EVENTS,
        group=DeskGroup.EVENTS,
        order=200,
    ),
    DeskPage(
        "tournaments:desk_ratings",
        _("Ratings"),
        Capability.RUN_EVENTS,
        beside=("/desk/rating-reports/",),
        group=DeskGroup.EVENTS,
        order=300,
    ),
    DeskPage(
        "tournaments:desk_ladders", _("Ladders"), Capability.KEEP_LADDERS, group=DeskGroup.EVENTS, order=500
    ),
)
PASS_PAGES: Final = (
    DeskPage("tournaments:calls_of_mine", _("Calls and incidents"), Capability.CORRECT_RESULTS, order=100),
    DeskPage("tournaments:hall", _("Enter results"), Capability.RECORD_RESULTS, order=200),
)
SEARCH: Final[Mapping[int, SearchFinder]] = {200: find_events, 400: find_players}
FRONT_PAGES: Final[tuple[FrontPage, ...]] = (FRONT_PAGE,)
PINNED_EVENTS: Final[tuple[PinFinder, ...]] = (pinned_event,)
DASHBOARD_ITEMS: Final[Mapping[int, DashboardItemFinder]] = {
    300: call_items,
    350: alert_items,
    400: dispute_items,
    500: entry_items,
    600: round_items,
    700: prize_items,
    800: challenge_items,
    900: night_items,
    1000: match_items,
    1100: league_items,
    1200: first_event_items,
}
HALL_EVENTS: Final[tuple[HallEventFinder, ...]] = (events_of_the_day,)
PERSONAL_PLACES: Final[Mapping[int, PersonalPlaceFinder]] = {100: own_places}


def register() -> None:
    """Apply the tables above."""
    add_audit_messages(*AUDIT_MESSAGES)
    add_content_checks(faults=CONTENT_FAULTS)
    hold_at_promotion(*HELD_TASKS)
    add_deletion_guards(guard_triggers.opened)
    add_place_checks(is_place_of_club)
    add_desk_pages(*DESK_PAGES)
    add_pass_pages(*PASS_PAGES)
    add_search(SEARCH)
    add_front_pages(*FRONT_PAGES)
    add_pinned_events(*PINNED_EVENTS)
    add_dashboard_items(DASHBOARD_ITEMS)
    add_personal_places(PERSONAL_PLACES)
    add_code_kinds(*CODE_KINDS)
    add_hall_events(*HALL_EVENTS)
    connect(*HOOKS)
