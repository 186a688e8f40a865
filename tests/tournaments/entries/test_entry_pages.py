"""The public form, the page of an entry, the inbox and the check-in as people see them."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, OutboxMessage, Person, Role, RoleGrant, User
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import add_section, create_event, show_event
from tournaments.events.services.setup_lists import set_classes

pytestmark = pytest.mark.django_db
FORM = {"name": "Zoe Zeta", "email": "zoe@home.example", "rating": "1500", "agrees": "on", "once": "abc"}


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@world
def club():
    return Organisation.objects.create(slug="north", name="North")


@world
def section(club):
    """A public event with two players whose form is open for two more."""
    event = create_event(organisation_id=club.pk, name="Open", preset="blitz", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine("Ann"), EntryLine("Ben")], actor=SYSTEM)
    set_admission(section_id=section.pk, is_open=True, places=4, actor=SYSTEM)
    return section


@world
def director(club):
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    client = Client()
    client.force_login(user)
    return client


def test_somebody_without_an_account_enters_and_withdraws(client, section):
    assert "Enter the event" in client.get("/e/open/").content.decode()
    page = client.get("/e/open/enter/").content.decode()
    assert 'name="once"' in page
    sent = client.post("/e/open/enter/", FORM)
    entry = section.entries.get(name="Zoe Zeta")
    own = f"/entry/{entry_secret(entry)}/"
    assert (sent.status_code, sent.headers["Location"]) == (302, own)
    assert "The organiser has not reviewed the entry yet" in client.get(own).content.decode()
    for public in ("/e/open/", "/e/open/main/players/", f"/api/v1/sections/{section.pk}/entries/"):
        told = Client().get(public).content.decode()
        assert "Zoe" not in told
        assert "zoe@" not in told
    assert Client().get(f"/api/v1/entries/{entry.pk}/").status_code == 404
    client.post(own, {"act": "withdraw"})
    assert "is withdrawn" in client.get(own).content.decode()


def test_sent_twice_it_leads_to_the_same_page_and_a_stranger_learns_nothing(client, section):
    first = client.post("/e/open/enter/", FORM).headers["Location"]
    assert client.post("/e/open/enter/", FORM).headers["Location"] == first
    stranger = Client().post("/e/open/enter/", FORM | {"once": "other"})
    assert stranger.status_code == 200
    assert first not in stranger.content.decode()
    assert section.entries.count() == 3


def test_a_program_that_fills_every_field_enters_nobody(client, section):
    answer = client.post("/e/open/enter/", FORM | {"website": "http://spam.example"})
    assert answer.status_code == 200
    assert section.entries.count() == 2
    assert not OutboxMessage.objects.exists()


@pytest.mark.parametrize("missing", ["name", "email", "agrees"])
def test_what_is_missing_is_said_at_the_field(client, section, missing):
    answer = client.post("/e/open/enter/", {name: text for name, text in FORM.items() if name != missing})
    assert answer.status_code == 422
    assert f'id="id_{missing}_error"' in answer.content.decode()
    assert section.entries.count() == 2


def test_one_address_gets_a_few_mails_and_one_place_sends_a_few_forms(client, section):
    for n in range(6):
        client.post("/e/open/enter/", FORM | {"once": f"form {n}"})
    assert client.post("/e/open/enter/", FORM | {"once": "late"}).status_code == 429
    statuses = [client.post("/e/open/enter/", {}).status_code for _ in range(16)]
    assert (statuses[0], statuses[-1]) == (422, 429)


def test_classes_of_the_section_are_chosen_and_years_asked_where_they_count(client, section):
    assert "birth_year" not in client.get("/e/open/enter/").content.decode()
    set_classes(section_id=section.pk, rows=[{"name": "Youth", "born_from": 2008}], actor=SYSTEM)
    assert "born 2008 or later" in client.get("/e/open/enter/").content.decode()
    chosen = FORM | {f"class-{section.pk}": "Youth"}
    assert (
        "Enter the year of birth; it is not published."
        in client.post("/e/open/enter/", chosen).content.decode()
    )
    assert client.post("/e/open/enter/", chosen | {"birth_year": "2010"}).status_code == 302
    assert section.entries.get(name="Zoe Zeta").birth_year == 2010


def test_of_several_sections_some_are_chosen(client, section):
    second = add_section(event_id=section.event_id, name="Minors", preset="blitz", actor=SYSTEM)
    set_admission(section_id=second.pk, is_open=True, actor=SYSTEM)
    assert client.post("/e/open/enter/", FORM).status_code == 422
    both = FORM | {"sections": [section.pk, second.pk]}
    own = client.post("/e/open/enter/", both).headers["Location"]
    assert client.get(own).content.decode().count("The organiser has not reviewed the entry yet") == 2


def test_who_is_signed_in_need_not_write_it_again(section, club):
    user = User.objects.create_user("zoe@home.example")
    Person.objects.create(name="Zoe Zeta", organisation=club, user=user)
    client = Client()
    client.force_login(user)
    page = client.get("/e/open/enter/").content.decode()
    assert 'value="Zoe Zeta"' in page
    assert 'value="zoe@home.example"' in page
    client.post("/e/open/enter/", FORM)
    assert section.entries.get(name="Zoe Zeta").person.user == user


def test_a_closed_form_and_a_hidden_event_are_closed(client, section):
    set_admission(section_id=section.pk, is_open=False, actor=SYSTEM)
    assert "Entries are currently closed." in client.get("/e/open/enter/").content.decode()
    assert client.post("/e/open/enter/", FORM | {"sections": [section.pk]}).status_code == 422
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    assert client.get("/e/open/enter/").status_code == 404


def test_the_inbox_shows_what_only_the_desk_knows_and_decides(client, director, section):
    client.post("/e/open/enter/", FORM | {"message": "I bring my own clock"})
    inbox = f"/desk/sections/{section.pk}/inbox/"
    assert client.get(inbox).status_code == 302  # to signing in
    page = director.get(inbox).content.decode()
    assert "zoe@home.example" in page
    assert "own clock" in page
    entry = section.entries.get(name="Zoe Zeta")
    director.post(f"/desk/entries/{entry.pk}/inbox/refuse/", {"reason": ""})
    entry.refresh_from_db()
    assert entry.state == "pending"
    director.post(f"/desk/entries/{entry.pk}/inbox/wait/")
    assert "Move Zoe Zeta up" in director.get(inbox).content.decode()
    director.post(f"/desk/entries/{entry.pk}/inbox/accept/")
    assert "Zoe Zeta" in Client().get("/e/open/main/players/").content.decode()
    assert director.post(f"/desk/entries/{entry.pk}/inbox/nonsense/").status_code == 404


def test_all_are_accepted_by_one_press(client, director, section):
    for n in range(3):
        client.post("/e/open/enter/", FORM | {"name": f"Guest {n}", "email": f"g{n}@home.example"})
    inbox = f"/desk/sections/{section.pk}/inbox/"
    assert "Accept all 3" in director.get(inbox).content.decode()
    answer = director.post(f"{inbox}accept/", follow=True).content.decode()
    assert "2 accepted, 1 added to the waiting list." in answer


def test_the_form_is_opened_and_closed_in_the_inbox(director, section):
    inbox = f"/desk/sections/{section.pk}/inbox/"
    sent = {"is_open": "on", "places": "10", "closes_at": "2030-01-01T12:00", "is_reviewed": "on"}
    assert director.post(inbox, sent).status_code == 302
    section.admission.refresh_from_db()
    assert (section.admission.places, section.admission.closes_at.year) == (10, 2030)
    assert director.post(inbox, sent | {"places": "-1"}).status_code == 422
    assert director.post(inbox, sent | {"places": "0"}).status_code == 422


def test_the_desk_checks_in_by_one_press_and_finds_by_name(director, section):
    page = f"/desk/sections/{section.pk}/check-in/"
    assert "0 of 2 checked in" in director.get(page).content.decode()
    ann = section.entries.get(name="Ann")
    answer = director.post(f"/desk/entries/{ann.pk}/check-in/", {"here": "1"}, headers={"hx-request": "true"})
    assert "1 of 2 checked in" in answer.content.decode()
    found = director.get(page, {"q": "be"}).content.decode()
    assert re.findall(r'data-name="(\w+)"', found) == ["Ben"]
    assert (
        "1 player to be paired is not checked in"
        in director.get(f"/desk/sections/{section.pk}/").content.decode()
    )
    assert (
        "1 player is not checked in" in director.get(f"/desk/sections/{section.pk}/entries/").content.decode()
    )
    ben = section.entries.get(name="Ben")
    answer = director.post(f"{page}absent/", {"entry": [ben.pk], "act": "withdraw"}, follow=True)
    assert "Updated (1): Ben" in answer.content.decode()


def test_the_poster_opens_a_page_where_players_tap_their_names(client, director, section):
    here = f"/e/open/main/here/{section_secret(section)}/"
    assert client.get("/e/open/main/here/guessed/").status_code == 404
    assert "is not open" in client.get(here).content.decode()
    ann = section.entries.get(name="Ann")
    assert client.post(here, {"entry": ann.pk}).status_code == 409
    director.post(f"/desk/sections/{section.pk}/check-in/open/", {"open": "1"})
    code = f"/q/c/{section.pk}-{section_secret(section)}/"
    assert code in director.get(f"/desk/sections/{section.pk}/check-in/poster/").content.decode()
    assert client.get(code).headers["Location"] == here
    assert client.get(f"/q/c/{section.pk}-guessed/").status_code == 404
    sent = client.post(here, {"entry": ann.pk})
    assert sent.headers["Location"] == f"/evening/{ann.pk}/"
    assert "You are checked in." in client.get(sent.headers["Location"]).content.decode()
    desk = director.get(f"/desk/sections/{section.pk}/check-in/").content.decode()
    assert "checked in by the player" in desk
    assert client.post(here, {"entry": "x" * 40}).status_code == 409


def test_the_personal_code_opens_one_player_for_the_desk_alone(client, director, section):
    ann = section.entries.get(name="Ann")
    arrival = f"/desk/entries/{ann.pk}/arrival/"
    assert client.get(arrival).status_code == 302
    assert "Ann" in director.get(arrival).content.decode()
    sent = director.post(f"/desk/entries/{ann.pk}/check-in/", {"here": "1", "back": "arrival"})
    assert sent.headers["Location"] == arrival
    assert "<svg" in client.get(f"/entry/{entry_secret(ann)}/").content.decode()


def test_an_entry_without_a_form_has_its_page_as_well(client, section):
    ann = section.entries.get(name="Ann")
    page = client.get(f"/entry/{entry_secret(ann)}/")
    assert page.status_code == 200
    assert page.headers["Cache-Control"].startswith("max-age=0")
    assert client.get(f"/entry/{ann.pk}-nonsense/").status_code == 404


def test_the_year_of_birth_is_named_only_where_it_is_asked(section):
    assert "year of birth" not in Client().get("/e/open/enter/").content.decode()
