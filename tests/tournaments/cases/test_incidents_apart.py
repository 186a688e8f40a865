"""Incidents of players who sit at no board, filed from the phone by name."""

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall
from worlds import world

from tournaments.cases.services.incidents import advice_of
from tournaments.models import Case, CaseState, Outcome, Ruling

pytestmark = pytest.mark.django_db


@world
def hall():
    """Seven players, the last of whom has the bye."""
    return Hall(players=7)


@world
def resting(hall):
    return hall.row.pairings.get(black__isnull=True).white


@pytest.fixture(autouse=True)
def law_book_alone(hall):
    """What the law book leaves open is for the arbiter here."""
    hall.by_law_book_alone()


def where(hall):
    return reverse("tournaments:incident_apart", args=[hall.event.pk])


def phone_of(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def form(resting, **more):
    return {"player": resting.pk, "incident": "distracting", "consequence": "warning", "key": "k1"} | more


def test_only_those_at_no_board_are_offered_and_the_steps_of_the_boards_lead_there(hall, resting):
    phone = phone_of(hall.arbiter)
    steps = phone.get(reverse("tournaments:incident", args=[hall.event.pk])).content.decode()
    assert where(hall) in steps
    assert phone.get(where(hall)).context["players"] == [resting]


def test_where_everybody_plays_nobody_is_offered():
    hall = Hall()
    phone = phone_of(hall.arbiter)
    assert "All players are at a board." in phone.get(where(hall)).content.decode()
    assert (
        where(hall) not in phone.get(reverse("tournaments:incident", args=[hall.event.pk])).content.decode()
    )


def test_name_incident_and_confirm_make_a_ruling_once(hall, resting):
    phone = phone_of(hall.arbiter)
    kinds = phone.get(where(hall), {"player": resting.pk}).content.decode()
    assert "talked or distracted" in kinds
    asked = phone.get(where(hall), {"player": resting.pk, "incident": "distracting"}).content.decode()
    assert "The law book leaves this to the arbiter." in asked
    for _ in range(2):
        answer = phone.post(where(hall), form(resting))
        assert answer.url == reverse("tournaments:incident_filed", args=[hall.event.pk, 1])
    ruling = Ruling.objects.get()
    assert (ruling.entry, ruling.consequence, ruling.ruled_by) == (resting, "warning", hall.arbiter.label)
    done = phone.get(answer.url).content.decode()
    assert reverse("tournaments:desk_case", args=[ruling.case_id]) in done


def test_a_deputys_form_waits_with_what_they_would_do(hall, resting):
    phone_of(hall.deputy).post(where(hall), form(resting))
    case = Case.objects.get()
    assert (case.state, advice_of(case).consequence) == (CaseState.OPEN, "warning")


def test_what_is_refused_keeps_what_was_typed(hall, resting):
    answer = phone_of(hall.arbiter).post(
        where(hall), form(resting, consequence="excluded", note="it rang twice")
    )
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "it rang twice" in told
    assert "a penalty this severe needs a reason" in told
    assert 'value="excluded" checked' in told
    assert not Case.objects.exists()


def test_who_sits_at_a_board_or_plays_elsewhere_is_not_filed_here(hall, resting):
    seated = hall.row.pairings.filter(black__isnull=False).first().white
    answer = phone_of(hall.arbiter).post(where(hall), form(resting, player=seated.pk))
    assert answer.context["player"] is None
    assert not Case.objects.exists()
    assert not hall.row.pairings.exclude(games__outcome=Outcome.PENDING).filter(black__isnull=False).exists()
