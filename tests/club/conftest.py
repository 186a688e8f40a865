"""Sites of real processes, and who is in the club."""

import os

import pytest
from money_rows import treasurer
from people import account
from processes import Site, own_database
from worlds import world

from club.core.actor import Actor
from club.models import Organisation, Role


@pytest.fixture
def database_url():
    """The address of a new database on the server of DATABASE_URL; none for SQLite in the data folder."""
    with own_database() as url:
        yield url


@pytest.fixture(params=["embedded", "redis"])
def site(request, tmp_path, database_url, templates):
    """A migrated site on each transport; Redis where REDIS_URL names one."""
    redis_url = ""
    if request.param == "redis":
        redis_url = os.environ.get("REDIS_URL", "")
        if not redis_url:
            pytest.skip("REDIS_URL names no Redis: make test-services runs this")
    site = Site(tmp_path, redis_url=redis_url, database_url=database_url)
    site.migrate(templates)
    yield site
    site.end()


@world
def club():
    return Organisation.objects.create(slug="north", name="North club")


@world
def secretary():
    return Actor.of_user(account("sam", role=Role.SECRETARY))


@world
def tess():
    return treasurer()
