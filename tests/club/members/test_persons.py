"""Persons: who may keep them, and the link with accounts."""

import pytest
from people import account, browser_of, club
from worlds import world

from club.core.actor import SYSTEM, Actor
from club.core.errors import AccountHasPerson, AccountNotOfClub, NotAllowed, PersonHasAccount, UnknownPerson
from club.members.services.persons import add_person, change_person, link_account, unlink_account
from club.models import AuditEntry, Person, Role

pytestmark = pytest.mark.django_db


@world
def north():
    return club()


@world
def secretary(north):
    return Actor.of_user(account("sam", role=Role.SECRETARY))


@world
def piet(north, secretary):
    return add_person(organisation_id=north.pk, name="  Piet   de Vries ", actor=secretary)


def test_a_person_needs_no_account(north, piet):
    assert (piet.name, piet.user, piet.organisation) == ("Piet de Vries", None, north)
    entry = AuditEntry.objects.get(action="club.person.added", target_id=str(piet.pk))
    assert (entry.organisation_id, entry.actor_label) == (north.pk, "Sam")


@pytest.mark.parametrize("role", [Role.PLAYER, Role.ARBITER, Role.TREASURER])
def test_others_keep_no_persons(north, piet, role):
    actor = Actor.of_user(account("eva", role=role))
    with pytest.raises(NotAllowed):
        add_person(organisation_id=north.pk, name="X", actor=actor)
    with pytest.raises(NotAllowed):
        change_person(person_id=piet.pk, name="X", actor=actor)


def test_another_club_does_not_even_see_them(piet):
    browser = browser_of(account("zoe", role=Role.OWNER, at=club("south")))
    assert piet.name not in browser.get("/desk/persons/").content.decode()
    assert browser.get(f"/desk/persons/{piet.pk}/").status_code == 403
    assert browser.post(f"/desk/persons/{piet.pk}/account/", {"unlink": 1}).status_code == 403


def test_a_change_tells_before_and_after_and_nothing_twice(piet, secretary):
    for _ in range(2):
        change_person(person_id=piet.pk, name="Piet Vries", email="P@north.example", actor=secretary)
    entry = AuditEntry.objects.get(action="club.person.changed")
    assert (entry.before["name"], entry.after["name"]) == ("Piet de Vries", "Piet Vries")
    assert entry.after["email"] == "p@north.example"


def test_an_account_with_a_role_in_the_club_is_linked(north, piet, secretary):
    user = account("piet", role=Role.PLAYER)
    own = user.person.pk
    link_account(person_id=piet.pk, user_id=user.pk, actor=secretary)
    assert Person.objects.get(user=user) == piet
    assert not Person.objects.filter(pk=own).exists()  # the one made with the account gave way


def test_a_stranger_is_not_linked(piet, secretary):
    with pytest.raises(AccountNotOfClub):
        link_account(person_id=piet.pk, user_id=account("eva").pk, actor=secretary)


def test_one_person_has_one_account_and_one_account_one_person(north, piet, secretary):
    first, second = account("one", role=Role.PLAYER), account("two", role=Role.PLAYER)
    link_account(person_id=piet.pk, user_id=first.pk, actor=secretary)
    with pytest.raises(PersonHasAccount):
        link_account(person_id=piet.pk, user_id=second.pk, actor=secretary)
    jan = add_person(organisation_id=north.pk, name="Jan", actor=secretary)
    with pytest.raises(AccountHasPerson):
        link_account(person_id=jan.pk, user_id=first.pk, actor=secretary)


def test_unlinked_the_account_is_a_person_of_its_own_again(piet, secretary):
    user = account("piet", role=Role.PLAYER)
    link_account(person_id=piet.pk, user_id=user.pk, actor=secretary)
    unlink_account(person_id=piet.pk, actor=secretary)
    piet.refresh_from_db()
    assert piet.user is None
    assert Person.objects.get(user=user).organisation is None
    unlink_account(person_id=piet.pk, actor=secretary)  # again changes nothing
    assert AuditEntry.objects.filter(action="club.person.account_unlinked").count() == 1


def test_the_program_may_and_unknown_numbers_are_told():
    with pytest.raises(UnknownPerson):
        change_person(person_id=4711, name="X", actor=SYSTEM)


def test_the_pages_add_change_and_link(north, secretary):
    browser = browser_of(secretary.user)
    assert "” found. Search for part of the name." in browser.get("/desk/persons/?q=nobody").content.decode()
    wrong = browser.post("/desk/persons/new/", {"organisation": north.pk, "name": "Jan", "email": "jan@"})
    assert wrong.status_code == 422
    assert "name@example.org" in wrong.content.decode()
    browser.post("/desk/persons/new/", {"organisation": north.pk, "name": "Jan"})
    jan = Person.objects.get(name="Jan")
    browser.post(f"/desk/persons/{jan.pk}/", {"name": "Jan Jansen", "language": "nl"})
    assert Person.objects.get(pk=jan.pk).language == "nl"
    user = account("jan", role=Role.PLAYER)
    browser.post(f"/desk/persons/{jan.pk}/account/", {"account": user.pk})
    assert Person.objects.get(user=user) == jan
    assert user.email in browser.get(f"/desk/persons/{jan.pk}/").content.decode()


def test_a_club_that_is_not_ones_own_cannot_be_chosen(secretary):
    other = club("south")
    page = browser_of(secretary.user).post("/desk/persons/new/", {"organisation": other.pk, "name": "Jan"})
    assert page.status_code == 422
    assert not Person.objects.filter(name="Jan").exists()


def test_the_interface_for_programs(north, piet, secretary):
    browser = browser_of(secretary.user)
    listed = browser.get("/api/v1/persons/?q=vries").json()
    assert [person["name"] for person in listed["results"]] == ["Piet de Vries"]
    made = browser.post("/api/v1/persons/", {"club": "north", "name": "Jan"}, content_type="application/json")
    assert (made.status_code, made.json()["club"]) == (201, "north")
    assert browser.get(made.headers["Location"]).json()["has_account"] is False
    changed = browser.put(
        made.headers["Location"], {"name": "Jan J", "language": "fr"}, content_type="application/json"
    )
    assert changed.json()["name"] == "Jan J"
    stranger = browser_of(account("zoe", role=Role.OWNER, at=club("south")))
    assert stranger.get(made.headers["Location"]).status_code == 403
    refused = stranger.post(
        "/api/v1/persons/", {"club": "north", "name": "X"}, content_type="application/json"
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
