"""The world of the walks over the whole site."""

from pathlib import Path

import pytest
from access_world import World
from browser import each_refusal_rendered_once
from worlds import world


@world
def clubs():
    """Two clubs with something of everything, and the cookies of everybody who may come."""
    return World()


@pytest.fixture
def refusals():
    """The refusals of a walk, each rendered once."""
    with each_refusal_rendered_once() as rendered:
        yield rendered


@pytest.fixture(scope="session")
def repository():
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent.parent
