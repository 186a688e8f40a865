"""Every service that changes rows puts it on the trail, or stands here with its reason.

Read from the syntax trees, and seen by running: the queries of real calls are watched with the services that
were on the stack. A seeded breach of each kind shows that both tests can fail.
"""

import ast

import pytest
from boundaries import Source, own_sources
from day_in_the_club import a_day_in_the_club
from service_writes import services_of, silent_writers, watched

SILENT = {
    "club.backups.services.site_copies.make_copy": "only the last copy is stored, and its job is the record",
    "club.backups.services.site_copies.request_copy": "the job is the record; who fetches writes an entry",
    "tournaments.core.services.entry_keys.apply_once": "the service of the entry writes what it did",
    "tournaments.core.services.entry_keys.delete_old_keys": "keys are digests, and change nothing",
    "club.money.services.allocations.allocate": "its callers write the entry of the payment",
    "club.money.services.allocations.release_invoice": "its callers write the entry of the invoice",
    "club.money.services.allocations.release_payment": "its callers write the entry of the payment",
    "club.money.services.books.counter_entry": "its callers write the entry of what is countered",
    "club.money.services.books.locked_books": "makes the row that is locked; it says nothing yet",
    "club.money.services.books.locked_invoice": "the same",
    "club.money.services.books.locked_payment": "the same",
    "club.money.services.books.write_entries": "its callers write the entry of the run or invoice",
    "club.money.services.books.write_entry": "its callers write the entry of what it tells about",
    "club.money.mails.write_invoice_mail": "the message itself is the record",
    "club.money.mails.write_reminder_mail": "its callers write the entry of the reminder",
    "club.money.mails.write_run_mails": "the run is on the trail; the messages are the record",
    "club.money.services.invoices.counter_invoice": "its callers write the entry of the invoice or run",
    "club.money.services.invoices.write_invoices": "the same",
    "club.members.services.photos.drop_photos": "its callers write the entry of the person",
    "club.privacy.mails.forget_mails": "a part of an erasure, which writes the entry",
    "club.privacy.services.signatures.redact_signatures": "the same",
    "club.accounts.services.failed_attempts.delete_old_attempts": (
        "retention: counts, and the addresses in them, of long ago"
    ),
    "club.accounts.services.failed_attempts.uncount_attempt": (
        "a right code; its caller writes the entry of the pass taken"
    ),
    "club.jobs.services.job_control.beat": "a worker says that it lives",
    "club.jobs.services.job_control.delete_done_jobs": "retention of work that is done; its effects are told",
    "club.jobs.services.job_control.delete_old_events": "retention of live events, a projection",
    "club.jobs.services.job_control.record_progress": "how far a job has come; its end is what counts",
    "club.duplicates.personal_data.redact_merges": "whoever erases a person writes the entry",
    "club.joining.mails.send_join_mail": "counts the mails of a request; its callers tell why",
    "club.hall.services.note_printed": "which address is on a sheet of paper; nothing is changed by it",
    "club.jobs.services.jobs.begin_next": "the queue's own bookkeeping; what a job does is on the trail",
    "club.jobs.services.jobs.enqueue": "the same: whoever enqueues writes the entry",
    "club.jobs.services.jobs.forget_done": "retention of work that is done, by the work after it",
    "club.jobs.services.jobs.give_up": "the same; a failed job stays visible",
    "club.jobs.services.jobs.record_failure": "the same",
    "club.jobs.services.jobs.plan_recurring": "the same",
    "club.jobs.services.jobs.run_again": "the same: its callers write the entry",
    "club.jobs.services.jobs.run_job": "the same: the handlers write their entries",
    "club.jobs.services.jobs.run_waiting": "the same",
    "club.notices.services.notice_sending.send_slice": (
        "the sending is told where it begins; each mail is its record"
    ),
    "club.jobs.services.outbox.message_cancelled": "the state of a message follows its job",
    "club.jobs.services.outbox.message_given_up": "the same",
    "club.jobs.services.outbox.message_retried": "the same",
    "club.jobs.services.outbox.send_message": "the same; the message itself is the record",
    "club.jobs.services.outbox.write_message": "its callers write the entry of what it tells about",
    "club.backups.services.restore_points.restore_point": (
        "enqueues a job: whoever asks for a point writes the entry"
    ),
    "games.archive.services.archive.store_verdict": (
        "its callers write one entry for the game or for the file"
    ),
    "games.archive.services.move_lines.flag_beginnings": "derived from the games that are kept with it",
    "games.explorer.services.indexing.clear_index": "derived from the games, and built again at once",
    "games.explorer.services.indexing.index_for_a_while": "enqueues its next part",
    "games.explorer.services.indexing.index_next_games": "derived from the games",
    "games.house_rules.services.store_rules_of_game": "its callers write the entry of the game or the file",
    "games.judging.services.saved_checks.keep_check": "a visitor's text under a link; it is of no club",
    "games.judging.services.saved_checks.extend_check": "the same",
    "games.judging.services.saved_checks.delete_check": "the same",
    "games.judging.services.saved_checks.delete_expired_checks": "retention of these texts",
    "games.judging.services.saved_checks.redact_check": "a part of an erasure, which writes the entry",
    "games.archive.services.redaction.redact_name": "a part of an erasure, which writes the entry",
    "games.archive.services.imports.enqueue_settling": "its callers write the entry",
    "games.archive.services.imports.enqueue_slice": "its callers write the entry",
    "club.jobs.services.job_control.reach_step": "progress of a job",
    "tournaments.site.services.event_copies.request_copy": "public pages; its job is the record",
    "tournaments.evening.services.phones.delete_expired_phones": (
        "retention of hashes of phones; their connection is on the trail"
    ),
    "tournaments.evening.services.phones.remove_phones_of_missing": (
        "its callers write the entry of the check-in"
    ),
    "tournaments.evening.services.push_subscriptions.subscribe": (
        "the player's own setting; the connection of the phone is on the trail"
    ),
    "tournaments.evening.services.push_subscriptions.unsubscribe": "the same",
    "tournaments.evening.services.push_subscriptions.renew": "the same: the browser changed its address",
    "tournaments.evening.services.pushes.notify_of_boards": "publishing the boards writes the entry",
    "tournaments.evening.services.pushes.plan_slices": "the same: it enqueues jobs",
    "tournaments.evening.services.pushes.send_slice": "the same: what a phone was told is in its row",
    "tournaments.live_boards.services.alerts.alert_arbiter": "handling an alert writes the entry",
    "tournaments.live_boards.services.alerts.alert_flag": "the same",
    "tournaments.live_boards.services.boards.drop_live_boards": "its callers write their moves in the entry",
    "tournaments.live_boards.services.boards.follow_round": "publishing the round writes the entry",
    "tournaments.live_boards.services.feeds.plan_reading": "the next job of a feed",
    "tournaments.live_boards.services.feeds.resume_feeds": "the same",
    "tournaments.live_boards.services.finishing.record_games_of_event": "showing the event writes it",
    "tournaments.live_boards.services.flags.look_at_flag": "its alert is no decision",
    "tournaments.live_boards.services.flags.watch_flag": "a job for the end of a clock",
    "tournaments.live_boards.services.moves.set_clocks": "clocks are shown, and counted nowhere",
    "tournaments.live_boards.services.publication.release_moves": "moves become visible after their delay",
    "tournaments.live_boards.services.publication.release_later": "a job for the end of a delay",
    "tournaments.live_boards.services.publication.show_moves": "the same, by its callers",
    "tournaments.webhooks.services.delivery.plan_deliveries": "it enqueues deliveries",
    "tournaments.webhooks.services.delivery.plan_delivery": "the same",
    "tournaments.webhooks.services.delivery.send_test": "the answer to a test is in the row of the webhook",
    "tournaments.nights.services.attendance.note_presence": "its callers write the entry of who came or left",
    "tournaments.results.services.board_cards.give_cards": (
        "the same: its callers write what they publish or make"
    ),
    "tournaments.exchange.services.section_rows.import_house_rules": "a part of a file that is brought in",
    "tournaments.results.services.disputes.open_dispute": "its callers write the entry of both versions",
    "tournaments.results.services.disputes.settle": "its callers write the entry of the decision",
    "tournaments.rounds.services.drafts.add_games": "its callers write the entry of the round",
    "tournaments.rounds.services.drafts.drop_boards": "the same",
    "tournaments.rounds.services.drafts.fill": "the same",
    "tournaments.rounds.services.drafts.give_openings": "the same",
    "tournaments.rounds.services.drafts.set_boards": "the same",
    "tournaments.entries.mails.write_to_player": "counts the mails of an entry; its callers tell why",
    "tournaments.rounds.services.board_numbers.number_boards": "the same",
    "tournaments.ladders.services.challenges.revert_settlement": "callers write the entry of the challenge",
    "tournaments.nights.services.attendance.join_night": "proposing the round writes the entry",
    "tournaments.nights.services.attendance.apply_attendance": "proposing the round writes the entry",
    "tournaments.ladders.mails.warn_of_end": "a mail: the outbox is the record",
    "tournaments.ladders.mails.write_of_challenge": "the same",
    "tournaments.ladders.services.daily_jobs.warn_of_last_days": "the same",
    "tournaments.ladders.services.ladder_order.add_step": (
        "its callers write the entry of the ladder or challenge"
    ),
    "tournaments.ladders.services.ladder_order.remove_step": "the same",
    "tournaments.rounds.services.late_arrivals.join_round": "its callers write the entry of the late arrival",
    "tournaments.rounds.services.late_arrivals.seat_pair": (
        "its callers write the entry of the round or player"
    ),
    "tournaments.leagues.services.fixture_deadlines.remind_captains": "mails alone, each a record",
    "tournaments.leagues.mails.ask_squad": "its callers write the entry of the poll",
    "tournaments.leagues.mails.write_link": "its callers write the entry of the captain",
    "tournaments.leagues.mails.write_to_captains": "its callers write what it tells about",
    "tournaments.leagues.services.leagues.add_fixtures": (
        "its callers write the entry of the season or the round"
    ),
    "tournaments.leagues.services.leagues.add_fixtures_of_league": "publishing the round writes the entry",
    "tournaments.teams.services.line_ups.seat_team": "its callers write the entry of the line-ups shown",
    "tournaments.teams.services.line_ups.clear_usual": "its callers write the entry of the team's list",
    "tournaments.teams.services.line_ups.assign_line_ups": "its callers write the entry of the round",
    "tournaments.teams.services.line_ups.refill": "its callers write the entry of the team's list",
    "tournaments.teams.services.line_ups.clear_line_ups": "its callers write the entry of the round",
    "tournaments.entries.services.numbers.give_numbers": "the same: numbers are given when a round is paired",
    "tournaments.ratings.services.rating_lists.save_changes": "its callers write the entry of the report",
    "tournaments.ratings.services.rating_lists.save_standings": "the same",
    "tournaments.ratings.services.rating_lists.new_period": "the same",
    "tournaments.ratings.merge.move_players": "merging two persons writes the entry of what moved",
    "tournaments.ratings.services.rating_reports.recompute": "the same: its callers tell what moved",
    "tournaments.rounds.services.rounds.increment_version": "the same",
    "tournaments.exchange.services.section_file_cases.import_cases": "the import writes the entry",
    "tournaments.exchange.services.section_standings.import_prize_awards": "the import writes the entry",
    "tournaments.exchange.services.section_standings.import_standings": "the import writes the entry",
    "tournaments.rounds.services.decisions.update_standings_of": "its callers write who goes on",
    "tournaments.cases.services.ruling_effects.update_standings_for_deductions": "callers write the ruling",
    "tournaments.standings.services.publish_standings": "its callers write the entry of what changed them",
    "tournaments.standings.services.publish_after_entry": "changing the entry writes the entry",
    "tournaments.standings.services.publish_after_settings": "changing the section writes the entry",
    "tournaments.exchange.services.section_file_lists.import_lists": (
        "its caller writes the entry of the import"
    ),
}


NO_ROWS = {
    "club.backups.services.promotion.hold_at_promotion": "a set of names of tasks",
    "club.backups.services.promotion.keep_missing": "a file beside the database",
    "club.backups.services.promotion.missing_changes": "lines of the journal",
    "club.backups.services.restore.check_archive": "fills a database of its own, which it removes",
    "games.archive.services.archive_files.store_archive": "writes a file under its own hash",
}


@pytest.fixture(scope="module")
def sources():
    return own_sources()


def test_every_service_that_changes_rows_writes_an_entry(sources):
    found = set(silent_writers(services_of(sources)))
    missing = sorted(found - set(SILENT) - set(NO_ROWS))
    assert missing == [], "\n".join(missing)


def test_no_exception_outlives_its_service(sources):
    found = set(silent_writers(services_of(sources)))
    assert sorted((set(SILENT) | set(NO_ROWS)) - found) == []


SEEDED = [
    pytest.param("def f(*, row):\n    row.save()", True, id="a row saved"),
    pytest.param("def f():\n    Thing.objects.create(a=1)", True, id="a row made"),
    pytest.param("def f():\n    Thing.objects.filter(a=1).update(a=2)", True, id="rows updated"),
    pytest.param("def f(*, row):\n    row.delete()", True, id="a row deleted"),
    pytest.param("def f(*, rows):\n    Thing.objects.bulk_create(rows)", True, id="rows made at once"),
    pytest.param(
        "def f():\n    _g()\n\ndef _g():\n    Thing.objects.get_or_create()", True, id="by a helper"
    ),
    pytest.param(
        "def f():\n    g()\n\ndef g():\n    a.save()\n    audit.record('a.b.c', a, actor=x)",
        False,
        id="g records",
    ),
    pytest.param(
        "def f(*, row):\n    row.save()\n    audit.record('a.b.c', row, actor=x)", False, id="records"
    ),
    pytest.param("def f():\n    return {}.setdefault(1, 2)", False, id="no row at all"),
    pytest.param("def _f(*, row):\n    row.save()", False, id="nobody's service but its callers'"),
]


@pytest.mark.parametrize(("text", "is_silent"), SEEDED)
def test_a_seeded_service_is_judged_rightly(tmp_path, text, is_silent):
    tree = ast.parse(text)
    source = Source("club.seeds.services.seeded", tmp_path, tree, ())
    assert bool(silent_writers(services_of({source.name: source}))) == is_silent


# -- seen by running ---------------------------------------------------------------------------------

SLICES = {
    "games.archive.services.game_changes.publish_flagged": "calls listeners: its callers write the entry",
    "games.archive.services.game_changes.publish_games": "the same",
    "games.explorer.services.index.update_index": "derived from the games, whose services write the entry",
    "games.explorer.services.index_rows.add_counts": "the same",
    "games.explorer.services.index_rows.delete_rows": "the same",
    "games.explorer.services.index_rows.insert_rows": "the same",
    "club.accounts.services.failed_attempts.count_failed_attempt": (
        "one entry when codes begin to be refused, none for each code tried"
    ),
    "games.archive.services.import_slices.read_slice": (
        "an import is two entries: where it begins and where it ends"
    ),
    "games.archive.services.imports.settle_results": "one entry when the last winner is put right",
    "club.accounts.services.roles.grant_role": "a role held already is left as it is",
}


@pytest.mark.django_db
def test_running_services_leave_no_silent_change(settings, tmp_path):
    settings.MEDIA_ROOT, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    with watched() as seen:
        a_day_in_the_club()
    assert sorted(seen.silent - set(SILENT) - set(SLICES)) == []
    assert len(seen.audited) >= 44, sorted(seen.audited)


@pytest.mark.django_db
def test_a_seeded_silent_service_is_seen_running(tmp_path):
    module = tmp_path / "club" / "seeds" / "services" / "seeded.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        "from club.models import Organisation\n\ndef rename(*, name):\n"
        "    Organisation.objects.create(slug='x', name=name)\n"
    )
    scope = {}
    exec(compile(module.read_text(), str(module), "exec"), scope)  # noqa: S102 - the text above
    with watched() as seen:
        scope["rename"](name="Y")
    assert seen.silent == {"club.seeds.services.seeded.rename"}
