"""Rows of docs/reliability.md: what runs for each promise, where, and how long it may take.

`tests/project/test_reliability.py` compares this table with the document.
"""

from dataclasses import dataclass

SQLITE, SERVICES = "SQLite", "PostgreSQL and Redis"
BOTH = (SQLITE, SERVICES)
SHORT_SECONDS, FULL_SECONDS = 300, 5400
BROWSER_TESTS = "tests/browser/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One promise.

    `tests` includes the negative controls. `benchmarks` are modules of `benchmarks` that run on SQLite alone,
    in the full form only unless `is_quick`. `faulty` are benchmarks without a guard, with the option that
    takes it away: they have to miss their budget. A figure is a property of the JUnit file, recorded by a
    test with `record_property`, or a line `budget met: ...` of a benchmark.
    """

    id: str
    title: str
    goal: str
    tests: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    benchmarks: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()
    is_quick: bool = False
    stores: tuple[str, ...] = BOTH
    short_seconds: int = SHORT_SECONDS
    full_seconds: int = FULL_SECONDS

    @property
    def is_shown(self) -> bool:
        """True if the row has anything to run."""
        return bool(self.tests or self.benchmarks)

    def tests_on(self, store: str) -> tuple[tuple[str, ...], ...]:
        """Return what runs on a store, controls included: tests without a browser, and those with one.

        The two need processes of their own, and sites of the tests with a browser are on SQLite alone.
        """
        every = (*self.tests, *self.controls)
        others = tuple(one for one in every if not one.startswith(BROWSER_TESTS))
        browsing = tuple(one for one in every if one not in others and store == SQLITE)
        return tuple(part for part in (others, browsing) if part)


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
            *tests_in(
                "stories/test_hall_of_arbiters.py", "test_what_32_arbiters_are_confirmed_is_there_once"
            ),
            *tests_in(
                "stories/test_club_races.py",
                "test_of_two_services_on_the_same_rows_each_is_done_or_refused",
                "test_of_two_services_that_have_locked_their_rows_none_waits_for_the_other",
            ),
            *tests_in("project/test_raced_services.py", "test_every_service_that_locks_a_row_is_raced"),
        ),
        controls=(
            *tests_in("club/audit/test_audit_chain.py", "test_without_the_lock_the_same_writers_collide"),
            *tests_in(
                "stories/test_hall_of_arbiters.py",
                "test_without_lock_and_version_results_are_lost_and_found_out",
                "test_an_impossible_history_is_found",
            ),
            *tests_in(
                "stories/test_club_races.py",
                "test_a_service_that_reads_before_it_locks_is_found",
                "test_locks_of_keys_are_found",
            ),
            *tests_in("project/test_raced_services.py", "test_a_service_that_is_in_no_race_is_found"),
        ),
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
            *tests_in("browser/test_sent_again.py", "test_every_key_has_one_effect_and_one_answer"),
            *tests_in(
                "club/site/test_static_files.py", "test_a_module_is_imported_by_the_name_that_a_page_loads"
            ),
            *tests_in("browser/test_fast_results.py", "test_the_question_shown_is_the_last_one_asked"),
            *tests_in(
                "browser/test_seats.py",
                "test_a_swap_made_before_the_answer_to_the_last_one_is_sent_after_it",
            ),
        ),
        controls=tests_in("browser/test_sent_again.py", "test_without_the_key_copies_act_again"),
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
            *tests_in("stories/test_kills.py", "test_a_program_of_kills_leaves_nothing_half_lost_or_doubled"),
        ),
        controls=tests_in("stories/test_kills.py", "test_without_transactions_half_rounds_are_found"),
        short_seconds=900,
        full_seconds=10800,
    ),
    Row(
        id="R4",
        title="Disk full, a new address, sleep",
        goal="0 half states, the cause in words, pages readable, writing again without a restart",
        tests=(
            *tests_in(
                "club/core/test_disk_full.py",
                "test_a_full_disk_is_told_and_what_was_confirmed_stays",
                "test_a_disk_without_free_files_loses_nothing",
            ),
            *tests_in(
                "club/core/test_outages.py",
                "test_the_cause_is_recognized_by_its_code",
                "test_pages_and_api_say_what_is_wrong_and_work_again_afterwards",
            ),
            *tests_in("club/site/test_health.py", "test_a_full_disk_is_named"),
            *tests_in(
                "club/hall/test_new_address.py",
                "test_the_laptop_changes_its_address_in_the_middle_of_a_round",
            ),
            *tests_in("club/hall/test_hall.py", "test_a_full_disk_keeps_no_phone_from_a_new_address"),
            *tests_in("stories/test_sleeping_laptop.py", "test_a_round_goes_on_after_each_sleep"),
            *tests_in("browser/test_live.py", "test_a_stream_that_has_gone_quiet_is_opened_again"),
            *tests_in(
                "tournaments/live_boards/test_flags_and_standing_moves.py",
                "test_a_flag_of_a_sleep_says_that_moves_may_be_missing",
            ),
        ),
        controls=(
            *tests_in("club/core/test_outages.py", "test_other_errors_are_no_outages"),
            *tests_in("club/hall/test_new_address.py", "test_without_the_watch_phones_do_not_get_in"),
            *tests_in(
                "stories/test_sleeping_laptop.py",
                "test_a_worker_that_sleeps_while_another_works_on_shows_a_double",
            ),
        ),
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
        tests=(
            *tests_in(
                "club/management/test_serve.py",
                "test_the_embedded_database_is_safe_against_power_cuts_and_waiting_writers",
            ),
            *tests_in("club/core/test_power_cut.py", "test_a_power_cut_loses_no_confirmed_result"),
            *tests_in(
                "club/core/test_power_cut_postgresql.py",
                "test_a_power_cut_of_postgresql_loses_no_confirmed_result",
            ),
        ),
        controls=(
            *tests_in("club/core/test_power_cut.py", "test_without_flushes_confirmed_results_are_lost"),
            *tests_in(
                "club/core/test_power_cut_postgresql.py",
                "test_without_its_guards_postgresql_loses_confirmed_results",
            ),
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
        tests=(
            *tests_in(
                "club/backups/test_backup_drill.py",
                "test_a_site_is_the_same_after_the_drill",
                "test_a_backup_made_while_the_site_writes_is_of_one_moment",
            ),
            *tests_in(
                "club/backups/test_follow.py",
                "test_what_was_confirmed_is_in_the_copy_or_named_and_the_second_machine_goes_on",
            ),
            *tests_in("club/live/test_hub.py", "test_a_second_machine_is_behind_until_it_has_read"),
            *tests_in(
                "club/backups/test_site_copies.py",
                "test_the_desk_says_since_when_the_second_machine_has_had_no_changes",
            ),
        ),
        controls=(
            *tests_in(
                "club/backups/test_backup_drill.py", "test_a_damaged_part_is_named_and_nothing_is_changed"
            ),
            *tests_in(
                "club/backups/test_backup_acts.py",
                "test_whatever_byte_is_changed_the_check_says_so_or_the_archive_holds",
            ),
            *tests_in("club/backups/test_follow.py", "test_without_the_journal_losses_are_not_named"),
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
            *tests_in(
                "stories/test_event_lives.py",
                "test_whatever_happens_in_the_life_of_an_event_its_rows_agree",
            ),
        ),
        controls=tests_in("stories/test_event_lives.py", "test_a_planted_fault_is_found"),
        full_seconds=28800,
    ),
    Row(
        id="R10",
        title="Replay of the log",
        goal="every standing rebuilt to the byte",
        tests=(
            *tests_in(
                "tournaments/standings/test_log_replay.py", "test_the_log_alone_leads_to_every_publication"
            ),
            *tests_in(
                "tournaments/site/test_demo_event.py", "test_the_log_leads_to_the_standings_of_the_demo"
            ),
            *tests_in("stories/test_whole_events.py", "test_anything_a_director_does_leaves_a_sound_event"),
            *tests_in(
                "stories/test_more_events.py",
                "test_whatever_is_done_and_undone_leaves_a_sound_event",
                "test_so_does_an_event_of_teams",
            ),
        ),
        controls=(
            *tests_in(
                "tournaments/standings/test_log_replay.py",
                "test_an_entry_that_is_left_out_is_named",
                "test_an_entry_that_is_changed_is_named",
            ),
        ),
    ),
    Row(
        id="L1",
        title="Cached page",
        goal="half of the answers of a bare ASGI application",
        benchmarks=("published",),
        faulty=("published --without-cache",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L2",
        title="Pre-rendered page without Python",
        goal="25,000 answers a second for each core",
        benchmarks=("static_copy",),
        stores=(SQLITE,),
    ),
    Row(
        id="L3",
        title="Uncached standings",
        goal="100 ms for 300 players, 9 rounds and 27 tie-breaks",
        benchmarks=("standings",),
        faulty=("standings --one-by-one",),
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
        faulty=("live --slow-poll",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L6",
        title="Reconnect storm",
        goal="10,000 listeners back within 10 s",
        benchmarks=("reconnect",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L7",
        title="Soak",
        goal="growth of memory under 1 % an hour",
        benchmarks=("soak",),
        stores=(SQLITE,),
        full_seconds=9000,
    ),
    Row(
        id="L8",
        title="Writers during an import",
        goal="0 lock errors, result entry p99 200 ms",
        tests=(
            *tests_in(
                "games/archive/test_archive_imports.py", "test_games_are_judged_while_nothing_is_locked"
            ),
            *tests_in(
                "club/config/test_sqlite_turns.py",
                "test_a_writer_of_another_process_that_hardly_pauses_is_not_waited_for_long",
            ),
        ),
        benchmarks=("busy_import",),
        stores=(SQLITE,),
    ),
    Row(
        id="L9",
        title="Import killed",
        goal="every game once",
        tests=tests_in(
            "games/archive/test_archive_imports.py",
            "test_kill_9_in_the_middle_loses_nothing_and_doubles_nothing",
            "test_the_same_file_again_brings_in_nothing",
        ),
        controls=tests_in(
            "games/archive/test_archive_imports.py",
            "test_without_its_transaction_a_killed_slice_is_read_twice",
        ),
    ),
    Row(
        id="L10",
        title="Slow laptop disk",
        goal="result entry p99 100 ms",
        benchmarks=("slow_disk",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L11",
        title="The desk comes first",
        goal="result entry at most twice its quiet p99 beside 50 connections of a stranger on any address",
        tests=(
            *tests_in(
                "club/live/test_lanes.py",
                "test_the_desk_is_answered_while_strangers_fill_their_lane",
                "test_strangers_go_one_at_a_time_while_the_desk_works",
                "test_addresses_take_turns",
                "test_who_is_beyond_a_limit_waits_and_holds_no_turn",
                "test_a_cached_page_waits_for_the_desk_a_moment",
            ),
            *tests_in(
                "club/live/test_public_process.py",
                "test_the_desk_is_answered_here_while_the_second_process_computes",
                "test_a_process_that_hangs_ends_and_says_where",
                "test_what_is_passed_on",
            ),
        ),
        controls=tests_in("club/live/test_lanes.py", "test_an_invented_session_is_a_stranger"),
        benchmarks=("desk_first",),
        faulty=("desk_first --without-lanes",),
        stores=(SQLITE,),
    ),
    Row(
        id="L12",
        title="Publication before a crowd",
        goal="result entry p99 300 ms while 1,000 browsers reload and 5,000 listen",
        benchmarks=("publication",),
        is_quick=True,
        stores=(SQLITE,),
    ),
    Row(
        id="L13",
        title="Largest bodies",
        goal="memory at most a fifth more after 1,000 of the largest requests than after ten",
        tests=(
            *tests_in(
                "games/judging/test_request_bounds.py",
                "test_a_text_with_too_many_parts_is_refused",
            ),
            *tests_in(
                "club/config/test_answered_requests.py",
                "test_nothing_large_waits_for_a_full_collection",
                "test_what_forms_and_fields_hold_is_collected_after_a_large_body",
            ),
        ),
        controls=tests_in(
            "club/config/test_answered_requests.py", "test_a_handler_that_keeps_its_requests_is_found"
        ),
        benchmarks=("bodies",),
        faulty=("bodies --keeping",),
        stores=(SQLITE,),
    ),
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
            "test_each_role_is_answered_as_written_about_its_own_rows",
            "test_every_role_asks_in_each_run",
            "test_every_operation_is_asked",
        ),
        controls=tests_in("site/test_api_schema.py", "test_an_answer_that_is_not_written_is_found"),
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
            *tests_in(
                "site/test_fuzz_corpus.py",
                "test_every_kept_file_is_read_or_refused",
                "test_every_reader_reads_one_of_its_seeds",
            ),
        ),
        controls=(
            *tests_in(
                "site/test_fuzz_corpus.py",
                "test_a_kept_file_that_a_reader_cannot_take_is_found",
                "test_the_fuzzer_finds_a_planted_fault",
            ),
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
        tests=(
            *tests_in(
                "site/test_planted_markers.py",
                "test_every_page_shows_markers_as_text",
                "test_every_text_field_is_planted_or_its_reason_is_given",
            ),
            *tests_in("site/test_planted_forms.py", "test_every_form_takes_markers_as_text"),
            *tests_in("browser/test_planted_pages.py", "test_no_marker_is_more_than_text"),
            *tests_in(
                "club/paper/test_formula_cells.py",
                "test_no_cell_of_a_list_is_a_formula",
                "test_a_list_is_read_back_as_it_was",
                "test_a_spreadsheet_is_read_back_as_it_was",
            ),
            *tests_in("club/paper/test_active_sheets.py", "test_a_name_is_printed_as_it_is"),
            *tests_in(
                "site/test_pages.py",
                "test_html_in_names_and_comments_is_shown_as_text",
                "test_html_in_a_pasted_record_is_shown_as_text",
            ),
            *tests_in(
                "club/notices/test_planted_mails.py",
                "test_no_marker_in_a_subject_becomes_a_header",
                "test_a_notice_with_markers_everywhere_is_one_mail_to_each",
            ),
            *tests_in("games/pdn/test_pdn_planted.py", "test_markers_come_back_as_they_were"),
            *tests_in(
                "tournaments/site/test_planted_copy.py", "test_markers_are_text_on_every_page_of_a_copy"
            ),
            *tests_in(
                "site/test_texts_of_requests.py", "test_a_text_that_no_database_takes_is_no_server_error"
            ),
        ),
        controls=(
            *tests_in("club/notices/test_planted_mails.py", "test_a_header_that_a_marker_adds_is_found"),
            *tests_in("games/pdn/test_pdn_planted.py", "test_a_writer_that_does_not_escape_is_found"),
            *tests_in("tournaments/site/test_planted_copy.py", "test_a_name_that_is_not_escaped_is_found"),
            *tests_in(
                "site/test_planted_markers.py",
                "test_a_field_that_is_not_escaped_is_found",
                "test_every_marker_is_found_in_some_context_that_does_not_escape_it",
            ),
            *tests_in("browser/test_planted_pages.py", "test_a_name_that_is_not_escaped_is_found"),
            *tests_in("club/paper/test_formula_cells.py", "test_without_the_quote_formulas_are_found"),
            *tests_in("club/paper/test_active_sheets.py", "test_a_link_is_found"),
        ),
    ),
    Row(
        id="S5",
        title="Guessed passwords",
        goal="hashed: 5 for an account in 5 minutes, 20 for an address in a minute, 3 a second for each core",
        tests=(
            *tests_in(
                "club/accounts/test_sign_in.py", "test_guessing_is_stopped_before_a_password_is_hashed"
            ),
            *tests_in(
                "club/accounts/test_sign_in_flood.py",
                "test_one_address_has_few_passwords_hashed",
                "test_one_account_has_few_passwords_hashed_from_any_address",
                "test_another_address_and_account_sign_in_during_the_flood",
                "test_a_thousand_addresses_at_a_thousand_accounts_are_bounded_together",
                "test_pages_hash_nothing_and_are_answered_during_the_flood",
                "test_a_person_known_on_the_device_signs_in_during_the_flood",
                "test_a_stranger_gets_in_when_a_place_is_free",
            ),
            *tests_in("club/live/test_lanes.py", "test_pages_and_known_devices_do_not_wait_behind_guesses"),
        ),
        controls=(
            *tests_in(
                "club/accounts/test_sign_in_flood.py",
                "test_without_limits_every_guess_is_hashed",
                "test_without_the_bound_guesses_from_everywhere_are_all_hashed",
            ),
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
    Row(
        id="S7",
        title="ASVS 5.0",
        goal="a verdict and a test for each requirement",
        tests=(
            *tests_in(
                "project/test_asvs.py",
                "test_each_requirement_is_answered_once_and_what_it_names_exists",
                "test_the_list_has_the_requirements_of_the_standard",
            ),
            *tests_in(
                "club/accounts/test_account_security.py",
                "test_obvious_passwords_are_refused",
                "test_a_session_ends_at_a_fixed_time_after_the_sign_in",
                "test_a_session_has_another_key_after_each_authentication",
                "test_a_code_of_an_authenticator_app_signs_in_once",
                "test_programs_are_refused_over_plain_http_and_pages_redirected",
            ),
        ),
        controls=(
            *tests_in("project/test_asvs.py", "test_a_fault_of_the_sheet_is_found"),
            *tests_in(
                "club/accounts/test_account_security.py",
                "test_without_the_limit_a_session_that_is_used_never_ends",
                "test_without_our_memory_a_code_signs_in_again_after_a_step",
            ),
        ),
    ),
    Row(
        id="S8",
        title="Headers and deployment check",
        goal="every header on every address, 0 warnings",
        tests=tests_in(
            "site/test_headers.py",
            "test_refusals_and_files_too",
            "test_https_is_kept_to_even_after_a_refusal",
            "test_the_headers_score_as_high_as_the_observatory_has_it",
        )
        + tests_in("club/config/test_settings.py", "test_production_settings_leave_nothing_to_improve"),
        controls=tests_in("site/test_every_address.py", "test_a_header_that_is_missing_is_found")
        + tests_in("site/test_headers.py", "test_a_page_without_its_protection_scores_less"),
    ),
    Row(
        id="S9",
        title="Dependencies",
        goal="0 known vulnerabilities",
        tests=tests_in(
            "project/test_sbom.py",
            "test_the_list_has_every_package_of_the_lock",
            "test_every_file_of_others_is_listed_with_its_digest",
        ),
        controls=tests_in("project/test_sbom.py", "test_a_fault_of_the_list_is_found"),
        stores=(SQLITE,),
    ),
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
    Row(
        id="Q3",
        title="Mutation tests",
        goal="95 % of mutants found",
        tests=(
            *tests_in("project/test_mutants.py", "test_every_area_names_what_is_there"),
            *tests_in(
                "games/laws/test_touch_records.py",
                "test_a_legal_move_may_not_be_taken_back",
            ),
            *tests_in(
                "tournaments/pairing/test_dutch_graph.py",
                "test_players_leave_a_bracket_by_an_exit_exactly_where_nothing_better_is_possible",
            ),
            *tests_in(
                "club/money/test_books.py",
                "test_no_less_than_one_cent_is_put_on_an_invoice",
            ),
        ),
        controls=tests_in(
            "project/test_mutants.py",
            "test_survivors_are_found_and_the_others_are_killed",
            "test_the_list_of_survivors_is_strict",
        ),
        stores=(SQLITE,),
    ),
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
        controls=tests_in("site/test_query_budgets.py", "test_a_page_that_asks_for_each_row_is_found"),
    ),
    Row(
        id="O1",
        title="Entry without a network",
        goal="50 of 50 entries once, after 30 minutes without a network and two kills of the browser",
        tests=(
            *tests_in(
                "browser/test_outbox.py",
                "test_fifty_entries_without_network_arrive_once_though_the_browser_is_killed_twice",
                "test_a_move_is_sent_after_the_browser_was_killed",
                "test_another_result_meanwhile_is_shown_beside_mine_and_a_person_chooses",
                "test_entries_of_another_account_wait_for_it",
                "test_signing_out_warns_of_entries_that_are_not_sent",
            ),
            *tests_in(
                "browser/test_fast_results.py",
                "test_twenty_boards_by_board_number_and_key",
                "test_a_result_waits_while_the_server_cannot_store_it",
            ),
            *tests_in(
                "browser/test_outbox_desk.py",
                "test_lines_of_the_quick_field_are_kept_and_sent_in_order_once",
                "test_an_entry_that_was_not_sent_is_undone_on_the_device",
                "test_undo_of_what_was_sent_waits_on_the_device_and_names_its_game",
                "test_undo_of_a_result_that_another_desk_has_changed_is_a_conflict",
                "test_everybody_is_here_goes_before_the_taps_after_it_and_after_those_before",
            ),
            *tests_in(
                "browser/test_pad_offline.py",
                "test_moves_noted_without_network_are_sent_in_order_after_the_browser_was_killed",
                "test_the_first_refused_move_stops_those_after_it_until_a_person_decides",
            ),
            *tests_in(
                "browser/test_kept_pages.py",
                "test_pages_that_were_opened_open_again_without_the_site_and_say_so",
                "test_entries_on_a_kept_page_are_sent_when_the_site_is_back",
                "test_signing_out_removes_the_kept_pages",
                "test_another_account_gets_no_page_of_the_first",
                "test_new_static_files_replace_the_kept_ones",
                "test_a_copy_is_not_shown_after_a_day",
                "test_a_page_that_an_open_tab_keeps_for_the_next_account_is_removed_after_it",
            ),
        ),
        controls=(
            *tests_in("browser/test_outbox.py", "test_without_the_store_a_killed_browser_loses_entries"),
            *tests_in("browser/test_outbox_desk.py", "test_without_a_barrier_a_tap_overtakes_everybody"),
            *tests_in("browser/test_kept_pages.py", "test_without_the_worker_no_page_opens"),
            *tests_in(
                "tournaments/live_boards/test_moves_in_play.py",
                "test_a_move_noted_without_network_is_refused_where_another_one_would_be_held",
            ),
        ),
        stores=(SQLITE,),
        short_seconds=600,
    ),
    Row(
        id="O2",
        title="Entry through a bad network",
        goal="acknowledged within 100 ms, arrived within 5 s",
        tests=tests_in(
            "browser/test_outbox.py",
            "test_entry_through_a_bad_network",
            "test_check_ins_through_a_bad_network",
            "test_an_incident_through_a_bad_network",
        ),
        controls=tests_in("browser/test_sent_again.py", "test_without_the_key_copies_act_again"),
        stores=(SQLITE,),
    ),
)
