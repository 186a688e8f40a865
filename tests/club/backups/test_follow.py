"""The warm copy: the first machine is killed in the middle of a round, and the second goes on."""

import contextlib
import os
import random
import threading

import pytest
from effort import amount
from followed_site import FollowedSite, asked
from polling import until
from processes import own_database

pytestmark = [pytest.mark.processes, pytest.mark.slow]
SEEDS = amount(range(1), range(12))
HANDS = 3  # arbiters who enter results at once


@pytest.fixture
def followed(tmp_path, templates):
    """Two machines on the database of this run: SQLite, or two databases of the server."""
    with contextlib.ExitStack() as stack:
        databases = ("", "")
        if os.environ.get("DATABASE_URL", "").startswith("postgres"):
            databases = (stack.enter_context(own_database()), stack.enter_context(own_database()))
        machines = FollowedSite(tmp_path, templates, databases=databases)
        stack.callback(machines.end)
        yield machines


def enter_until_killed(machines, last):
    """Enter results as fast as possible from several hands; kill the machine while the last ones come."""
    places = iter(range(len(machines.boards)))
    turn, killed = threading.Lock(), threading.Event()

    def hand():
        while not killed.is_set():
            with turn:
                place = next(places, None)
            if place is None or machines.enter(place) != 200:
                return

    hands = [threading.Thread(target=hand) for _ in range(HANDS)]
    for one in hands:
        one.start()
    assert until(lambda: len(machines.confirmed) >= last, longest_pause=0.002), machines.first.log()
    machines.kill_first()
    killed.set()
    for one in hands:
        one.join()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_confirmed_is_in_the_copy_or_named_and_the_second_machine_goes_on(
    followed, seed, record_property
):
    followed.follow()
    page = f"/e/{followed.event}/"
    assert until(lambda: asked(followed.second, page)[0] == 200), followed.second.log()
    assert "This is a copy of" in asked(followed.second, page)[1]
    assert asked(followed.second, "/desk/results/", {"r": "1.1.white"}, session="x" * 32)[0] == 503
    enter_until_killed(followed, random.Random(seed).randint(5, 30))  # noqa: S311 - a moment, no secret
    report = followed.promote()
    lost, named = followed.lost(report)
    record_property("confirmed", len(followed.confirmed))
    record_property("named", len(named))
    assert lost == [], (report, followed.second.log(), followed.first.log())
    assert followed.go_on() == [2, len(followed.boards)]


def test_without_the_journal_losses_are_not_named(followed):
    followed.follow_without_journal()
    enter_until_killed(followed, 5)
    lost, named = followed.lost(followed.promote())
    assert len(lost) >= 5
    assert not named


def test_a_follower_killed_while_it_copies_leaves_the_copy_before(followed):
    followed.follow_until_killed_while_copying()
    assert followed.enter(0) == 200
    assert followed.follower.wait(120) != 0
    followed.kill_first()
    report = followed.promote()
    lost, named = followed.lost(report)
    assert (lost, named) == ([], {followed.boards[0][1]})
    assert set(followed.outcomes().values()) == {"pending"}
