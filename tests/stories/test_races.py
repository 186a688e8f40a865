"""Two desks at once, over HTTP on a running site: each is done or refused, and nobody sees an error.

`race_scenes` has the actions. The races of which the second action finds its row deleted or settled are run
each time, the others in a thorough run.
"""

from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from random import Random

import pytest
from effort import THOROUGH, amount
from processes import site_on
from race_scenes import BOUT, pairs
from races import RacingHall

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.sampled]
BOUTS, TURNS = amount(2, 60), 8
OK = frozenset({HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.NO_CONTENT, HTTPStatus.FOUND})
ANSWERS = OK | {HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT}
TRIED = [pair for pair in pairs() if THOROUGH or pair.is_told]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def hall(request, tmp_path_factory, templates):
    """A running site on each database."""
    with site_on(request.param, tmp_path_factory.mktemp("races")) as site:
        yield RacingHall(site, templates)


def test_of_two_actions_on_the_same_rows_each_is_done_or_refused(hall):
    wrong, done = [], set()
    for pair, requests in zip(TRIED, hall.scenes(TRIED), strict=True):
        answers = hall.race(requests)
        wrong += [
            (pair, request["method"], request["path"], status, text[:200])
            for request, (status, text) in zip(requests, answers, strict=True)
            if status not in ANSWERS
        ]
        done |= {pair for status, _text in answers if status in OK}
    assert wrong == [], hall.site.log()[-4000:]
    assert {pair for pair in TRIED if pair.is_told} <= done  # where both are refused, nothing was raced
    assert hall.is_sound()


def test_two_desks_that_pair_publish_unpublish_and_delete_one_round(hall):
    answers = {desk: [] for desk in hall.desks}

    def work(desk, bout, seed):
        """Look at the rounds and act on the first, as a person does whose page is a moment old."""
        chance = Random(seed)  # noqa: S311 - the same acts each time
        for _turn in range(TURNS):
            rounds = desk.read(bout["rounds"])
            name = chance.choice(BOUT) if rounds else "propose"
            number, version = (rounds[0]["id"], rounds[0]["version"]) if rounds else (0, 0)
            way = bout[chance.choice(("page", "api"))][name]
            request = {
                **way,
                "path": way["path"].replace("/0/", f"/{number}/"),
                "body": {"version": version, "reason": "again"},
            }
            answers[desk].append((name, request["by"], *desk.send(request)))
            answers[desk] += [("look", one["by"], *desk.send(one)) for one in bout["look"]]

    for at, bout in enumerate(hall.bouts(BOUTS)):
        with ThreadPoolExecutor(len(hall.desks)) as pool:
            list(pool.map(work, hall.desks, [bout] * len(hall.desks), (2 * at, 2 * at + 1)))
    told = [one for of_desk in answers.values() for one in of_desk]
    assert [one for one in told if one[2] not in ANSWERS] == [], hall.site.log()[-4000:]
    assert {name for name, _by, status, _text in told if status in OK} >= {"propose", *BOUT}
    assert hall.is_sound()
