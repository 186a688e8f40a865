"""What every test may ask for."""

from pathlib import Path

import pytest
import redis
from django.conf import settings

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir():
    """The folder of reference material beside the repository (laws, recorded games); not part of it."""
    folder = REPOSITORY.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the reference material is not beside the repository: {folder} is missing")
    return folder


@pytest.fixture(scope="session", autouse=True)
def redis_left_as_found():
    """Take this run's messages out of the Redis of REDIS_URL again."""
    yield
    if settings.REDIS_URL:
        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        with redis.Redis.from_url(settings.REDIS_URL) as store:
            for key in store.scan_iter(prefix + "*"):
                store.delete(key)
