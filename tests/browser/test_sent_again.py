"""Requests sent one to five times, late, half of them cut: one effect and one answer for each key."""

import http.client
import json
import secrets
import threading
import urllib.parse

import pytest
from club_evening import director, published_of, section_of
from django.urls import reverse
from effort import amount
from fault_proxy import HOST, FaultProxy, Faults
from pages import session_of

from club.core.actor import SYSTEM
from club.models import AuditEntry
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.models import Case, Entry, EntryKey, LiveBoard, Outcome

BOARDS = amount(6, 100)
AGAIN = Faults(loss=0.5, delay=0.05, copies=5, late=1.5)
WRITERS = 4
MOVES = ("11-15", "23-19")


class Desk:
    """A director whose requests are sent until an answer comes."""

    def __init__(self, site, proxy):
        self.proxy, self.answers = proxy, {}
        cookies = {one["name"]: one["value"] for one in session_of(director(), site)}
        self.cookies = "; ".join(
            f"{name}={value}" for name, value in (cookies | {"draughts_csrf": "c" * 32}).items()
        )

    def send(self, method, path, fields, *, is_json=False):
        """Send a request until it is answered; return the key."""
        key = secrets.token_hex(16)
        told = fields | ({"key": key} if "key" in fields else {})
        body = json.dumps(told) if is_json else urllib.parse.urlencode(told)
        headers = {
            "Cookie": self.cookies,
            "X-CSRFToken": "c" * 32,
            "Accept": "application/json",
            "Idempotency-Key": key,
            "Content-Type": "application/json" if is_json else "application/x-www-form-urlencoded",
        }
        while key not in self.answers:
            connection = http.client.HTTPConnection(HOST, self.proxy.port, timeout=120)
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                self.answers[key] = answer.status, answer.read()
            except (http.client.HTTPException, OSError):
                continue
            finally:
                connection.close()
        return key


@pytest.fixture
def row(site):
    return published_of(section_of(2 * BOARDS))


@pytest.fixture
def proxy(site, settings):
    settings.ALLOWED_HOSTS = ["*"]
    with FaultProxy(int(site.url.rsplit(":", 1)[1]), seed=11, faults=AGAIN) as running:
        yield running


@pytest.fixture
def desk(site, proxy, row):
    return Desk(site, proxy)


def at_once(tasks):
    """Run the tasks by a few threads, each task's requests in their order."""
    rest = list(tasks)

    def work():
        while rest:
            rest.pop(0)()

    threads = [threading.Thread(target=work) for _ in range(WRITERS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()


def result_and_clearing(desk, pairing):
    """Enter a result and clear it: a late copy of the first request would enter it again."""
    asked = {"was": Outcome.PENDING, "r": f"{pairing.pk}.1.white"}
    desk.send("POST", "/desk/results/", asked)
    desk.send("POST", "/desk/results/", {"was": Outcome.WHITE, "replace": f"{pairing.pk}.1.pending"})


def check_in_and_back(desk, entry):
    for here in ("1", "0"):
        desk.send("POST", reverse("tournaments:desk_tap", args=[entry.pk]), {"here": here})


def incident(desk, pairing):
    asked = {"board": pairing.pk, "game": 1, "player": pairing.white_id, "incident": "out_of_turn"}
    event = pairing.round.section.event_id
    desk.send(
        "POST", reverse("tournaments:incident", args=[event]), asked | {"consequence": "caution", "key": ""}
    )


def moves(desk, board):
    for text in MOVES:
        told = {"moves": [{"text": text}], "sequence": None, "key": ""}
        desk.send("POST", reverse("tournaments-api:live-moves", args=[board.pk]), told, is_json=True)


def send_everything(desk, row):
    """All four kinds for every board, and wait until the last copy has arrived."""
    set_broadcast(event_id=row.section.event_id, actor=SYSTEM)
    boards = open_live_boards(round_id=row.pk, actor=SYSTEM)
    pairings = list(row.pairings.select_related("round__section"))
    entries = list(Entry.objects.filter(section=row.section))
    at_once(
        [
            *(lambda one=one: result_and_clearing(desk, one) for one in pairings),
            *(lambda one=one: check_in_and_back(desk, one) for one in entries),
            *(lambda one=one: moves(desk, one) for one in boards),
        ]
    )
    at_once([lambda one=one: incident(desk, one) for one in pairings])
    desk.proxy.wait_for_late_copies()
    return len(pairings), len(entries), len(boards)


def effects(row):
    """The entries in the audit log, and what is stored."""
    counted = {
        name: AuditEntry.objects.filter(action=f"tournaments.{name}").count()
        for name in ("result.recorded", "result.corrected", "entry.checked_in", "case.opened")
    }
    games = [game.outcome for pairing in row.pairings.all() for game in pairing.games.all()]
    scores = [[move["text"] for move in board.moves] for board in LiveBoard.objects.all()]
    return counted, games, scores


def test_every_key_has_one_effect_and_one_answer(desk, proxy, row):
    pairings, entries, boards = send_everything(desk, row)
    counted, games, scores = effects(row)
    assert proxy.lost > 0
    assert len(proxy.arrivals) > 1.5 * len(desk.answers)
    assert counted == {
        "result.recorded": pairings,
        "result.corrected": pairings,
        "entry.checked_in": 2 * entries,
        "case.opened": pairings,
    }
    assert games == [Outcome.PENDING] * pairings
    assert not Entry.objects.filter(section=row.section, checked_in_at__isnull=False).exists()
    assert scores == [list(MOVES)] * boards
    assert Case.objects.count() == pairings
    assert {status for status, _body in desk.answers.values()} == {200}
    for key in desk.answers:
        assert set(proxy.statuses(key)) == {200}


def test_without_the_key_copies_act_again(desk, proxy, row):
    proxy.faults = Faults(loss=0.5, delay=0.05, copies=5, late=1.5, without_key=True)
    pairings, entries, _boards = send_everything(desk, row)
    counted, _games, _scores = effects(row)
    assert not EntryKey.objects.exists()
    assert counted["entry.checked_in"] > 2 * entries
    assert counted["result.recorded"] + counted["result.corrected"] > 2 * pairings
    assert counted["case.opened"] == pairings  # its key is a field of the form
