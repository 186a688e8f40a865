"""Outages: a full disk, a read-only file, a database that does not answer. Told in words with 503."""

import errno
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from club.core.outages import (
    BUSY,
    DAMAGED,
    DISK_FULL,
    NO_DATABASE,
    READ_ONLY,
    STORAGE_FAILED,
    answer_outage,
    outage_of,
)

REPOSITORY = Path(__file__).resolve().parents[3]
GAME = {"pdn": '[Event "x"]\n\n1. 11-15 22-18 *', "days": "30"}


def filled(folder):
    """Write until the file has as many pages as it may have."""
    with closing(sqlite3.connect(folder / "full.sqlite3")) as database:
        database.execute("CREATE TABLE row (text)")
        database.execute("PRAGMA max_page_count = 3")
        database.execute("INSERT INTO row VALUES (zeroblob(100000))")


def unwritable(folder):
    with closing(sqlite3.connect(folder / "read.sqlite3")) as database:
        database.execute("PRAGMA query_only = ON")
        database.execute("CREATE TABLE row (text)")


def without_folder(folder):
    sqlite3.connect(folder / "none" / "file.sqlite3")


def locked(folder):
    file = folder / "locked.sqlite3"
    with (
        closing(sqlite3.connect(file, timeout=0)) as first,
        closing(sqlite3.connect(file, timeout=0)) as second,
    ):
        first.execute("BEGIN EXCLUSIVE")
        second.execute("CREATE TABLE row (text)")


def no_database(folder):
    file = folder / "other.sqlite3"
    file.write_bytes(b"not a database" * 1000)
    with closing(sqlite3.connect(file)) as database:
        database.execute("SELECT 1 FROM sqlite_master")


def overwritten(folder):
    file = folder / "damaged.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE row (text)")
        database.execute("INSERT INTO row VALUES (zeroblob(100000))")
        database.commit()
    data = bytearray(file.read_bytes())
    data[4096:8192] = os.urandom(4096)
    file.write_bytes(data)
    with closing(sqlite3.connect(file)) as database:
        database.execute("SELECT length(text), text FROM row").fetchall()


def of_system(number):
    def fail(_folder):
        raise OSError(number, os.strerror(number))

    return fail


def unreachable(_folder):
    psycopg = pytest.importorskip("psycopg")
    try:
        psycopg.connect("postgresql://x@127.0.0.1:1/x", connect_timeout=5)
    except psycopg.OperationalError as error:
        raise OperationalError(*error.args) from error


CAUSES = [
    (filled, DISK_FULL),
    (unwritable, READ_ONLY),
    (without_folder, STORAGE_FAILED),
    (locked, BUSY),
    (no_database, DAMAGED),
    (overwritten, DAMAGED),
    (of_system(errno.ENOSPC), DISK_FULL),
    (of_system(errno.EROFS), READ_ONLY),
    (unreachable, NO_DATABASE),
]


@pytest.mark.parametrize(("cause", "outage"), CAUSES)
def test_the_cause_is_recognized_by_its_code(tmp_path, cause, outage):
    with pytest.raises((sqlite3.Error, OSError, OperationalError)) as caught:
        cause(tmp_path)
    assert outage_of(caught.value) is outage
    wrapped = RuntimeError("in a service")
    wrapped.__cause__ = caught.value
    assert outage_of(wrapped) is outage


def test_other_errors_are_no_outages():
    with closing(sqlite3.connect(":memory:")) as database, pytest.raises(sqlite3.OperationalError) as caught:
        database.execute("SELECT * FROM missing")
    assert outage_of(caught.value) is None
    assert outage_of(ValueError("x")) is None
    assert outage_of(FileNotFoundError(errno.ENOENT, "x")) is None
    assert outage_of(None) is None


@pytest.mark.parametrize("language", ["nl", "ru", "fr", "pt"])
@pytest.mark.parametrize("outage", [DISK_FULL, READ_ONLY, STORAGE_FAILED, NO_DATABASE, BUSY])
def test_the_page_speaks_every_language_without_a_database(rf, language, outage):
    english = answer_outage(rf.get("/"), outage).content.decode()
    with translation.override(language):
        page = answer_outage(rf.get("/"), outage).content.decode()
    heading = re.compile(r"<h1>(.*?)</h1>")
    assert f'lang="{language}"' in page
    assert heading.findall(page) != heading.findall(english) != []


@pytest.fixture
def no_writes(transactional_db):
    """Whether the database takes changes; it does again afterwards."""
    is_sqlite = connection.vendor == "sqlite"

    def switch(is_on):
        word = "ON" if is_on else "OFF"
        with connection.cursor() as cursor:
            cursor.execute(
                f"PRAGMA query_only = {word}" if is_sqlite else f"SET default_transaction_read_only = {word}"
            )

    yield switch
    switch(False)


def test_pages_and_api_say_what_is_wrong_and_work_again_afterwards(no_writes):
    client = Client(raise_request_exception=False)
    no_writes(True)
    page = client.post(reverse("games:keep"), GAME)
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (503, "30", "no-store")
    assert "The storage of the server accepts no changes." in page.content.decode()
    assert client.get(reverse("games:check")).status_code == 200, "what only reads goes on"
    for answer in (
        client.post("/api/v1/judge/keep", {"pdn": GAME["pdn"]}, content_type="application/json"),
        client.post(reverse("games:keep"), GAME, headers={"hx-request": "true"}),
    ):
        assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
        document = answer.json()
        assert document["code"] == "storage_read_only"
        assert document["next"].startswith("Check the permissions of the data folder")
    no_writes(False)
    assert client.post(reverse("games:keep"), GAME).status_code == 302


def test_an_unexpected_error_is_a_problem_document_for_programs(client, monkeypatch):
    def fail(**_given):
        raise ZeroDivisionError

    monkeypatch.setattr("games.judging.api.judging.judge_text", fail)
    client.raise_request_exception = False
    answer = client.post("/api/v1/judge", {"pdn": "1. 11-15"}, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert answer.json()["code"] == "server_error"


@pytest.mark.django_db(transaction=True)
def test_a_busy_database_is_told_apart_from_a_dead_one():
    error = OperationalError("x")
    if connection.vendor == "sqlite":
        error.__cause__ = sqlite3.OperationalError("locked")
        error.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
        assert outage_of(error) is BUSY
        return
    with transaction.atomic(), connection.cursor() as cursor, pytest.raises(OperationalError) as caught:
        cursor.execute("SET LOCAL statement_timeout = 1; SELECT pg_sleep(1)")
    assert outage_of(caught.value) is BUSY


@pytest.mark.processes
def test_a_command_ends_with_the_cause_and_without_a_traceback(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "club.sqlite3").mkdir()  # cannot be opened as a file
    env = {**os.environ, "DRAUGHTS_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "club.config.settings"}
    for name in ("DATABASE_URL", "REDIS_URL", "DRAUGHTS_SECRET_KEY"):
        env.pop(name, None)
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", str(tmp_path / "out.zip")],
        cwd=REPOSITORY,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "The storage of the server cannot be read or written." in done.stderr
    assert "Traceback" not in done.stderr
