"""State of each test of accounts."""

import pytest
from django.core.cache import cache


@pytest.fixture
def no_tries(outbox_backend):
    """Have no try to sign in counted yet, and mail go the site's own way."""
    cache.clear()
    yield
    cache.clear()
