"""Who is in the hall; the hall itself is that of the desk's tests."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "desk"))

from hall import somebody


@pytest.fixture
def director(db):
    return somebody("director", name="dora")


@pytest.fixture
def arbiter(db):
    return somebody("arbiter", name="arno")
