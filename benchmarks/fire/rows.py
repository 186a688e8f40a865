"""Rows of docs/reliability.md: what runs for each promise, where, and how long it may take.

`tests/project/test_reliability.py` compares this table with the document.
"""

from dataclasses import dataclass

SQLITE, SERVICES = "SQLite", "PostgreSQL and Redis"
BOTH = (SQLITE, SERVICES)
SHORT_SECONDS, FULL_SECONDS = 300, 5400


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One promise.

    `tests` includes the negative controls. `benchmarks` are modules of `benchmarks` that run on SQLite alone,
    in the full form only unless `is_quick`. A figure is a property of the JUnit file, recorded by a test with
    `record_property`, or a line `budget met: ...` of a benchmark.
    """

    id: str
    title: str
    goal: str
    tests: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    benchmarks: tuple[str, ...] = ()
    is_quick: bool = False
    stores: tuple[str, ...] = BOTH
    needs_browser: bool = False
    short_seconds: int = SHORT_SECONDS
    full_seconds: int = FULL_SECONDS

    @property
    def is_shown(self) -> bool:
        """True if the row has anything to run."""
        return bool(self.tests or self.benchmarks)


def tests_in(module: str, *names: str) -> tuple[str, ...]:
    """Return the node ids of tests of one module."""
    return tuple(f"tests/{module}::{name}" for name in names)


ROWS = (
    Row(
        id="R1",
        title="Many arbiters at once",
        goal="0 results lost, 0 doubled; a conflict is refused with both values",
        tests=(
            *tests_in(
                "stories/test_at_once.py",
                "test_twenty_helpers_enter_two_hundred_boards",
                "test_of_two_helpers_who_disagree_one_is_told",
                "test_a_result_that_meets_the_closing_of_its_round_is_in_or_refused",
            ),
            *tests_in("club/audit/test_audit_chain.py", "test_many_writers_leave_no_gap_and_no_fork"),
        ),
        controls=tests_in("club/audit/test_audit_chain.py", "test_without_the_lock_the_same_writers_collide"),
        stores=(SERVICES,),
    ),
    Row(
        id="R2",
        title="Requests sent twice",
        goal="one effect for each form",
        tests=(
            *tests_in(
                "tournaments/entries/test_entry_requests.py",
                "test_the_same_form_sent_twice_is_one_entry_and_one_mail",
            ),
            *tests_in("tournaments/cases/test_cases_api.py", "test_the_same_form_sent_twice_is_one_case"),
            *tests_in("tournaments/cases/test_case_page.py", "test_the_same_decision_sent_twice_rules_once"),
            *tests_in(
                "tournaments/live_boards/test_moves_in_play.py", "test_the_same_request_twice_is_one_change"
            ),
            *tests_in("club/joining/test_joining.py", "test_the_same_form_sent_twice_is_one_request"),
            *tests_in(
                "stories/test_club_life_at_once.py", "test_a_form_pressed_twice_is_one_request_and_one_mail"
            ),
        ),
    ),
    Row(
        id="R3",
        title="Processes killed",
        goal="0 half rounds, 0 confirmed rows lost, 0 jobs done twice",
        tests=(
            *tests_in(
                "club/jobs/test_jobs_killed.py",
                "test_killing_the_worker_loses_no_job_and_doubles_none",
                "test_a_chain_of_slices_goes_on_after_a_kill",
            ),
            *tests_in(
                "club/live/test_live_killed.py",
                "test_a_stream_goes_on_without_a_gap_when_worker_and_server_are_killed",
            ),
            *tests_in(
                "project/test_federation_killed.py",
                "test_an_import_and_its_stream_outlive_worker_page_server_and_redis",
            ),
            *tests_in("club/backups/test_backup_drill.py", "test_a_kill_in_the_middle_leaves_the_old_state"),
        ),
        short_seconds=600,
    ),
    Row(
        id="R4",
        title="Disk full or read-only",
        goal="0 half states, the cause in words, pages readable, writing again without a restart",
        tests=(
            *tests_in("club/core/test_disk_full.py", "test_a_full_disk_is_told_and_what_was_confirmed_stays"),
            *tests_in(
                "club/core/test_outages.py",
                "test_the_cause_is_recognized_by_its_code",
                "test_pages_and_api_say_what_is_wrong_and_work_again_afterwards",
            ),
            *tests_in("club/site/test_health.py", "test_a_full_disk_is_named"),
        ),
        controls=tests_in("club/core/test_outages.py", "test_other_errors_are_no_outages"),
    ),
    Row(
        id="R5",
        title="Clock set back",
        goal="order by sequence, no negative durations",
        tests=(
            *tests_in(
                "tournaments/results/test_clock_set_back.py",
                "test_results_are_undone_in_the_order_of_their_entry",
                "test_caches_and_live_pages_hear_of_every_result",
            ),
            *tests_in(
                "tournaments/live_boards/test_flags_and_standing_moves.py",
                "test_a_server_clock_that_is_set_back_gives_no_time",
            ),
        ),
        controls=(
            *tests_in(
                "tournaments/results/test_clock_set_back.py",
                "test_by_their_time_the_entries_have_another_order",
            ),
        ),
    ),
    Row(
        id="R6",
        title="Power cut",
        goal="0 confirmed rows lost",
        tests=tests_in(
            "club/management/test_serve.py",
            "test_the_embedded_database_is_safe_against_power_cuts_and_waiting_writers",
        ),
        stores=(SQLITE,),
    ),
    Row(
        id="R7",
        title="Redis absent, killed or slow",
        goal="0 failed answers",
        tests=(
            *tests_in("club/live/test_redis_lost.py", "test_pages_and_entry_go_on_whatever_redis_does"),
            *tests_in(
                "club/live/test_cache.py",
                "test_every_use_works_when_redis_is_dead",
                "test_redis_is_used_again_when_it_is_back",
            ),
            *tests_in("club/live/test_live_killed.py", "test_streams_and_pages_go_on_when_redis_dies"),
        ),
        controls=(*tests_in("club/live/test_redis_lost.py", "test_without_the_guard_every_entry_fails"),),
    ),
    Row(
        id="R8",
        title="Backup and restore",
        goal="the restored copy equals the snapshot; damage is found",
        tests=tests_in(
            "club/backups/test_backup_drill.py",
            "test_a_site_is_the_same_after_the_drill",
            "test_a_backup_made_while_the_site_writes_is_of_one_moment",
        ),
        controls=(
            *tests_in(
                "club/backups/test_backup_drill.py", "test_a_damaged_part_is_named_and_nothing_is_changed"
            ),
            *tests_in(
                "club/backups/test_backup_acts.py",
                "test_whatever_byte_is_changed_the_check_says_so_or_the_archive_holds",
            ),
        ),
    ),
    Row(
        id="R9",
        title="Life of an event in any order",
        goal="0 violations",
        tests=(
            *tests_in("stories/test_whole_events.py", "test_anything_a_director_does_leaves_a_sound_event"),
            *tests_in(
                "stories/test_more_events.py",
                "test_whatever_is_done_and_undone_leaves_a_sound_event",
                "test_so_does_an_event_of_teams",
            ),
            *tests_in("stories/test_desk_in_any_order.py", "test_the_desk_in_any_order"),
        ),
    ),
    Row(id="R10", title="Replay of the log", goal="every standing rebuilt to the byte"),
    Row(
        id="L1",
        title="Cached page",
        goal="half of the answers of a bare ASGI application",
        benchmarks=("published",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(id="L2", title="Pre-rendered page without Python", goal="25,000 answers a second for each core"),
    Row(
        id="L3",
        title="Uncached standings",
        goal="100 ms for 300 players, 9 rounds and 27 tie-breaks",
        benchmarks=("standings",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L4",
        title="Stampede at a new version",
        goal="1 rendering for each new version",
        tests=(
            *tests_in(
                "club/live/test_stampede.py",
                "test_a_crowd_has_a_new_version_rendered_once",
                "test_an_event_during_the_rendering_is_not_lost",
                "test_while_an_event_is_looked_into_nobody_gets_the_page_before_it",
            ),
        ),
        controls=(
            *tests_in("club/live/test_stampede.py", "test_without_the_lock_the_crowd_renders_it_many_times"),
        ),
        stores=(SQLITE,),
    ),
    Row(
        id="L5",
        title="Listeners of a live page",
        goal="p99 250 ms and 16 kB each at 2,000 listeners",
        benchmarks=("live",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(id="L6", title="Reconnect storm", goal="10,000 listeners back within 10 s"),
    Row(id="L7", title="Soak", goal="growth of memory under 1 % an hour"),
    Row(id="L8", title="Writers during an import", goal="0 lock errors, result entry p99 200 ms"),
    Row(
        id="L9",
        title="Import killed",
        goal="every game once",
        tests=tests_in(
            "games/archive/test_archive_imports.py",
            "test_kill_9_in_the_middle_loses_nothing_and_doubles_nothing",
            "test_the_same_file_again_brings_in_nothing",
        ),
    ),
    Row(id="L10", title="Slow laptop disk", goal="result entry p99 100 ms"),
    Row(
        id="S1",
        title="Permissions of every address",
        goal="every address, method, role and club as in the matrix",
        tests=tests_in(
            "site/test_every_address.py",
            "test_every_address_keeps_what_all_promise",
            "test_every_address_keeps_it_to_everybody",
            "test_nothing_is_left_out_of_the_plan",
        ),
        controls=tests_in("site/test_every_address.py", "test_every_broken_promise_is_found"),
    ),
    Row(
        id="S2",
        title="API against its schema",
        goal="0 server errors, 0 undocumented statuses",
        tests=tests_in(
            "site/test_api_schema.py",
            "test_a_stranger_is_answered_as_written",
            "test_a_token_is_answered_as_written",
            "test_every_operation_is_asked",
        ),
    ),
    Row(
        id="S3",
        title="Hostile files",
        goal="refused or read in bounded time and memory",
        tests=(
            *tests_in("site/test_hostile_files.py", "test_every_reader_reads_or_refuses_every_file"),
            *tests_in(
                "games/pdn/test_pdn_bad_input.py",
                "test_a_line_of_letters_without_end_is_refused_early_in_little_memory",
                "test_a_hundred_thousand_brackets_are_flattened_not_followed",
                "test_random_bytes_never_stop_the_reader",
                "test_no_repeated_text_takes_more_than_linear_time",
            ),
            *tests_in(
                "games/archive/test_archive_imports.py",
                "test_a_gigabyte_in_one_line_is_refused_at_the_limit_and_leaves_nothing",
            ),
            *tests_in(
                "tournaments/exchange/test_mutated_reports.py",
                "test_every_command_answers_or_refuses_a_damaged_report",
            ),
            *tests_in("tournaments/exchange/test_player_lists.py", "test_a_file_that_unpacks_without_end"),
            *tests_in(
                "club/banking/test_bank_files.py",
                "test_nothing_but_a_named_fault_comes_of_any_bytes",
                "test_a_zip_is_bounded",
            ),
            *tests_in("tournaments/cases/test_case_photos.py", "test_a_bomb_is_refused_before_it_is_decoded"),
        ),
        controls=(
            *tests_in(
                "tournaments/exchange/test_mutated_reports.py",
                "test_the_reports_are_read_when_nothing_is_damaged",
            ),
            *tests_in("site/test_hostile_files.py", "test_a_reader_without_bounds_is_found"),
        ),
    ),
    Row(
        id="S4",
        title="Injected markup",
        goal="shown as text on every page",
        tests=tests_in(
            "site/test_pages.py",
            "test_html_in_names_and_comments_is_shown_as_text",
            "test_html_in_a_pasted_record_is_shown_as_text",
        ),
    ),
    Row(
        id="S5",
        title="Guessed passwords",
        goal="5 passwords hashed for each account in 5 minutes, 20 for each address in a minute",
        tests=(
            *tests_in(
                "club/accounts/test_sign_in.py", "test_guessing_is_stopped_before_a_password_is_hashed"
            ),
            *tests_in(
                "club/accounts/test_sign_in_flood.py",
                "test_one_address_has_few_passwords_hashed",
                "test_one_account_has_few_passwords_hashed_from_any_address",
                "test_another_address_and_account_sign_in_during_the_flood",
            ),
        ),
        controls=(
            *tests_in("club/accounts/test_sign_in_flood.py", "test_without_limits_every_guess_is_hashed"),
        ),
    ),
    Row(
        id="S6",
        title="Altered audit log",
        goal="100 % found",
        tests=(
            *tests_in("club/audit/test_every_alteration.py", "test_every_alteration_of_every_entry_is_found"),
            *tests_in(
                "club/audit/test_audit_chain.py",
                "test_the_first_broken_link_is_named",
                "test_an_entry_resealed_by_a_forger_breaks_the_next_link",
                "test_the_database_refuses_every_change",
            ),
            *tests_in(
                "club/audit/test_blanking.py",
                "test_any_writes_and_blankings_hold_and_any_other_change_breaks",
            ),
        ),
        controls=(
            *tests_in("club/audit/test_every_alteration.py", "test_what_the_hash_leaves_out_is_not_found"),
        ),
    ),
    Row(id="S7", title="ASVS 5.0", goal="a verdict and a test for each requirement"),
    Row(
        id="S8",
        title="Headers and deployment check",
        goal="every header on every address, 0 warnings",
        tests=tests_in(
            "site/test_headers.py",
            "test_refusals_and_files_too",
            "test_https_is_kept_to_even_after_a_refusal",
        ),
        controls=tests_in("site/test_every_address.py", "test_a_header_that_is_missing_is_found"),
    ),
    Row(id="S9", title="Dependencies", goal="0 known vulnerabilities"),
    Row(
        id="Q1",
        title="Rules of the game",
        goal="0 differences from a second implementation and from published counts",
        tests=(
            *tests_in(
                "games/rules/test_against_rivals.py",
                "test_random_positions_have_the_moves_of_the_rules_written_again",
            ),
            *tests_in("games/rules/test_node_counts.py", "test_node_counts_equal_the_published_ones"),
            *tests_in("games/rules/test_both_forms.py", "test_both_forms_say_the_same_of_random_positions"),
        ),
        controls=tests_in(
            "games/rules/test_against_rivals.py", "test_a_known_fault_shows_where_it_is_said_to"
        ),
        benchmarks=("node_counts", "forms"),
        stores=(SQLITE,),
    ),
    Row(
        id="Q2",
        title="Pairings",
        goal="0 unexplained differences from a second program",
        tests=(
            *tests_in(
                "tournaments/pairing/test_dutch_completeness.py",
                "test_a_round_is_refused_only_if_there_is_none",
            ),
            *tests_in(
                "tournaments/pairing/test_dutch_engine.py",
                "test_every_round_is_legal_and_everybody_is_in_it_once",
            ),
            *tests_in(
                "tournaments/pairing/test_teams_against_gacrux.py",
                "test_random_rounds_differ_from_gacrux_by_known_readings_alone",
            ),
        ),
        controls=tests_in(
            "tournaments/pairing/test_dutch_engine.py",
            "test_without_any_of_its_pairs_a_round_is_worse_or_later_in_order",
        ),
        benchmarks=("team_swiss",),
        stores=(SQLITE,),
    ),
    Row(id="Q3", title="Mutation tests", goal="95 % of mutants found"),
    Row(
        id="Q4",
        title="Queries of a page",
        goal="a fixed number for each page, whatever the number of rows",
        tests=(
            *tests_in(
                "site/test_query_budgets.py",
                "test_every_page_keeps_its_budget",
                "test_every_page_of_an_event_keeps_its_budget",
            ),
            *tests_in(
                "site/test_panel_budgets.py", "test_pages_keep_their_budgets_whatever_the_number_of_players"
            ),
        ),
    ),
    Row(
        id="O1",
        title="Entry without a network",
        goal="every result arrives once",
        tests=tests_in(
            "browser/test_fast_results.py",
            "test_twenty_boards_by_board_number_and_key",
            "test_a_result_waits_while_the_server_cannot_store_it",
        ),
        stores=(SQLITE,),
        needs_browser=True,
    ),
    Row(id="O2", title="Entry through a bad network", goal="acknowledged within 100 ms, arrived within 5 s"),
)
