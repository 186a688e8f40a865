"""The set-up at the desk, and what the public page tells of it."""

import pytest
from django.test import Client
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation, Role, RoleGrant, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.selectors.setup_facts import class_facts, fee_facts, prize_facts
from tournaments.events.services.events import create_event, show_event
from tournaments.models import Event, Section

pytestmark = pytest.mark.django_db


@world
def director():
    club = Organisation.objects.create(slug="north", name="North")
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    client = Client()
    client.force_login(user)
    return client


@world
def section(director):
    club = Organisation.objects.get()
    event = create_event(organisation_id=club.pk, name="Open", preset="blitz", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    add_entries(section_id=section.pk, lines=[EntryLine("Ann", 1800), EntryLine("Ben")], actor=SYSTEM)
    return section


def send(client, section, what, rows, *, initial=0, **more):
    """The form as a browser sends it."""
    section.refresh_from_db()
    sent = {"version": section.version, "row-TOTAL_FORMS": len(rows), "row-INITIAL_FORMS": initial}
    for at, row in enumerate(rows):
        sent |= {f"row-{at}-{name}": value for name, value in row.items()}
    return client.post(f"/desk/sections/{section.pk}/setup/{what}/", sent | more)


def public():
    return Client().get("/e/open/").content.decode()


def test_classes_are_written_renamed_and_taken_out(director, section):
    rows = [{"name": "A", "lowest_rating": "1700"}, {"name": ""}, {"name": "Youth", "born_from": "2010"}]
    assert send(director, section, "classes", rows).status_code == 302
    assert [row["name"] for row in class_facts(section)["classes"]] == ["A", "Youth"]
    section.entries.filter(name="Ann").update(category="A")
    page = director.get(f"/desk/sections/{section.pk}/setup/classes/").content.decode()
    assert "A: 1 entry" in page
    rows = [{"name": "Masters", "was": "A"}, {"name": "Youth", "was": "Youth", "DELETE": "on"}]
    assert send(director, section, "classes", rows, initial=2).status_code == 302
    assert section.entries.get(name="Ann").category == "Masters"
    assert [row["name"] for row in class_facts(section)["classes"]] == ["Masters"]
    gone = send(
        director, section, "classes", [{"name": "Masters", "was": "Masters", "DELETE": "on"}], initial=1
    )
    assert gone.status_code == 409
    assert "” is still in use: entries" in gone.content.decode()
    assert "Masters" in public()


def test_a_row_that_is_left_alone_stays(director, section):
    send(director, section, "classes", [{"name": "A"}])
    rows = [{"name": "A", "was": "A"}, {"name": "B"}]
    assert send(director, section, "classes", rows, initial=1).status_code == 302
    assert [row["name"] for row in class_facts(section)["classes"]] == ["A", "B"]


def test_years_out_of_order_are_said_at_the_field(director, section):
    answer = send(director, section, "classes", [{"name": "A", "born_from": "2010", "born_to": "2000"}])
    assert answer.status_code == 422
    assert "The end must not be below the start." in answer.content.decode()


def test_fees_are_typed_as_people_write_money(director, section):
    rows = [{"label": "Adults", "amount": "12,50", "currency": "eur"}, {"amount": "900", "currency": "JPY"}]
    assert send(director, section, "fees", rows).status_code == 302
    assert [row["amount"] for row in fee_facts(section)["fees"]] == [1250, 900]
    assert "Adults: 12.50 EUR" in public()
    assert "900 JPY" in public()
    page = director.get(f"/desk/sections/{section.pk}/setup/fees/").content.decode()
    assert 'value="12.50"' in page
    for amount, currency in (("1.234", "EUR"), ("12.5", "JPY"), ("-1", "EUR"), ("x", "EUR"), ("1", "E1R")):
        answer = send(director, section, "fees", [{"amount": amount, "currency": currency}])
        assert answer.status_code == 422


def test_prizes_with_their_currency_and_sharing(director, section):
    rows = [
        {"kind": "main", "place": "1", "amount": "100", "thing": "Cup"},
        {"kind": "main", "place": "2", "amount": "60"},
        {"kind": "main", "place": "3", "thing": "Book"},
        {"kind": "main"},
    ]
    head = {"currency": "eur", "sharing": "hort"}
    assert send(director, section, "prizes", rows, **head).status_code == 302
    section.refresh_from_db()
    told = prize_facts(section)
    assert (told["currency"], told["prize_sharing"]) == ("EUR", "hort")
    assert [row["amount"] for row in told["prizes"]] == [10000, 6000, 0]
    assert "1. 100 EUR, Cup" in public()
    assert "Hort system: half by place, half shared equally" in public()
    grown = send(director, section, "prizes", rows[1:2], **head)
    assert "is larger than the one before it" in grown.content.decode()


def test_prizes_for_boards_are_asked_for_in_sections_of_teams(director, section):
    address = f"/desk/sections/{section.pk}/setup/prizes/"
    assert "board_number" not in director.get(address).content.decode()
    Section.objects.filter(pk=section.pk).update(system="team_swiss_2026")
    assert "best on a board" in director.get(address).content.decode()
    rows = [{"kind": "board", "board_number": "1", "place": "1", "thing": "Book"}]
    assert send(director, section, "prizes", rows, currency="", sharing="equal").status_code == 302
    Section.objects.filter(pk=section.pk).update(system="fide_dutch_2026")
    assert "best on a board" in director.get(address).content.decode()  # a row that is there is not lost


def test_the_schedule_is_in_the_hours_of_the_hall(director, section):
    Event.objects.update(time_zone="Europe/Amsterdam")
    sent = {"round-1": "2026-12-05T10:00", "round-2": ""}
    assert send(director, section, "schedule", [], **sent).status_code == 302
    row = section.round_times.get()
    assert (row.number, row.starts_at.hour) == (1, 9)
    page = director.get(f"/desk/sections/{section.pk}/setup/schedule/").content.decode()
    assert 'value="2026-12-05T10:00"' in page
    assert ", 10:00" in public()


def test_an_older_page_overwrites_nothing(director, section):
    assert send(director, section, "classes", [{"name": "A"}], version=99).status_code == 409
    assert director.get(f"/desk/sections/{section.pk}/setup/nonsense/").status_code == 404


def test_officials_and_what_else_is_told_stand_on_the_public_page(director, section):
    event = Event.objects.get()
    address = f"/desk/events/{event.pk}/officials/"
    row = {"row-0-role": "chief_arbiter", "row-0-name": "Arno", "row-TOTAL_FORMS": 1, "row-INITIAL_FORMS": 0}
    assert director.post(address, row | {"version": event.version}).status_code == 302
    assert director.post(address, row | {"version": event.version}).status_code == 409
    event.refresh_from_db()
    facts = {"name": "Open", "version": event.version, "venue": "Hall", "address": "Dam 1", "time_zone": ""}
    more = {"directions": "Second door", "contact_email": "ask@north.example", "fee_note": "Juniors free"}
    assert director.post(f"/desk/events/{event.pk}/", facts | more).status_code == 302
    page = public()
    for told in ("Chief arbiter", "Arno", "Dam 1", "Second door", "ask@north.example", "Juniors free"):
        assert told in page
    event.refresh_from_db()
    wrong = facts | {"version": event.version, "time_zone": "Mars/Base"}
    assert "no time zone" in director.post(f"/desk/events/{event.pk}/", wrong).content.decode()


def test_a_copy_takes_two_presses(director, section):
    event = Event.objects.get()
    assert f"/desk/events/{event.pk}/clone/" in director.get(f"/desk/events/{event.pk}/").content.decode()
    page = director.get(f"/desk/events/{event.pk}/clone/").content.decode()
    assert 'value="Open"' in page
    made = director.post(f"/desk/events/{event.pk}/clone/", {"name": "Open", "with_entries": "on"})
    copy = Event.objects.latest("pk")
    assert made.headers["Location"] == f"/desk/events/{copy.pk}/"
    assert (copy.slug, copy.sections.get().entries.count()) == ("open-2", 2)


def test_players_are_put_into_classes(director, section):
    send(director, section, "classes", [{"name": "A", "lowest_rating": "1700"}, {"name": "B"}])
    ann, ben = (section.entries.get(name=name) for name in ("Ann", "Ben"))
    address = f"/desk/sections/{section.pk}/setup/classes/players/"
    director.post(address, {"act": "sort"})
    director.post(address, {f"class-{ben.pk}": "B", f"class-{ann.pk}": "A"})
    assert dict(section.entries.values_list("name", "category")) == {"Ann": "A", "Ben": "B"}
    answer = director.post(address, {f"class-{ben.pk}": "Nobody"}, follow=True).content.decode()
    assert "has no class" in answer
    page = director.get(f"/desk/sections/{section.pk}/setup/classes/").content.decode()
    assert '<option value="B" selected>' in page


def test_the_places_of_prizes_are_suggested_and_a_row_with_a_place_alone_is_no_prize(director, section):
    page = f"/desk/sections/{section.pk}/setup/prizes/"

    def places():
        rows = director.get(page).context["rows"]
        return [form["place"].value() for form in rows]

    assert places() == [1, None, None]  # two players
    lines = [EntryLine(f"Player {number}") for number in range(7)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    assert places() == [1, 2, 3]
    usual = {"kind": "main", "amount": "", "thing": ""}
    rows = [usual | {"place": "1", "thing": "Cup"}, usual | {"place": "2"}, usual | {"place": ""}]
    answer = send(director, section, "prizes", rows, currency="", sharing="equal")
    assert answer.status_code == 302
    assert [(row["place"], row["thing"]) for row in prize_facts(section)["prizes"]] == [(1, "Cup")]
    assert places() == [1, None, None, None]
