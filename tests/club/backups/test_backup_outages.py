"""A full disk and a dead database end `backup` and `restore` in words, and leave what was there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from effort import sample
from processes import Site

DATABASE_FILE = "from django.conf import settings; print(settings.DATABASES['default']['NAME'])"
DAMAGES = [pytest.param(b"", id="pages"), pytest.param(b"not a database", id="header")]
DEAD = "postgresql://nobody@127.0.0.1:1/none"
# A file system of a few megabytes in a mount namespace of its own: the disk is really full.
SMALL_DISK = 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && exec "$@"'


def can_mount():
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt"], capture_output=True, check=False
    )
    return done.returncode == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory, templates):
    made = Site(tmp_path_factory.mktemp("outages"))
    made.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    made.imports = "import json\n"
    made.migrate(templates)
    media = made.folder / "data" / "media"
    media.mkdir(parents=True)
    (media / "large.jpg").write_bytes(os.urandom(6_000_000))
    return made


@pytest.fixture(scope="module")
def archive(site):
    path = site.folder / "site.tar"
    site.run("backup", str(path))
    return path


def run(site, *arguments, before=()):
    done = subprocess.run(
        [*before, *site.command(*arguments)],
        env=site.env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def files_in(folder):
    return sorted(
        (str(path.relative_to(folder)), path.stat().st_size) for path in folder.rglob("*") if path.is_file()
    )


@pytest.mark.processes
@pytest.mark.parametrize("arguments", [("backup",), ("restore",), ("restore", "--replace")])
def test_a_database_that_does_not_answer_is_named(site, archive, tmp_path, arguments):
    pytest.importorskip("psycopg")
    command, *options = arguments
    dead = Site(tmp_path, database_url=DEAD)
    dead.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    file = tmp_path / "site.tar" if command == "backup" else archive
    code, said = run(dead, command, str(file), *options)
    assert (code, "The database does not answer." in said) == (1, True), said
    assert not (tmp_path / "site.tar").exists()
    assert not [name for name, _ in files_in(tmp_path) if ".part" in name or "large" in name]


@pytest.mark.processes
def test_a_check_needs_no_database_server(archive, tmp_path):
    pytest.importorskip("psycopg")
    dead = Site(tmp_path, database_url=DEAD)
    dead.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    code, said = run(dead, "restore", str(archive), "--check")
    assert (code, "Intact" in said) == (0, True), said


@pytest.mark.processes
@pytest.mark.skipif(not can_mount(), reason="mounting a small file system is not allowed here")
@pytest.mark.parametrize("size", sample(["300k", "4m"], one_in=2))
def test_a_backup_to_a_full_disk_leaves_no_file(site, tmp_path, size):
    listing = f'"$@"; code=$?; echo left: >&2; ls -A {tmp_path} >&2; exit $code'
    small = ["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", size, str(tmp_path), "sh", "-c", listing, "sh"]
    code, said = run(site, "backup", str(tmp_path / "site.tar"), before=small)
    assert code == 1
    assert "No space left on device" in said or "The disk of the server is full" in said, said
    assert said.endswith("left:\n"), said


BEFORE = """
import pathlib, sqlite3
pathlib.Path('media').mkdir()
pathlib.Path('media/old.jpg').write_text('old')
with sqlite3.connect('club.sqlite3') as database:
    database.execute('CREATE TABLE old AS SELECT 7')
"""
AFTER = """
import pathlib, sqlite3
print('left:', sorted(str(path) for path in pathlib.Path().rglob('*') if path.is_file()))
print(sqlite3.connect('club.sqlite3').execute('SELECT * FROM old').fetchall())
"""


@pytest.mark.processes
@pytest.mark.skipif(not can_mount(), reason="mounting a small file system is not allowed here")
@pytest.mark.parametrize("size", sample(["5m", "7m"], one_in=2))
def test_a_restore_to_a_full_disk_leaves_the_site_as_it_was(archive, tmp_path, size):
    """The disk has no room for the files, and in the other case none for the tables."""
    target = Site(tmp_path)
    target.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    data = tmp_path / "data"
    data.mkdir()
    around = f'cd {data}; "$BEFORE"; shift; "$@"; code=$?; "$AFTER"; exit $code'
    for name, script in (("BEFORE", BEFORE), ("AFTER", AFTER)):
        (tmp_path / name).write_text(script)
        around = around.replace(f'"${name}"', f"{sys.executable} {tmp_path / name}")
    small = ["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", size, str(data), "sh", "-c", around, "sh", "x"]
    code, said = run(target, "restore", "--replace", str(archive), before=small)
    assert (code, "The disk of the server is full. Free at least 50 MB" in said) == (1, True), said
    assert "left: ['club.sqlite3', 'media/old.jpg']\n[(7,)]" in said


@pytest.mark.processes
@pytest.mark.parametrize("damage", sample(DAMAGES, one_in=2))
def test_a_damaged_database_is_named_and_replaced(archive, tmp_path, templates, damage):
    site = Site(tmp_path)
    site.env["DJANGO_SETTINGS_MODULE"] = "club.config.settings"
    site.migrate(templates)
    run(site, "restore", str(archive), "--replace")
    file = Path(site.run("shell", "-c", DATABASE_FILE).split()[-1])
    data = damage + os.urandom(100_000) if damage else file.read_bytes()[:4096] + os.urandom(100_000)
    file.write_bytes(data)
    for ending in ("-wal", "-shm"):
        file.with_name(file.name + ending).write_bytes(b"")

    code, said = run(site, "restore", str(archive))
    assert (code, "The database file is damaged." in said) == (1, True), said
    assert file.read_bytes() == data
    code, said = run(site, "restore", str(archive), "--replace")
    assert (code, "Restored the state" in said) == (0, True), said
    assert max(file.parent.glob("*.before-*Z")).read_bytes() == data
    code, said = run(site, "check_standings")
    assert code == 0, said
