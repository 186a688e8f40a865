"""What `make` says on a machine without the right Python."""

import shutil
import subprocess

import pytest
from processes import REPOSITORY

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def empty_clone(tmp_path):
    """The Makefile and what it depends on, without an environment."""
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    return tmp_path


def make(folder, *arguments):
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("target", ["run", "test", "lint"])
def test_a_python_too_old_is_told_in_one_line(empty_clone, target):
    old = empty_clone / "python3.9"
    old.write_text('#!/bin/sh\n[ "$1" = -c ] && exit 1\necho started >&2\n')
    old.chmod(0o755)
    told = make(empty_clone, target, f"PYTHON={old}")
    assert told.returncode != 0
    (line,) = told.stdout.splitlines()
    assert line.startswith(f"Python 3.11 or newer is needed, and '{old}' is missing or older: name one with")
    assert not (empty_clone / ".venv").exists()


def test_a_missing_python_is_told_in_one_line(empty_clone):
    told = make(empty_clone, "test", "PYTHON=/no/such/python3")
    assert told.returncode != 0
    assert len(told.stdout.splitlines()) == 1
    assert "Python 3.11 or newer is needed" in told.stdout


def test_the_next_python_is_asked_for_by_name(empty_clone):
    (empty_clone / ".venv/bin").mkdir(parents=True)
    (empty_clone / ".venv/bin/uv").touch()
    told = make(empty_clone, "test-next", "PYTHON_NEXT=")
    assert told.returncode != 0
    assert "No Python 3.13 was found" in told.stdout
