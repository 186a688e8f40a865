"""NUL, which PostgreSQL refuses, and half of a surrogate pair, which no answer can carry, break no page."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from worlds import world

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Organisation, Person, Role, User
from tournaments.events.services.events import create_event
from tournaments.leagues.captain_links import captain_secret
from tournaments.models import Captain, Case, Entry

pytestmark = pytest.mark.django_db


@world
def event():
    club = Organisation.objects.create(slug="north", name="North")
    return create_event(organisation_id=club.pk, name="Easter Open", preset="weekend", actor=SYSTEM)


@world
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


HALF = "\\ud800"  # as JSON escapes it


@pytest.mark.parametrize(
    ("path", "body", "fields"),
    [
        ("/api/v1/events/{event}/cases/", f'{{"incident": "{HALF}", "game": 1}}', ["incident"]),
        ("/api/v1/events/{event}/cases/", f'{{"{HALF}": 1}}', ["?"]),
        ("/api/v1/events/{event}/cases/", f'{{"incident": "x", "details": {{"{HALF}": 1}}}}', ["details"]),
        ("/api/v1/sections/{section}/entries/", f'{{"entries": [{{"name": "A{HALF}"}}]}}', ["entries"]),
        ("/api/v1/sections/{section}/entries/", f'["{HALF}"]', [""]),
        ("/api/v1/sections/{section}/copies/", f'{{"language": "{HALF}"}}', ["language"]),
        ("/api/v1/judge", f'{{"text": "1. 32-28 {HALF}"}}', ["text"]),
    ],
)
def test_half_of_a_surrogate_pair_is_refused_everywhere(client, event, path, body, fields):
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    address = path.format(event=event.pk, section=event.sections.get().pk)
    refused = client.post(address, body, content_type="application/json")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, fields)
    assert all("half of a surrogate pair" in text for (text,) in refused.json()["errors"].values())


def test_half_of_a_surrogate_pair_in_the_json_of_a_page_is_refused(client, event):
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    section = event.sections.get()
    player = (
        f'[{{"name": "A{HALF}", "number": "", "body": "", "rating": 0, "title": "", "federation": "",'
        ' "club_name": "", "birth_year": null}]'
    )
    add = client.post(f"/desk/sections/{section.pk}/player-list/add/", {"players": player, "take": "0"})
    listed = SimpleUploadedFile("a.json", f'{{"username": "a{HALF}"}}'.encode())
    found = client.post(f"/desk/sections/{section.pk}/player-list/", {"file": listed, "rating": "standard"})
    rows = client.post(f"/desk/sections/{section.pk}/entries/list/", {"rows": f'[["Name"], ["{HALF}"]]'})
    assert [answer.status_code for answer in (add, found, rows)] == [422, 422, 422]
    assert "did not arrive as the page had them" in add.content.decode()
    assert not section.entries.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/rating-lists/1/players/{}/curve",
        "/desk/club/members/{}/",
        "/clubs/north/ladders/{}/",
    ],
)
@pytest.mark.parametrize("number", [2**63, 10**40])
def test_a_number_that_no_row_has_leads_nowhere(desk, path, number):
    assert desk.get(path.format(number)).status_code == 404


def test_a_captains_match_of_a_number_that_no_row_has_is_not_there(event):
    section = event.sections.get()
    captain = Captain.objects.create(
        entry=Entry.objects.create(section=section, name="A"), name="B", role="captain"
    )
    path = f"/api/v1/captains/{captain_secret(captain)}/matches/{2**63}/poll"
    assert Client().post(path).status_code == 404


def test_what_fits_no_column_is_told_by_its_field(event):
    """ "\N{LATIN SMALL LETTER SHARP S}" is two letters when it is made a capital one."""
    user = User.objects.create_user("sam@north.example", "x")
    grant_role(user=user, role=Role.SECRETARY, scope=Scope(event.organisation_id), actor=SYSTEM)
    browser = Client()
    browser.force_login(user)
    person = Person.objects.create(name="Piet", organisation=event.organisation)
    told = {"body": "\N{LATIN SMALL LETTER SHARP S}" * 40, "number": "1"}
    page = browser.post(reverse("club:member_act", args=[person.pk, "number"]), told, follow=True)
    assert "at most 40" in page.content.decode()
    email = f"piet@{'x' * 60}.{'x' * 60}.{'x' * 60}.{'x' * 60}.example.org"
    where = reverse("club-api:person", args=[person.pk])
    sent = browser.put(where, {"name": "Piet", "email": email}, content_type="application/json")
    assert (sent.status_code, list(sent.json()["errors"])) == (400, ["email"])
    kept = browser.post(reverse("club:person", args=[person.pk]), {"name": "Piet", "email": email})
    assert kept.status_code == 422
    assert "Nothing was saved. Go back, correct it and send it again." in kept.content.decode()
    assert "at most 254" in kept.content.decode()
