"""NUL, which PostgreSQL refuses, and half of a surrogate pair, which no answer can carry, break no page."""

import pytest
from django.test import Client
from django.urls import reverse

from club.access import Scope
from club.actor import SYSTEM
from club.models import Organisation, Role, User
from club.services.roles import grant_role
from tournaments.models import Case
from tournaments.services.events import create_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    club = Organisation.objects.create(slug="north", name="North")
    return create_event(organisation_id=club.pk, name="Easter Open", preset="weekend", actor=SYSTEM)


@pytest.fixture
def desk(event):
    user = User.objects.create_user("anna@north.example", "x", first_name="Anna")
    grant_role(user=user, role=Role.ARBITER, scope=Scope(event.organisation_id), actor=SYSTEM)
    client = Client()
    client.force_login(user)
    return client


def test_a_form_with_nul_is_read_with_a_blank_in_its_place(desk, event):
    sent = {"incident": "distracting", "game": "1", "key": "a\0b", "private_text": "He\0sang."}
    assert desk.post(reverse("tournaments:desk_cases", args=[event.pk]), sent).status_code == 302
    case = Case.objects.get()
    assert (case.key, case.private_text) == ("a b", "He sang.")


@pytest.mark.parametrize("name", ["article", "incident", "text", "law_book"])
def test_an_address_with_nul_is_answered(desk, name):
    assert desk.get(reverse("tournaments-api:precedents"), {name: "SL\0"}).status_code == 200
    assert desk.get(reverse("tournaments:desk_precedents"), {name: "SL\0"}).status_code == 200


def test_half_of_a_surrogate_pair_is_refused_and_the_refusal_can_be_read(desk, event):
    where = reverse("tournaments-api:cases", args=[event.pk])
    refused = desk.post(where, '{"incident": "\\ud800"}', content_type="application/json")
    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == ["incident"]
