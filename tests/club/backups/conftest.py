"""A folder of backups, whoever keeps it, and an archive in it."""

import pytest
from archives import archive_with_note, write_archive
from backup_helpers import NAME
from people import browser_of
from worlds import world

from club.backups.services import restore_points
from club.core.actor import Actor
from club.jobs.services import jobs
from club.models import User


@pytest.fixture
def folder(tmp_path, settings, monkeypatch):
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_DIR.mkdir()
    monkeypatch.setattr(jobs, "wake", lambda **_queue: None)
    return settings.BACKUP_DIR


@world
def keeper():
    return User.objects.create_superuser("site@club.example", "x")


@world
def actor(keeper):
    return Actor.of_user(keeper)


@world
def browser(keeper):
    return browser_of(keeper)


@pytest.fixture
def archive(folder):
    return archive_with_note(folder, name=NAME)


@pytest.fixture
def made_small(monkeypatch):
    monkeypatch.setattr(restore_points, "back_up", write_archive)
