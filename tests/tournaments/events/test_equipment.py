"""The checklist of board and pieces: asked by the law books of the sections, looked at by name, undone."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.core.errors import CannotUndo, NotAllowed
from club.models import AuditEntry, Organisation, Role, RoleGrant, User
from games.laws import LAW_BOOKS
from tournaments.events.errors import NotOfEquipment
from tournaments.events.selectors.equipment import equipment_of
from tournaments.events.services.equipment import check_equipment, uncheck_equipment
from tournaments.events.services.events import add_section, change_section, create_event

pytestmark = pytest.mark.django_db


@world
def event():
    club = Organisation.objects.create(slug="north", name="North")
    return create_event(organisation_id=club.pk, name="Open", preset="blitz", actor=SYSTEM)


def client_of(event, role):
    user = User.objects.create_user(f"{role}@north.example", first_name=role.title())
    RoleGrant.objects.create(user=user, role=role, organisation=event.organisation)
    client = Client()
    client.force_login(user)
    return client


def play_by(event, book):
    section = event.sections.get()
    variant = LAW_BOOKS[book].variants[-1]
    change_section(
        section_id=section.pk, version=section.version, variant=variant, law_book=book, actor=SYSTEM
    )


@pytest.mark.parametrize(
    ("book", "articles"),
    [
        ("standard-laws", ["SL-B1", "SL-B2", "SL-B3", "SL-B4", "SL-P1", "SL-P2", "SL-P3"]),
        ("acf-faq", ["A-B1", "SL-B1", "SL-B2", "SL-B3", "SL-P1", "SL-P2", "SL-P3"]),
        ("wcdf", ["WCDF-1.1", "SL-B2", "SL-B3", "SL-P1", "SL-P2", "SL-P3"]),
        ("brazilian-seed", ["BR-2"]),
        ("fmjd-annex-1", ["FMJD-2.1", "FMJD-2.4"]),
        ("fmjd-64", []),
    ],
)
def test_what_is_looked_at_is_what_the_law_book_says(event, book, articles):
    play_by(event, book)
    (one,) = equipment_of(event).lists
    assert [line.article.id for line in one.lines] == articles
    assert one.book.key == book
    text = client_of(event, Role.ARBITER).get(f"/desk/events/{event.pk}/equipment/").content.decode()
    for line in one.lines:
        assert escape(line.article.text) in text
    assert ("This law book has no rules on board and pieces." in text) is not bool(articles)


def test_an_article_of_two_sections_is_looked_at_once(event):
    add_section(event_id=event.pk, name="Youth", preset="acf", actor=SYSTEM)
    check_equipment(event_id=event.pk, article="SL-P2", actor=SYSTEM)
    listed = equipment_of(event)
    assert listed.checked == 1
    assert listed.articles == len({line.article.id for one in listed.lists for line in one.lines})


def test_who_looked_stands_there_and_the_trail_has_it(event):
    client = client_of(event, Role.DEPUTY_ARBITER)
    place = reverse("tournaments:desk_equipment_look", args=[event.pk])
    answer = client.post(place, {"article": "SL-P2", "is": "so"})
    assert answer.headers["Location"].endswith("/equipment/#SL-P2")
    text = client.get(f"/desk/events/{event.pk}/equipment/").content.decode()
    assert "1 of 7 checked" in text
    assert "Deputy_Arbiter" in text
    assert AuditEntry.objects.get(action="tournaments.equipment.checked").after == {"article": "SL-P2"}
    client.post(place, {"article": "SL-P2", "is": "so"})
    assert AuditEntry.objects.filter(action="tournaments.equipment.checked").count() == 1
    sheet = client.get(f"/desk/events/{event.pk}/equipment/sheet/").content.decode()
    assert sheet.count("✓") == 1
    client.post(place, {"article": "SL-P2", "is": "open"})
    assert not event.equipment_checks.exists()


def test_what_no_law_book_of_the_event_has_is_refused(event):
    with pytest.raises(NotOfEquipment):
        check_equipment(event_id=event.pk, article="SL-T4", actor=SYSTEM)
    client = client_of(event, Role.ARBITER)
    place = reverse("tournaments:desk_equipment_look", args=[event.pk])
    told = client.post(place, {"article": "BR-2", "is": "so"}, follow=True).content.decode()
    assert "is not an article on board and pieces" in told


def test_a_note_is_undone_and_that_is_undone_in_its_turn(event):
    check_equipment(event_id=event.pk, article="SL-B1", actor=SYSTEM)
    checked = AuditEntry.objects.get(action="tournaments.equipment.checked")
    undo_entry(entry_id=checked.pk, actor=SYSTEM)
    assert not event.equipment_checks.exists()
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=checked.pk, actor=SYSTEM)
    away = AuditEntry.objects.get(action="tournaments.equipment.unchecked")
    undo_entry(entry_id=away.pk, actor=SYSTEM)
    assert event.equipment_checks.get().article == "SL-B1"


def test_others_look_at_nothing(event):
    for act in (check_equipment, uncheck_equipment):
        with pytest.raises(NotAllowed):
            act(event_id=event.pk, article="SL-B1", actor=VISITOR)
    assert client_of(event, Role.VIEWER).get(f"/desk/events/{event.pk}/equipment/").status_code == 403
