"""What every test may ask for."""

import gc
import logging
import time
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import django
import hypothesis
import pytest
from _pytest import runner
from django.conf import settings
from django.core.cache import cache
from django.core.management.commands import flush
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import translation
from effort import EXAMPLES, THOROUGH
from lazy_collection import WATCH
from stack_frames import with_large_frame
from template_databases import Templates
from worlds import WORLDS, side_by_side

from club.audit import triggers as audit_triggers
from club.core import limits
from club.live.published import PAGE_CACHE
from club.money import triggers as money_triggers
from tournaments.core import triggers as guard_triggers

pytest_plugins = ["durations", "external_services"]
REPOSITORY = Path(__file__).resolve().parent.parent
MADE_BY_MIGRATING = frozenset({"django_content_type", "auth_permission"})

# The same examples every time, so that a change is judged and not its luck; a thorough run draws new ones.
hypothesis.settings.register_profile("steady", derandomize=True, deadline=None, max_examples=EXAMPLES[0])
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=EXAMPLES[1], print_blob=True)
hypothesis.settings.load_profile("thorough" if THOROUGH else "steady")


def pytest_collection_modifyitems(items):
    """Begin with the tests that take long, so that no process is left with them at the end."""
    side_by_side(items)
    for item in items:
        if hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("sampled")
    items.sort(key=lambda item: not any(item.get_closest_marker(name) for name in ("processes", "slow")))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """Collect no garbage among modules and items, which stay: looking at them takes a tenth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 50)  # every 700 objects, as Python does, costs a tenth of a page
        gc.enable()


def pytest_unconfigure(config):
    """Drop the templates on a database server, when no process needs them any more."""
    folder = getattr(config, "_tmp_path_factory", None) and config._tmp_path_factory._basetemp
    if folder and not hasattr(config, "workerinput"):
        Templates(folder, url=settings.DATABASE_URL).drop()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Watch what test modules read while they are imported: test_collection.py allows nothing."""
    with WATCH.over(collector.nodeid):
        return (yield)


def pytest_runtest_setup(item):
    """Load the whole project before a property is tested: Hypothesis draws constants from what is loaded.

    Without it the examples would depend on the tests that the process has run before.
    """
    if item.get_closest_marker("sampled"):
        import_module(settings.ROOT_URLCONF)


def pytest_runtest_protocol(item, nextitem):
    """Run every test with room for its calls."""
    return with_large_frame(runner.pytest_runtest_protocol, item, nextitem)


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef, request):
    """Open the worlds of a test before the first of its fixtures, its savepoint among them."""
    if fixturedef.scope == "function":
        WORLDS.enter(request)


@pytest.fixture(scope="session")
def templates(tmp_path_factory, worker_id, django_db_blocker):
    """Migrated databases to copy, made once for all processes of the run."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder if worker_id == "master" else folder.parent
    return Templates(shared, url=settings.DATABASE_URL, blocker=django_db_blocker)


@pytest.fixture(scope="session")
def django_db_modify_db_settings_xdist_suffix(worker_id):
    """Give each process a database of its own on a server. In memory each has one anyway.

    pytest-django would give a suffix to those in memory too, as it does not know their engine.
    """
    if settings.DATABASE_URL and worker_id != "master":
        given = connections["default"].settings_dict
        given["TEST"]["NAME"] = f"test_{given['NAME']}_{worker_id}"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings, templates):
    """Let the database of each process begin as a copy; migrating takes a process seconds."""
    templates.stand_in_for_migrations(connections["default"])


@pytest.fixture(scope="session")
def open_worlds(django_db_setup, django_db_blocker):
    """Take back at the end what worlds have made."""
    yield
    with django_db_blocker.unblock():
        WORLDS.close()


@pytest.fixture(scope="session")
def shared_dir():
    """The folder of reference material beside the repository (laws, recorded games); not part of it."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the reference material is not beside the repository: {folder} is missing")
    return folder


@pytest.fixture
def outbox_backend(settings):
    """Mail goes the site's own way, which pytest-django would take aside."""
    if django.VERSION >= (6, 1):
        settings.MAILERS = {"default": {"BACKEND": "club.jobs.services.outbox.OutboxBackend"}}
    else:
        settings.EMAIL_BACKEND = "club.jobs.services.outbox.OutboxBackend"


@pytest.fixture
def connection_stays_open():
    """A served request closes its connection; here it is the one of the test's own transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="session", autouse=True)
def whole_run():
    """Hold for the whole run what follows here: one fixture, because each costs every test a little."""
    CONFLICTS.addHandler(RAISES)
    with redis_messages_removed(), flush_without_triggers(), flush_by_delete(), flush_keeping_content_types():
        yield
    CONFLICTS.removeHandler(RAISES)


class RaisingHandler(logging.Handler):
    """Handler that raises the error of a record."""

    def emit(self, record):
        raise record.exc_info[1]


CONFLICTS = logging.getLogger("club.conflicts")
RAISES = RaisingHandler()
"""A conflict that no service has foreseen is an error in every test, not the refusal that a site answers."""


@pytest.fixture
def unforeseen_conflicts():
    """Let such conflicts be refused as on a site; returns the records of the log."""
    records = []
    kept = logging.Handler()
    kept.emit = records.append
    CONFLICTS.removeHandler(RAISES)
    CONFLICTS.addHandler(kept)
    yield records
    CONFLICTS.removeHandler(kept)
    CONFLICTS.addHandler(RAISES)


@contextmanager
def redis_messages_removed():
    """Take this run's messages out of the Redis of REDIS_URL again."""
    yield
    if settings.REDIS_URL:
        import redis

        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        with redis.Redis.from_url(settings.REDIS_URL) as store:
            for key in store.scan_iter(prefix + "*"):
                store.delete(key)


@contextmanager
def flush_without_triggers():
    """A test that commits is followed by an emptied database: the guard of the trail lets that through.

    PostgreSQL empties without asking its triggers; changing them there takes longer than the test.
    """
    flush = BaseDatabaseOperations.execute_sql_flush

    def lifted(operations, statements):
        connection = connections[operations.connection.alias]
        if connection.vendor != "sqlite" or not any(audit_triggers.ENTRIES in one for one in statements):
            return flush(operations, statements)
        with (
            audit_triggers.lifted(connection),
            money_triggers.lifted(connection),
            guard_triggers.lifted(connection),
        ):
            return flush(operations, statements)

    BaseDatabaseOperations.execute_sql_flush = lifted
    yield
    BaseDatabaseOperations.execute_sql_flush = flush


@contextmanager
def flush_by_delete():
    """PostgreSQL truncates by making every file anew, for seconds; the few rows of a test go at once."""
    if connections["default"].vendor != "postgresql":
        yield
        return
    operations = type(connections["default"].ops)
    truncating = operations.sql_flush

    def deleting(self, style, tables, *, reset_sequences=False, allow_cascade=False):
        if reset_sequences:
            return truncating(self, style, tables, reset_sequences=True, allow_cascade=allow_cascade)
        deletes = "; ".join(f"DELETE FROM {self.quote_name(table)}" for table in tables)  # noqa: S608 - our own
        lifting = "SET LOCAL session_replication_role = replica"  # no links to look at, no guard of the trail
        return [f"{lifting}; {deletes}"] if tables else []

    operations.sql_flush = deleting
    yield
    operations.sql_flush = truncating


@contextmanager
def flush_keeping_content_types():
    """Leave content types and permissions, which migrating makes: making them anew takes most of a flush."""
    sql_flush, emit_post_migrate_signal = flush.sql_flush, flush.emit_post_migrate_signal

    def of_other_tables(style, connection, *, reset_sequences=True, allow_cascade=False):
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        emptied = [name for name in names if name not in MADE_BY_MIGRATING]
        return connection.ops.sql_flush(
            style, emptied, reset_sequences=reset_sequences, allow_cascade=allow_cascade
        )

    flush.sql_flush, flush.emit_post_migrate_signal = of_other_tables, lambda *_asked, **_facts: None
    yield
    flush.sql_flush, flush.emit_post_migrate_signal = sql_flush, emit_post_migrate_signal


@pytest.fixture(autouse=True)
def reset_process_state():
    """Begin without the language, the published pages and the cached values of the test before.

    What is counted by the minute is counted within one, however slow the machine is.
    """
    PAGE_CACHE.clear()
    cache.clear()
    now = time.time()
    limits.time = SimpleNamespace(time=lambda: now)
    yield
    limits.time = time
    translation.deactivate()
    PAGE_CACHE.clear()
