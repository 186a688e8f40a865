"""Entries with idempotency keys: one effect and answer, both results of a conflict, and whose they are."""

from datetime import timedelta

import pytest
from club_evening import director, published_of, section_of
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.core.errors import NotAllowed
from club.models import AuditEntry, PassLevel
from tournaments.core.services.entry_keys import KEPT, apply_once, delete_old_keys
from tournaments.models import EntryKey, Outcome
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def board():
    return published_of(section_of(4)).pairings.select_related("round__section__event").get(board_number=1)


@pytest.fixture
def desk(board):
    client = Client()
    client.force_login(director())
    return client


def helper(board):
    """A helper's phone, which may not correct results."""
    event = board.round.section.event
    made = make_pass(
        label="Phone",
        level=PassLevel.HELPER,
        scope=Scope(event.organisation_id, event.pk),
        expires_at=timezone.now() + timedelta(hours=5),
        actor=SYSTEM,
    )
    client = Client()
    client.post(reverse("club:pass_take", args=[made.secret]))
    return client


def enter(client, board, outcome, key, *, was=Outcome.PENDING, owner=None, **more):
    headers = {"accept": "application/json", "idempotency-key": key}
    headers |= {} if owner is None else {"x-entry-owner": owner}
    fields = {"r": f"{board.pk}.1.{outcome}", "was": was, **more}
    answer = client.post(reverse("tournaments:desk_results"), fields, headers=headers)
    return answer.status_code, answer.json()


def stored(board):
    return board.games.get().outcome


def clear(board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, actor=SYSTEM)


def test_a_late_copy_of_an_entry_does_not_act_again(desk, board):
    first = enter(desk, board, "white", "k1")
    clear(board)
    assert enter(desk, board, "white", "k1") == first == (200, {"refusal": ""})
    assert stored(board) == Outcome.PENDING
    assert AuditEntry.objects.filter(action="tournaments.result.recorded").count() == 1


def test_without_a_key_it_does(desk, board):
    enter(desk, board, "white", "")
    clear(board)
    enter(desk, board, "white", "")
    assert stored(board) == Outcome.WHITE
    assert not EntryKey.objects.exists()


def test_a_refused_entry_stays_refused(desk, board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM)
    status, told = enter(desk, board, "white", "k1")
    assert (status, told["code"]) == (409, "result_differs")
    clear(board)
    status, again = enter(desk, board, "white", "k1")
    assert (status, again["refusal"]) == (409, told["refusal"])
    assert stored(board) == Outcome.PENDING


def test_a_conflict_names_both_results_and_who_may_replace(desk, board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM)
    _status, told = enter(desk, board, "white", "k1")
    names = board.white.name, board.black.name
    assert told["conflict"] == {
        "was": "black",
        "theirs": f"{names[1]} won",
        "mine": f"{names[0]} won",
        "by": SYSTEM.label,
        "may_replace": True,
    }
    assert "black" not in told["refusal"].split()  # in words, not by its code
    _status, told = enter(helper(board), board, "white", "k1")
    assert (told["conflict"]["may_replace"], told["conflict"]["by"]) == (False, "")
    assert enter(desk, board, "white", "k2", was="black", confirm="1")[0] == 200
    assert stored(board) == Outcome.WHITE


def test_the_same_result_is_no_conflict(desk, board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    assert enter(desk, board, "white", "k1") == (200, {"refusal": ""})


def test_the_second_pass_says_nothing_of_the_first(desk, board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM)
    fields = {"page": "hall", "pass": "2"}
    assert "conflict" not in enter(desk, board, "white", "k1", **fields)[1]


def test_a_key_stands_for_one_content_of_one_sender(desk, board):
    enter(desk, board, "white", "k1")
    status, told = enter(desk, board, "black", "k1")
    assert (status, told["code"], stored(board)) == (422, "key_of_another_entry", Outcome.WHITE)
    enter(helper(board), board, "white", "k1")
    assert EntryKey.objects.count() == 2


def test_an_entry_of_another_account_is_not_taken(desk, board):
    status, told = enter(desk, board, "white", "k1", owner="user:999999")
    assert (status, told, stored(board)) == (403, {"code": "other_account"}, Outcome.PENDING)
    owner = f"user:{desk.session['_auth_user_id']}"
    assert enter(desk, board, "white", "k1", owner=owner)[0] == 200


def test_old_keys_are_deleted(desk, board):
    enter(desk, board, "white", "k1")
    assert delete_old_keys(now=timezone.now()) == 0
    assert delete_old_keys(now=timezone.now() + KEPT + timedelta(seconds=1)) == 1


def test_an_answer_says_whether_it_is_done_and_repeated():
    acted = []
    give = {"key": "k1", "content": {"r": "1"}, "actor": SYSTEM, "act": lambda: acted.append(1) or "made"}
    first, again = apply_once(**give), apply_once(**give)
    assert (first.is_done, first.is_repeated, first.result) == (True, False, "made")
    assert (again.is_done, again.is_repeated, again.result) == (True, True, None)
    other = apply_once(**{**give, "content": {"r": "2"}})
    assert (other.is_done, other.is_repeated, other.status) == (False, False, 422)
    assert acted == [1]


def test_a_refusal_that_is_repeated_says_so():
    def refuse():
        raise NotAllowed(capability="record_results", who="phone")

    give = {"key": "k1", "content": {}, "actor": SYSTEM, "act": refuse}
    first, again = apply_once(**give), apply_once(**give)
    assert (first.is_done, first.is_repeated, again.is_done, again.is_repeated) == (False, False, False, True)
    assert (again.status, again.code, again.refusal) == (first.status, first.code, first.refusal)
