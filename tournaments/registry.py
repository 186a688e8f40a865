"""Registry of the tournaments app; `TournamentsConfig.ready` imports this and calls `register`.

Modules in tuples of modules register their handlers when they are imported, by their decorators. The other
tables take effect in `register`. `tests/test_registries.py` fails for a handler that is missing here.

"""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords, add_audit_words
from club.core.capabilities import Capability
from club.core.messages import add_texts
from club.core.pages.desk import (
    DeskPage,
    FindsOwnPlaces,
    FindsWaiting,
    add_desk_pages,
    add_own_places,
    add_pass_pages,
    add_waiting,
)
from club.organisations.deletion_guards import add_deletion_guards
from tournaments import tasks
from tournaments.appeals import undo as ways_back_of_appeals
from tournaments.cases import case_texts
from tournaments.cases import undo as ways_back_of_cases
from tournaments.cases.pages.arbiter_queue import queue_of
from tournaments.cases.services.disputed_results import close_case_of_dispute, open_case_of_dispute
from tournaments.core import hooks
from tournaments.core import triggers as kept_guard
from tournaments.core.hooks import Connection, connect
from tournaments.entries import texts as admission_texts
from tournaments.entries import undo as ways_back_of_entries
from tournaments.events import desk_texts, setup_texts, system_texts
from tournaments.events.undo import equipment as ways_back_of_equipment
from tournaments.events.undo import setup as ways_back_of_setup
from tournaments.exchange import file_texts
from tournaments.ladders import personal_data as holdings_of_ladders
from tournaments.ladders import texts as ladder_texts
from tournaments.ladders import undo as ways_back_of_ladders
from tournaments.leagues import fixture_words
from tournaments.leagues import texts as fixture_texts
from tournaments.leagues import undo as ways_back_of_fixtures
from tournaments.leagues.services.leagues import add_fixtures_of_league
from tournaments.nights import texts as night_texts
from tournaments.nights import undo as ways_back_of_nights
from tournaments.nights.pages.panels import night_at_check_in, night_told
from tournaments.nights.services.attendance import join_night, note_presence
from tournaments.nights.services.night_results import hold_and_follow
from tournaments.ratings import texts as rating_texts
from tournaments.ratings import undo as ways_back_of_ratings
from tournaments.ratings.selectors.live_ratings import night_ratings
from tournaments.ratings.services.entry_ratings import propose_rating
from tournaments.records import texts as record_texts
from tournaments.records import undo as ways_back_of_records
from tournaments.records.services.ruling_records import note_line_up, note_result, note_rulings_of_games
from tournaments.results import doubt_texts, report_texts
from tournaments.rounds import undo as ways_back_of_rounds
from tournaments.rounds.services.tie_breaks import follow_match
from tournaments.screens import texts as screen_texts
from tournaments.screens import undo as ways_back_of_screens
from tournaments.site import (
    audit as audit_words,
)
from tournaments.site import (
    calendar_sources,
    live_channels,
    notice_sources,
)
from tournaments.site import merge as carried
from tournaments.site import personal_data as holdings
from tournaments.site import (
    texts as merge_texts,
)
from tournaments.site import undo as ways_back
from tournaments.site.pages.demo import demo_of_events
from tournaments.site.pages.desk_waiting import (
    calls_waiting,
    disputes_waiting,
    entries_waiting,
    prizes_waiting,
    rounds_waiting,
)
from tournaments.site.pages.own_waiting import (
    challenges_waiting,
    leagues_in_wait,
    matches_in_wait,
    nights_in_wait,
    places_of_mine,
)
from tournaments.standings.services import keep_after_entry, keep_after_settings

JOBS: Final[tuple[ModuleType, ...]] = (tasks,)
CHANNELS: Final[tuple[ModuleType, ...]] = (live_channels,)
NOTICE_GROUPS: Final[tuple[ModuleType, ...]] = (notice_sources,)
CALENDAR_SOURCES: Final[tuple[ModuleType, ...]] = (calendar_sources,)
UNDO: Final[tuple[ModuleType, ...]] = (
    ways_back,
    ways_back_of_appeals,
    ways_back_of_cases,
    ways_back_of_entries,
    ways_back_of_equipment,
    ways_back_of_fixtures,
    ways_back_of_ladders,
    ways_back_of_nights,
    ways_back_of_ratings,
    ways_back_of_records,
    ways_back_of_rounds,
    ways_back_of_screens,
    ways_back_of_setup,
)
MERGING: Final[tuple[ModuleType, ...]] = (carried,)
PERSONAL_DATA: Final[tuple[ModuleType, ...]] = (holdings, holdings_of_ladders)

AUDIT_WORDS: Final[tuple[AuditWords, ...]] = (
    admission_texts.AUDIT_WORDS,
    file_texts.AUDIT_WORDS,
    fixture_words.AUDIT_WORDS,
    ladder_texts.AUDIT_WORDS,
    rating_texts.AUDIT_WORDS,
    record_texts.AUDIT_WORDS,
    screen_texts.AUDIT_WORDS,
    setup_texts.AUDIT_WORDS,
    audit_words.AUDIT_WORDS,
)
REFUSALS: Final[tuple[Mapping[str, tuple[Any, Any]], ...]] = (
    admission_texts.TEXTS,
    case_texts.TEXTS,
    desk_texts.TEXTS,
    doubt_texts.TEXTS,
    file_texts.TEXTS,
    fixture_texts.TEXTS,
    ladder_texts.TEXTS,
    merge_texts.TEXTS,
    night_texts.TEXTS,
    rating_texts.TEXTS,
    record_texts.TEXTS,
    report_texts.TEXTS,
    screen_texts.TEXTS,
    setup_texts.TEXTS,
    system_texts.TEXTS,
)

# What a lower feature sets off in a higher one; handlers run in this order.
HOOKS: Final[tuple[Connection, ...]] = (
    hooks.on_section_changed.runs(keep_after_settings),
    hooks.on_entry_joins.runs(propose_rating),
    hooks.on_entry_changed.runs(keep_after_entry),
    hooks.on_presence_changed.runs(note_presence),
    hooks.before_round_proposed.runs(join_night),
    hooks.facts_for_pairing.runs(night_ratings),
    hooks.before_round_published.runs(add_fixtures_of_league),
    hooks.on_result_changes.runs(follow_match, hold_and_follow, note_result),
    hooks.on_dispute_opened.runs(open_case_of_dispute),
    hooks.on_dispute_settled.runs(close_case_of_dispute),
    hooks.on_game_tags_changed.runs(note_rulings_of_games),
    hooks.on_line_up_changed.runs(note_line_up),
    hooks.on_events_page.runs(demo_of_events),
    hooks.on_event_page.runs(queue_of),
    hooks.on_check_in_page.runs(night_at_check_in),
    hooks.on_round_page.runs(night_told),
)

BESIDE_EVENTS: Final = (
    *("/desk/sections/", "/desk/rounds/", "/desk/pairings/", "/desk/entries/", "/desk/cases/"),
    "/desk/precedents/",
)
DESK_PAGES: Final = (
    DeskPage("tournaments:desk_events", _("Events"), Capability.SEE_DESK, beside=BESIDE_EVENTS, order=200),
    DeskPage(
        "tournaments:desk_ratings",
        _("Ratings"),
        Capability.RUN_EVENTS,
        beside=("/desk/rating-reports/",),
        order=300,
    ),
    DeskPage("tournaments:desk_ladders", _("Ladders"), Capability.KEEP_LADDERS, order=500),
)
PASS_PAGES: Final = (
    DeskPage("tournaments:calls_of_mine", _("Calls and incidents"), Capability.CORRECT_RESULTS, order=100),
    DeskPage("tournaments:hall", _("Enter results"), Capability.RECORD_RESULTS, order=200),
)
DESK_WAITING: Final[Mapping[int, FindsWaiting]] = {
    300: calls_waiting,
    400: disputes_waiting,
    500: entries_waiting,
    600: rounds_waiting,
    700: prizes_waiting,
    800: challenges_waiting,
    900: nights_in_wait,
    1000: matches_in_wait,
    1100: leagues_in_wait,
}
DESK_OWN: Final[Mapping[int, FindsOwnPlaces]] = {100: places_of_mine}


def register() -> None:
    """Apply the tables above."""
    add_audit_words(*AUDIT_WORDS)
    add_texts(*REFUSALS)
    add_deletion_guards(kept_guard.opened)
    add_desk_pages(*DESK_PAGES)
    add_pass_pages(*PASS_PAGES)
    add_waiting(DESK_WAITING)
    add_own_places(DESK_OWN)
    connect(*HOOKS)
