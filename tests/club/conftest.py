"""Sites of real processes for the tests of jobs."""

import os

import pytest
from processes import Site, drop_laid_out_databases, own_database


@pytest.fixture(scope="session", autouse=True)
def no_database_is_left_behind():
    yield
    drop_laid_out_databases()


@pytest.fixture
def database_url():
    """The address of a new database on the server of DATABASE_URL; none for SQLite in the data folder."""
    with own_database() as url:
        yield url


@pytest.fixture(params=["embedded", "redis"])
def site(request, tmp_path, database_url):
    """A migrated site on each transport; Redis where REDIS_URL names one."""
    redis_url = ""
    if request.param == "redis":
        redis_url = os.environ.get("REDIS_URL", "")
        if not redis_url:
            pytest.skip("REDIS_URL names no Redis: make test-services runs this")
    site = Site(tmp_path, redis_url=redis_url, database_url=database_url)
    site.migrate()
    yield site
    site.end()
