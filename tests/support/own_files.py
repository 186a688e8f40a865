"""Files that a test stores go to a folder of its own, and nothing is cached when it begins.

To import the fixture is to use it.
"""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    cache.clear()
