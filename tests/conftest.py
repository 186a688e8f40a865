"""What every test may ask for."""

import gc
import os
import time
from pathlib import Path
from types import SimpleNamespace

import django
import hypothesis
import pytest
import redis
from django.conf import settings
from django.db import connections
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils import translation

from club import audit_guard, limits, money_guard
from club.published import SHELF
from tournaments import kept_guard

REPOSITORY = Path(__file__).resolve().parent.parent

# HYPOTHESIS_PROFILE=steady: the same examples every time, so that a change is judged and not its luck.
hypothesis.settings.register_profile("steady", derandomize=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items):
    """Begin with the tests that take long, so that no process is left with them at the end."""
    items.sort(key=lambda item: not any(item.get_closest_marker(name) for name in ("killing", "slow")))


def pytest_collection_finish():
    """Have what was collected left alone by the collection of garbage: it stays to the end."""
    gc.collect()
    gc.freeze()


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
        settings.MAILERS = {"default": {"BACKEND": "club.mail.OutboxBackend"}}
    else:
        settings.EMAIL_BACKEND = "club.mail.OutboxBackend"


@pytest.fixture(scope="session", autouse=True)
def redis_left_as_found():
    """Take this run's messages out of the Redis of REDIS_URL again."""
    yield
    if settings.REDIS_URL:
        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        with redis.Redis.from_url(settings.REDIS_URL) as store:
            for key in store.scan_iter(prefix + "*"):
                store.delete(key)


@pytest.fixture(scope="session", autouse=True)
def emptying_lifts_the_guard():
    """A test that commits is followed by an emptied database: the guard of the trail lets that through."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def lifted(operations, statements):
        connection = connections[operations.connection.alias]
        if not any(audit_guard.ENTRIES in statement for statement in statements):
            return flush(operations, statements)
        with audit_guard.lifted(connection), money_guard.lifted(connection), kept_guard.lifted(connection):
            return flush(operations, statements)

    BaseDatabaseOperations.execute_sql_flush = lifted
    yield
    BaseDatabaseOperations.execute_sql_flush = flush


@pytest.fixture(scope="session", autouse=True)
def emptying_deletes_rows():
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


@pytest.fixture(autouse=True)
def no_language_is_left_behind():
    """A request leaves its language with the thread: the next test begins without one."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def no_kept_pages():
    """Published pages outlive a test's database."""
    SHELF.clear()
    yield
    SHELF.clear()


@pytest.fixture(autouse=True)
def one_minute(monkeypatch):
    """What is counted by the minute is counted within one, however slow the machine is."""
    now = time.time()
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: now))
