"""Databases and archives from before the migrations were squashed go on."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core import checks
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from club.backups.errors import ArchiveTooNew, ArchiveTooOld
from club.backups.services.restore import require_known_migrations
from club.backups.state_archive import FORMAT, Manifest, manifest_in

TESTS = Path(__file__).resolve().parent.parent
ARCHIVE = TESTS / "data" / "archives" / "before_the_squash.tar.gz"


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "before.tar"
    path.write_bytes(gzip.decompress(ARCHIVE.read_bytes()))
    return path


@pytest.fixture
def as_before_the_squash(db, archive):
    """The tables of a new database, with the records of an old one about its steps."""
    Step = MigrationRecorder(connection).Migration  # noqa: N806 - a model
    Step.objects.all().delete()
    steps = manifest_in(archive).migrations
    Step.objects.bulk_create(Step(app=app, name=name) for app, names in steps.items() for name in names)
    return Step.objects


def plan():
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def complaints():
    return [each.id for each in checks.run_checks(tags=[checks.Tags.database], databases=["default"])]


def test_a_database_with_all_steps_has_only_later_ones_to_migrate(as_before_the_squash):
    assert not as_before_the_squash.filter(app="tournaments", name="0001_initial").exists()
    assert "0001_initial" not in {step.name for step, _is_backwards in plan()}  # later ones are to be run
    assert complaints() == []


@pytest.mark.parametrize(
    ("app", "name"), [("tournaments", "0016_event_regulations"), ("games", "0004_probable_twins")]
)
def test_a_database_with_some_of_the_steps_is_refused(as_before_the_squash, app, name):
    as_before_the_squash.filter(app=app, name=name).delete()
    assert complaints() == ["club.E001"]


def manifest(**migrations):
    return Manifest(
        format=FORMAT, made_at="", reason="", versions={}, engine="sqlite", migrations=migrations, parts=[]
    )


def test_an_archive_with_some_of_the_steps_is_refused():
    require_known_migrations(manifest(club=["0001_initial"], another_app=["0001_gone"]))
    with pytest.raises(ArchiveTooOld, match="club"):
        require_known_migrations(manifest(club=["0001_initial", "0002_ground"]))
    with pytest.raises(ArchiveTooNew, match="0099_later"):
        require_known_migrations(manifest(club=["0001_initial", "0099_later"]))


@pytest.mark.processes
def test_an_archive_from_before_the_squash_is_restored_whole(archive, tmp_path):
    settings = {"DRAUGHTS_DATA_DIR": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "club.config.settings"}
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}

    def run(*arguments):
        command = [sys.executable, str(TESTS.parent / "manage.py"), *arguments]
        done = subprocess.run(command, env=env | settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    rows = sum(part.rows for part in manifest_in(archive).parts)
    assert f"{rows} rows" in run("restore", str(archive))
    run("migrate", "--check")
    run("audit", "verify")
