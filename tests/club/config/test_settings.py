"""What the environment says, and what it cannot say."""

import os
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from processes import REPOSITORY

from club.config import env
from club.config.env import default_data_dir, stored_secret_key


@pytest.mark.parametrize(
    ("raw", "expected"), [("1", True), ("yes", True), ("On", True), ("0", False), ("off", False), ("", False)]
)
def test_a_switch(raw, expected):
    assert env.read_bool({"SWITCH": raw}, "SWITCH", default=not expected) is expected


def test_an_unset_switch_stands_at_its_default():
    assert env.read_bool({}, "SWITCH", default=True) is True


def test_a_switch_that_is_neither_on_nor_off_is_named():
    with pytest.raises(ImproperlyConfigured, match="SWITCH is 'perhaps'"):
        env.read_bool({"SWITCH": "perhaps"}, "SWITCH", default=False)


def test_a_number():
    assert env.read_int({"LIMIT": " 12 "}, "LIMIT", default=1) == 12
    assert env.read_int({"LIMIT": ""}, "LIMIT", default=1) == 1


@pytest.mark.parametrize(("raw", "reason"), [("many", "must be a whole number"), ("-1", "must be 0 or more")])
def test_a_number_that_cannot_be_is_named(raw, reason):
    with pytest.raises(ImproperlyConfigured, match=f"LIMIT.*{reason}"):
        env.read_int({"LIMIT": raw}, "LIMIT", default=1)


def test_words_between_commas():
    assert env.read_list({"HOSTS": "a.org, b.org,"}, "HOSTS") == ["a.org", "b.org"]
    assert env.read_list({}, "HOSTS", default=("c.org",)) == ["c.org"]


def test_a_folder_may_be_below_home(monkeypatch):
    monkeypatch.setenv("HOME", "/home/arbiter")
    assert env.read_path({"DATA": "~/club"}, "DATA", default=Path("/x")) == Path("/home/arbiter/club")


def test_an_address_of_postgresql():
    address = env.read_database_url("postgresql://ar%40biter:s%2Fecret@db.example:5433/club?sslmode=require")
    assert (address.user, address.password) == ("ar@biter", "s/ecret")
    assert (address.host, address.port, address.name) == ("db.example", "5433", "club")
    assert address.options == {"sslmode": "require"}


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://localhost/club", "must begin with"),
        ("postgresql://localhost", "names no database"),
        ("postgresql://localhost:many/club", "not a number"),
    ],
)
def test_an_address_that_cannot_be_meant(url, reason):
    with pytest.raises(ImproperlyConfigured, match=reason):
        env.read_database_url(url)


def test_a_path_of_sqlite(tmp_path):
    settings = env.database_settings(url=f"sqlite:///{tmp_path}/other.sqlite3", data_dir=tmp_path)
    assert settings["ENGINE"] == "club.config.sqlite"
    assert settings["NAME"] == f"{tmp_path}/other.sqlite3"


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"HOME": "/home/a"}, "/home/a/.local/share/draughts-club"),
        ("linux", {"HOME": "/home/a", "XDG_DATA_HOME": "/data"}, "/data/draughts-club"),
        ("darwin", {"HOME": "/Users/a"}, "/Users/a/Library/Application Support/draughts-club"),
        ("win32", {"LOCALAPPDATA": "/u/AppData/Local"}, "/u/AppData/Local/draughts-club"),
    ],
)
def test_data_lie_where_the_system_keeps_them(platform, variables, expected):
    assert default_data_dir(variables, platform) == Path(expected)


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path):
    folder = tmp_path / "data"
    key = stored_secret_key(folder)
    assert len(key) >= 50
    assert stored_secret_key(folder) == key
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert stored_secret_key(tmp_path / "other") != key


def surroundings(**variables):
    """These variables and nothing else of ours."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DRAUGHTS_", "DJANGO_"))
    }
    return kept | {"DATABASE_URL": "", "REDIS_URL": ""} | variables


def check(**variables):
    """Start the project with these variables."""
    command = [sys.executable, str(REPOSITORY / "manage.py"), "check", "--deploy"]
    return subprocess.run(
        command, env=surroundings(**variables), capture_output=True, text=True, timeout=600, check=False
    )


def settings_with(**variables):
    """What the settings come to with these variables."""
    with mock.patch.dict(os.environ, surroundings(**variables), clear=True):
        return runpy.run_path(str(REPOSITORY / "club" / "config" / "settings.py"))


@pytest.mark.processes
def test_a_served_site_does_not_start_without_a_secret(tmp_path):
    tried = check(DATABASE_URL="postgresql://localhost/club", DRAUGHTS_DATA_DIR=str(tmp_path))
    assert tried.returncode != 0
    assert "DRAUGHTS_SECRET_KEY must be set" in tried.stderr


PRODUCTION = {
    "DATABASE_URL": "postgresql://club@127.0.0.1:1/club",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DRAUGHTS_SECRET_KEY": "made-by_chance 0123456789" * 3,
    "DRAUGHTS_ALLOWED_HOSTS": "club.example",
    "DRAUGHTS_TRUSTED_ORIGINS": "https://club.example",
    "DRAUGHTS_HTTPS": "1",
    "DRAUGHTS_METRICS_TOKEN": "m" * 32,
}


@pytest.mark.processes
def test_production_settings_leave_nothing_to_improve(tmp_path):
    pytest.importorskip("psycopg", reason="make test-services runs this")
    told = check(DRAUGHTS_DATA_DIR=str(tmp_path), **PRODUCTION)
    assert told.returncode == 0, told.stderr
    assert "System check identified no issues" in told.stdout + told.stderr, told.stderr
    assert "WARNING" not in told.stderr


@pytest.mark.parametrize(
    ("name", "value", "told_of_it"),
    [
        ("DRAUGHTS_SECRET_KEY", "short", "DRAUGHTS_SECRET_KEY has 5 characters; it must have 50 or more"),
        ("DRAUGHTS_SECRET_KEY", "", "DRAUGHTS_SECRET_KEY must be set where DATABASE_URL is"),
        (
            "DRAUGHTS_ALLOWED_HOSTS",
            "https://club.example",
            "DRAUGHTS_ALLOWED_HOSTS has 'https://club.example'",
        ),
        ("DRAUGHTS_ALLOWED_HOSTS", "*", "DRAUGHTS_ALLOWED_HOSTS has '*'"),
        ("DRAUGHTS_TRUSTED_ORIGINS", "club.example", "it must be an origin such as https://club.example"),
        ("REDIS_URL", "http://secret@host", "REDIS_URL begins with 'http'; it must be redis://host:6379/0"),
        ("DATABASE_URL", "mysql://secret@host/club", "DATABASE_URL begins with 'mysql'"),
        ("DRAUGHTS_HSTS", "everything", "it must be one of host, subdomains, preload"),
        ("DRAUGHTS_LOG_FORMAT", "xml", "DRAUGHTS_LOG_FORMAT is 'xml'; it must be one of line, json"),
        ("DRAUGHTS_DEBUG", "1", "behind DRAUGHTS_HTTPS it must be 0"),
        ("DRAUGHTS_SESSION_DAYS", "0", "DRAUGHTS_SESSION_DAYS is 0; it must be 1 or more"),
    ],
)
def test_nonsense_stops_the_start_and_is_named(tmp_path, name, value, told_of_it):
    with pytest.raises(ImproperlyConfigured) as told:
        settings_with(DRAUGHTS_DATA_DIR=str(tmp_path), **{**PRODUCTION, name: value})
    assert told_of_it in str(told.value)
    assert "secret@" not in str(told.value)


def test_behind_https_cookies_belong_to_this_host_alone(tmp_path):
    found = settings_with(DRAUGHTS_DATA_DIR=str(tmp_path), **PRODUCTION)
    kinds = sorted(name.removesuffix("_COOKIE_NAME") for name in found if name.endswith("_COOKIE_NAME"))
    assert kinds == ["CSRF", "DEVICE", "KNOWN", "LANGUAGE", "MESSAGES", "SESSION", "ZONE"]
    names = [found[f"{kind}_COOKIE_NAME"] for kind in kinds]
    assert names == [f"__Host-draughts_{kind.lower()}" for kind in kinds]
    assert found["SESSION_COOKIE_SECURE"]
    assert found["SESSION_COOKIE_HTTPONLY"]
    assert found["CSRF_COOKIE_HTTPONLY"]
