"""What is known of the archives in the folder, whatever lies there."""

import pytest
from archives import archive_with_note, write_archive
from backup_helpers import NAME

from club.backups.selectors import all_backups, backup_by_name
from club.core.errors import UnknownBackup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]


def test_the_latest_comes_first_with_what_its_note_says(folder):
    archive_with_note(folder, name="20261101T120000Z-1", reason="round 3 closed", engine="postgresql")
    archive_with_note(folder, name="20261102T120000Z-2")
    latest, first = all_backups()
    assert (latest.name, first.name) == ("20261102T120000Z-2", "20261101T120000Z-1")
    assert (first.reason, first.engine, first.state, first.rows) == (
        "round 3 closed",
        "postgresql",
        "whole",
        3,
    )


def test_an_archive_without_a_note_speaks_for_itself(folder):
    write_archive(folder / "before the season.tar", reason="by hand", engine="postgresql")
    (one,) = all_backups()
    assert (one.name, one.reason, one.engine, one.state) == (
        "before the season",
        "by hand",
        "postgresql",
        "unproved",
    )


@pytest.mark.parametrize("note", ["", "{", "[1]", '{"made_at": 3, "engine": "sqlite"}'])
def test_a_spoilt_note_hides_no_archive(archive, note):
    archive.with_suffix(".json").write_text(note)
    (one,) = all_backups()
    assert (one.name, one.engine) == (NAME, "sqlite")


def test_what_is_no_archive_is_shown_as_damaged(folder):
    (folder / "half.tar").write_bytes(b"nothing")
    (folder / ".hidden.tar").write_bytes(b"nothing")
    (one,) = all_backups()
    assert (one.name, one.state, one.fault) == ("half", "damaged", "archive_damaged")


def test_an_archive_cut_short_is_seen_without_a_check(archive):
    archive.write_bytes(archive.read_bytes()[:-2000])
    assert backup_by_name(name=NAME).state == "damaged"


@pytest.mark.parametrize("name", ["", "..", "../secret", "nobody", "\0"])
def test_a_name_leads_nowhere_but_into_the_folder(folder, archive, name):
    (folder.parent / "secret.tar").write_bytes(archive.read_bytes())
    with pytest.raises(UnknownBackup):
        backup_by_name(name=name)
