"""A row that another desk deletes between the access check and the lock: 404, and a fault stays a fault."""

import pytest
from django.db import IntegrityError
from django.db.transaction import Atomic
from django.urls import reverse
from event_rows import section_of, somebody

from tournaments.models import Pairing, Round
from tournaments.rounds.services.rounds import propose_round

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json"}


@pytest.fixture
def director():
    return somebody("director")


@pytest.fixture
def row(director):
    return propose_round(section_id=section_of().pk, actor=director)


@pytest.fixture
def desk(client, director):
    client.force_login(director.user)
    client.raise_request_exception = False
    return client


@pytest.fixture
def deleted_before_the_lock(monkeypatch):
    """Delete rows as another desk does: when the view has read them and its service begins."""
    begin = Atomic.__enter__

    def deleting(rows):
        def begin_late(block):
            monkeypatch.setattr(Atomic, "__enter__", begin)
            rows.delete()
            begin(block)

        monkeypatch.setattr(Atomic, "__enter__", begin_late)

    return deleting


def ways(row):
    board = row.pairings.first()
    told = {"version": row.version, "reason": "again"}
    return {
        "publish": ("post", reverse("tournaments-api:round-publish", args=[row.pk]), told),
        "delete": ("delete", reverse("tournaments-api:round", args=[row.pk]), {}),
        "enter": ("put", reverse("tournaments-api:result", args=[board.pk, 1]), {"outcome": "white"}),
        "lock": (
            "put",
            reverse("tournaments-api:pairing-lock", args=[board.pk]),
            {**told, "is_locked": True},
        ),
    }


@pytest.mark.parametrize("name", ["publish", "delete", "enter", "lock"])
def test_a_program_is_answered_404(desk, row, deleted_before_the_lock, name):
    method, path, body = ways(row)[name]
    deleted_before_the_lock(Round.objects.filter(pk=row.pk))
    answer = getattr(desk, method)(path, body, **JSON)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("act", ["publish", "unpublish", "close", "delete"])
def test_a_page_is_answered_404(desk, row, deleted_before_the_lock, act):
    deleted_before_the_lock(Round.objects.filter(pk=row.pk))
    path = reverse("tournaments:desk_round_act", args=[row.pk, act])
    assert desk.post(path, {"version": row.version}).status_code == 404


def test_a_key_of_the_table_is_answered_404(desk, row, deleted_before_the_lock):
    board = row.pairings.first()
    deleted_before_the_lock(Pairing.objects.filter(pk=board.pk))
    answer = desk.post(reverse("tournaments:desk_results"), {"r": f"{board.pk}.1.white"})
    assert answer.status_code == 404


@pytest.mark.parametrize("fault", [Round.DoesNotExist, IntegrityError])
def test_a_fault_stays_a_fault_while_the_row_is_there(desk, row, monkeypatch, fault):
    def fails(**_told):
        raise fault

    for service in ("publish_round", "delete_round"):
        monkeypatch.setattr(f"tournaments.rounds.services.rounds.{service}", fails)
    page = reverse("tournaments:desk_round_act", args=[row.pk, "publish"])
    assert desk.post(page, {"version": row.version}).status_code == 500
    assert desk.delete(reverse("tournaments-api:round", args=[row.pk])).status_code == 500
    assert Round.objects.filter(pk=row.pk).exists()
