"""What the environment says, and what it cannot say."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from processes import REPOSITORY

from club.config import env
from club.config.storage import default_data_dir, stored_secret_key


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
    assert settings["ENGINE"] == "django.db.backends.sqlite3"
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


def check(**variables):
    """Start the project with these variables and nothing else of ours."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DRAUGHTS_", "DJANGO_"))
    }
    kept |= {"DATABASE_URL": "", "REDIS_URL": ""}
    command = [sys.executable, str(REPOSITORY / "manage.py"), "check", "--deploy"]
    return subprocess.run(
        command, env=kept | variables, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_served_site_does_not_start_without_a_secret(tmp_path):
    tried = check(DATABASE_URL="postgresql://localhost/club", DRAUGHTS_DATA_DIR=str(tmp_path))
    assert tried.returncode != 0
    assert "DRAUGHTS_SECRET_KEY must be set" in tried.stderr


def test_behind_https_django_finds_nothing_to_improve(tmp_path):
    told = check(DRAUGHTS_DATA_DIR=str(tmp_path), DRAUGHTS_HTTPS="1")
    assert told.returncode == 0, told.stderr
    # W005 and W021 ask for HSTS on every subdomain and for preloading, which the owner of the domain decides.
    warnings = set(re.findall(r"\?: \((security\.W\d+)\)", told.stderr))
    assert warnings == {"security.W005", "security.W021"}, told.stderr
