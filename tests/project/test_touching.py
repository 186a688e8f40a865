"""What a test touches is found out from what it asks for, however many steps away."""

import subprocess
from functools import cache
from types import SimpleNamespace

import pytest
from external_services import TESTS, needs_services, repeated_cases, touches
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


def case(name, *marks, module="club/money/test_x.py", asks=()):
    """A collected test, as far as the choice of cases looks at it."""
    found = [getattr(pytest.mark, mark).mark for mark in marks]
    return SimpleNamespace(
        nodeid=f"tests/{module}::{name}",
        path=TESTS / module,
        fixturenames=asks,
        iter_markers=lambda: iter(found),
        get_closest_marker=lambda wanted: next((mark for mark in found if mark.name == wanted), None),
    )


def test_the_first_case_of_each_test_is_enough_on_the_services():
    cases = [case("test_a[1]"), case("test_b"), case("test_a[2]"), case("test_c[1]"), case("test_a[3-[x]]")]
    assert list(repeated_cases(cases)) == [cases[2], cases[4]]


def test_a_case_of_the_thorough_run_is_not_the_first():
    cases = [case("test_a[1]", "thorough"), case("test_a[2]"), case("test_a[3]")]
    assert list(repeated_cases(cases)) == [cases[2]]


@pytest.mark.parametrize(
    "options",
    [
        {"module": "site/test_every_address.py"},
        {"module": "games/rules/test_moves.py"},
        {"asks": ("transactional_db",)},
        *({"mark": mark} for mark in ("processes", "skipif", "every_case")),
    ],
    ids=str,
)
def test_every_case_runs_where_its_values_or_this_run_alone_decide(options):
    marks = [options[name] for name in options if name == "mark"]
    others = {name: value for name, value in options.items() if name != "mark"}
    cases = [case(f"test_a[{number}]", *marks, **others) for number in range(3)]
    assert list(repeated_cases(cases)) == []
