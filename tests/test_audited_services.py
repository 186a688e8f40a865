"""Every service that changes rows puts it on the trail, or stands here with its reason.

Read from the syntax trees, and seen by running: the queries of real calls are watched with the services that
were on the stack. A seeded breach of each kind shows that both tests can fail.
"""

import ast

import pytest
from boundaries import REPOSITORY, Source, read_sources
from services_that_write import services_of, silent_writers

SILENT = {
    "club.services.guesses.count_guess": "counts wrong codes of strangers; nothing of a club changes",
    "club.services.guesses.forget_old_guesses": "the same counts",
    "club.services.guesses.uncount_guess": "the same counts",
    "club.services.heartbeat.beat": "a worker says that it lives",
    "club.services.job_control.forget_done_jobs": "retention of work that is done; its effects are told",
    "club.services.job_control.forget_old_events": "retention of live events, a projection",
    "club.services.job_control.note_progress": "how far a job has come; its end is what counts",
    "club.services.jobs.begin_next": "the queue's own bookkeeping; what a job does is on the trail",
    "club.services.jobs.enqueue": "the same: whoever enqueues writes the entry",
    "club.services.jobs.give_up": "the same; a failed job stays visible",
    "club.services.jobs.note_failure": "the same",
    "club.services.jobs.plan_recurring": "the same",
    "club.services.jobs.run_again": "the same: its callers write the entry",
    "club.services.jobs.run_job": "the same: the handlers write their entries",
    "club.services.jobs.run_waiting": "the same",
    "club.services.outbox.message_cancelled": "the state of a message follows its job",
    "club.services.outbox.message_given_up": "the same",
    "club.services.outbox.send_message": "the same; the message itself is the record",
    "club.services.outbox.write_message": "its callers write the entry of what it tells about",
    "games.services.archive.store_verdict": "its callers write one entry for the game or for the file",
    "games.services.beginnings.flag_beginnings": "derived from the games that are kept with it",
    "games.services.imports.enqueue_settling": "its callers write the entry",
    "games.services.imports.enqueue_slice": "its callers write the entry",
}
NO_ROWS = {
    "club.services.restore_media.sha256_of": "updates a digest",
    "club.services.static.fingerprint": "updates a digest",
    "club.services.static.gather_static": "writes files that are made of the code",
    "games.services.archive_files.store_archive": "writes a file under its own hash",
}


def test_every_service_that_changes_rows_writes_an_entry():
    found = set(silent_writers(services_of(read_sources(REPOSITORY))))
    assert sorted(found - set(SILENT) - set(NO_ROWS)) == []


def test_no_exception_outlives_its_service():
    found = set(silent_writers(services_of(read_sources(REPOSITORY))))
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
    source = Source("club.services.seeded", tmp_path, tree, ())
    assert bool(silent_writers(services_of({source.name: source}))) == is_silent


# -- every action has its words ----------------------------------------------------------------------


def recorded_actions():
    """The actions written down in the code: the first argument of audit.record and record_import."""
    for source in read_sources(REPOSITORY).values():
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if ast.unparse(node.func) in {"audit.record", "record_import", "record"}:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


def test_every_action_has_its_sentence():
    from club.audit_texts import SENTENCES

    assert sorted(set(recorded_actions()) - set(SENTENCES)) == []


def test_every_reason_has_its_sentence():
    from club.audit_texts import REASONS
    from club.undo import ONE_WAY

    used = set(ONE_WAY.values())
    for source in read_sources(REPOSITORY).values():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "CannotUndo":
                used |= {
                    keyword.value.value
                    for keyword in node.keywords
                    if keyword.arg == "why" and isinstance(keyword.value, ast.Constant)
                }
    assert sorted(used - set(REASONS)) == []
    assert len(used) > 15
