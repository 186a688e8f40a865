"""Who is in the hall."""

import pytest
from hall import section_of, somebody


@pytest.fixture
def section(db):
    """A published weekend Swiss with six players."""
    return section_of()


@pytest.fixture
def director(db):
    return somebody("director", name="dora")


@pytest.fixture
def arbiter(db):
    return somebody("arbiter", name="arno")


@pytest.fixture
def player(db):
    return somebody("player", name="pia")
