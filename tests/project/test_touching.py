"""What a test touches is found out from what it asks for, however many steps away."""

import subprocess
from functools import cache

import pytest
from external_services import needs_services, touches
from processes import Site
from worlds import world


def test_a_test_that_asks_for_nothing(request):
    assert not touches(request.node)
    assert not needs_services(request.node)


def test_a_test_that_asks_for_the_database(request, db):
    assert touches(request.node)


@pytest.mark.django_db
def test_a_test_that_is_marked(request):
    assert touches(request.node)


@world
def nothing_at_all():
    return None


def test_a_test_with_a_world(request, nothing_at_all):
    assert touches(request.node)


class Started:
    """Starts a process in one of its methods."""

    @classmethod
    def at_last(cls):
        return lambda: subprocess.run(["true"], check=True)


@cache
def helper():
    return Started


@pytest.fixture
def started():
    return helper()


def test_a_test_whose_fixture_reaches_a_process_by_helpers(request, started):
    assert touches(request.node)


def test_a_test_that_names_a_site_of_processes(request):
    assert touches(request.node)
    assert Site.__name__ == "Site"
