"""A ladder and who is about; the hall itself is that of the desk's tests."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "desk"))
sys.path.append(str(Path(__file__).resolve().parent.parent / "ratings"))

from hall import club_of, somebody
from ladder_club import ladder_of


@pytest.fixture
def director(db):
    return somebody("director", name="dora")


@pytest.fixture
def secretary(db):
    return somebody("secretary", name="sal")


@pytest.fixture
def arbiter(db):
    return somebody("arbiter", name="arno")


@pytest.fixture
def ladder(db):
    return ladder_of(club_of())
