"""What tests of the pages ask for."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def repository():
    """The root of the repository."""
    return Path(__file__).resolve().parent.parent.parent
