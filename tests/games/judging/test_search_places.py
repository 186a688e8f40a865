"""Places for searches: some at once, and the next one to whoever was refused first and may wait."""

from contextlib import ExitStack

import pytest
from own_files import _own_files  # noqa: F401 - for every test here

from games.core.errors import TooManySearches
from games.judging.search_slots import RESERVATION_SECONDS, SearchSlots


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def places(clock):
    return SearchSlots(2, seconds=2.0, clock=clock)


def taken(places, *names):
    """Whether each in turn finds a place; all of them are given back."""
    found = []
    with ExitStack() as stack:
        for name in names:
            try:
                stack.enter_context(places.taken(name))
                found.append(True)
            except TooManySearches:
                found.append(False)
    return found


def test_as_many_as_there_are_and_again_when_they_are_given_back(places):
    assert taken(places, "", "", "") == [True, True, False]
    assert taken(places, "", "", "") == [True, True, False]


def test_a_search_that_fails_gives_its_place_back(places):
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), places.taken():
            raise ZeroDivisionError
    assert taken(places, "", "") == [True, True]


def test_the_next_place_is_kept_for_who_waits(places):
    with places.taken():
        with places.taken(), pytest.raises(TooManySearches) as refused, places.taken("arbiter"):
            pass
        assert refused.value.facts == {"seconds": 2}
        assert taken(places, "") == [False]  # one place is free, and it is not a visitor's
        assert taken(places, "arbiter") == [True]
        assert taken(places, "") == [True]  # who was served waits no more


def test_who_came_first_is_served_first(places):
    with places.taken():
        with places.taken():
            assert taken(places, "first", "second", "first") == [False, False, False]
        assert taken(places, "second") == [False]
        assert taken(places, "first", "second") == [True, False]
    assert taken(places, "second", "") == [True, True]


def test_a_place_is_not_kept_for_who_does_not_come_back(places, clock):
    with places.taken(), places.taken():
        assert taken(places, "gone") == [False]
    assert taken(places, "", "") == [True, False]
    clock.now += RESERVATION_SECONDS
    assert taken(places, "", "") == [True, True]
