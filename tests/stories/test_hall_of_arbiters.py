"""32 arbiters at 8 page servers: each confirmed result is stored once, each conflict is refused."""

import os
import secrets
import statistics
import time

import pytest
from effort import THOROUGH, amount
from hall_of_arbiters import ArbiterHall
from linear import DONE, REFUSED, UNKNOWN, Call, is_linearizable
from own_postgres import own_postgres_or_skip
from processes import Site, postgresql_or_skip
from template_databases import address_of

SERVERS, ARBITERS, BOARDS = 8, 32, 200
SECONDS = float(os.environ.get("SECONDS", amount(0, 600)))  # at least one wave
THINK = amount(0.0, 2.0)  # seconds between two entries of an arbiter in the mean
MAX_CONTROL_WAVES = 10
SEED = secrets.randbits(32) if THOROUGH else 20261129


@pytest.fixture
def hall_of(tmp_path, templates):
    postgresql_or_skip()
    postgres = own_postgres_or_skip(max_connections="200")
    halls = []
    try:
        postgres.start()

        def make(**facts):
            url = postgres.copy_of(address_of(templates.url, templates.database()))
            site = Site(tmp_path, database_url=url)
            site.env |= {
                "DJANGO_SETTINGS_MODULE": "club.config.settings",
                "DRAUGHTS_ALLOWED_HOSTS": "127.0.0.1",
            }
            site.env.pop("PGOPTIONS", None)  # with all flushes
            site.gather_static(templates)
            halls.append(ArbiterHall(site, seed=SEED, arbiters=ARBITERS, boards=BOARDS, **facts))
            return halls[-1]

        yield make
    finally:
        for hall in halls:
            hall.end()
        postgres.end()


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.thorough
def test_what_32_arbiters_are_confirmed_is_there_once(hall_of, record_property):
    hall, began, waves = hall_of(servers=SERVERS), time.monotonic(), 0
    hall.think = THINK
    while not waves or time.monotonic() - began < SECONDS:
        hall.wave()
        waves += 1
        assert hall.faults == [], (SEED, waves, hall.faults[:5], hall.site.log()[-2000:])
    assert hall.conflicts
    percentiles = statistics.quantiles(hall.seconds, n=100)
    record_property(
        "entries of 32 arbiters", f"{hall.calls} in {waves} waves of {BOARDS} boards, seed {SEED}"
    )
    record_property("entries lost, doubled or answered wrongly", len(hall.faults))
    record_property("conflicts refused with the value that is there", hall.conflicts)
    record_property("seconds of the run", round(time.monotonic() - began))
    record_property("answer, p50 and p99 ms", f"{1000 * percentiles[49]:.0f}, {1000 * percentiles[98]:.0f}")


@pytest.mark.processes
@pytest.mark.slow
@pytest.mark.thorough
def test_without_lock_and_version_results_are_lost_and_found_out(hall_of, record_property):
    """The negative control: read, compare, save."""
    hall, waves = hall_of(servers=2, prepare="naive_desk"), 0
    while not any("no order" in fault for fault in hall.faults):
        waves += 1
        assert waves <= MAX_CONTROL_WAVES, "naive code lost nothing"
        hall.wave()
    lost = sum("no order" in fault for fault in hall.faults)
    record_property("control: boards with lost results", f"{lost} in {waves} waves")


# ---- the checker ----


def call(began, ended, was, value, status=DONE, there=""):
    return Call(began, ended, was, value, status, there)


SOUND = {
    "one entry": ([call(0, 1, "pending", "white")], "white"),
    "the same twice": ([call(0, 2, "pending", "white"), call(1, 3, "pending", "white")], "white"),
    "the second is told": (
        [call(0, 2, "pending", "white"), call(1, 3, "pending", "draw", REFUSED, "white")],
        "white",
    ),
    "the later one was done first": (
        [call(0, 9, "pending", "draw", REFUSED, "white"), call(1, 2, "pending", "white")],
        "white",
    ),
    "corrected": ([call(0, 1, "pending", "white"), call(2, 3, "white", "draw")], "draw"),
    "cut and done": ([call(0, 1, "pending", "white", UNKNOWN)], "white"),
    "cut and lost": ([call(0, 1, "pending", "white", UNKNOWN)], "pending"),
    "cut and done later": (
        [call(0, 1, "pending", "white", UNKNOWN), call(2, 3, "pending", "draw", REFUSED, "white")],
        "white",
    ),
}
FAULTY = {
    "confirmed and lost": ([call(0, 1, "pending", "white")], "pending"),
    "confirmed and another": ([call(0, 1, "pending", "white")], "draw"),
    "two confirmed that differ": ([call(0, 2, "pending", "white"), call(1, 3, "pending", "draw")], "draw"),
    "refused by nothing": ([call(0, 1, "pending", "draw", REFUSED, "white")], "pending"),
    "refused with a wrong value": (
        [call(0, 1, "pending", "white"), call(2, 3, "pending", "draw", REFUSED, "black")],
        "white",
    ),
    "refused before the other began": (
        [call(0, 1, "pending", "draw", REFUSED, "white"), call(2, 3, "pending", "white")],
        "white",
    ),
    "an old value confirmed": (
        [call(0, 1, "pending", "white"), call(2, 3, "white", "draw"), call(4, 5, "white", "black")],
        "black",
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_possible_history_is_accepted(name):
    calls, final = SOUND[name]
    assert is_linearizable(calls, initial="pending", final=final)


@pytest.mark.parametrize("name", FAULTY)
def test_an_impossible_history_is_found(name):
    calls, final = FAULTY[name]
    assert not is_linearizable(calls, initial="pending", final=final)
