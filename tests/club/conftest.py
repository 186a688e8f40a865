"""Sites of real processes for the tests of jobs."""

import os
import uuid

import pytest
from processes import Site, own_url


@pytest.fixture
def database_url():
    """The address of a new database on the server of DATABASE_URL; none for SQLite in the data folder."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield ""
        return
    psycopg = pytest.importorskip("psycopg")
    name = f"test_ledger_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        yield own_url(url, name)
        server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


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
