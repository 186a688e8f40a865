"""A start migrates where there is something to migrate, and makes one query where there is nothing."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import CaptureQueriesContext

from club.audit import triggers as audit_triggers
from club.management import preparation
from club.management.preparation import is_migrated, migration_names, prepare_database

pytestmark = pytest.mark.django_db


@pytest.fixture
def migrated(monkeypatch):
    """The commands that a preparation calls."""
    called = []
    monkeypatch.setattr(preparation, "call_command", lambda name, **_options: called.append(name))
    return called


def test_the_names_are_those_that_django_loads():
    loader = MigrationLoader(None, ignore_no_migrations=True)
    assert migration_names() == set(loader.disk_migrations)


def test_a_database_with_every_migration_is_left_alone(migrated):
    assert is_migrated()
    assert not prepare_database()
    assert migrated == []


def test_the_look_takes_a_query_or_two():
    with CaptureQueriesContext(
        connection,
    ) as queries:
        is_migrated()
    assert len(queries) <= 2  # the tables there are, and the migrations


@pytest.mark.parametrize("app", ["club", "tournaments", "sessions"])
def test_one_missing_migration_is_enough(migrated, app):
    MigrationRecorder.Migration.objects.filter(app=app).order_by("pk").last().delete()
    assert prepare_database()
    assert migrated == ["migrate"]


def test_an_empty_database_is_migrated(migrated):
    MigrationRecorder.Migration.objects.all().delete()
    assert prepare_database()
    assert migrated == ["migrate"]


def test_a_dropped_trigger_is_set_up_again(migrated):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit%' LIMIT 1"
            )
            cursor.execute(f"DROP TRIGGER {cursor.fetchone()[0]}")
        else:
            cursor.execute(f"DROP TRIGGER audit_entry_unchanged ON {audit_triggers.ENTRIES}")
    assert not audit_triggers.is_set_up(connection)
    prepare_database()
    assert migrated == []
    assert audit_triggers.is_set_up(connection)
