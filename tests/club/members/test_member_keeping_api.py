"""Keeping members over the API: details, contacts, notes, households, guardians, words of consents."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from people import account, browser_of, club
from worlds import world

from club.core.actor import SYSTEM
from club.models import (
    AuditEntry,
    ErasureRequest,
    FeeTerms,
    Guardianship,
    Household,
    JoinRequest,
    MembershipPlan,
    Organisation,
    Person,
    Role,
)
from club.money.services.invoices import Item, issue_invoice

pytestmark = pytest.mark.django_db


def api_of(browser):
    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


@world
def secretary():
    return api_of(browser_of(account("sam", role=Role.SECRETARY)))


@world
def ann():
    return Person.objects.create(name="Ann Bakker", organisation=club())


def test_details_numbers_and_contacts_are_kept(secretary, ann):
    there = f"/club-members/{ann.pk}"
    secretary("put", f"{there}/details", {"title": "Master", "born_on": "1990-02-03"}, 204)
    secretary("put", f"{there}/numbers", {"body": "kndb", "number": "77"}, 204)
    other = Person.objects.create(name="Bob", organisation=club())
    twice = secretary("put", f"/club-members/{other.pk}/numbers", {"body": "KNDB", "number": "77"}, 409)
    assert twice["code"] == "number_taken"
    made = secretary("post", f"{there}/contacts/", {"kind": "phone", "value": "0123"}, 201)
    told = secretary("get", f"{there}/")
    assert (told["title"], told["numbers"]) == ("Master", [{"body": "KNDB", "number": "77"}])
    assert (told["private"]["born_on"], told["private"]["contacts"]) == ("1990-02-03", [made])
    secretary("delete", f"/club-members/{other.pk}/contacts/{made['id']}", status=404)  # hers, not his
    secretary("delete", f"{there}/contacts/{made['id']}", status=204)
    assert not ann.contacts.exists()
    secretary("put", f"{there}/details", {"born_on": "1990-02-31"}, 400)
    secretary("post", f"{there}/contacts/", {"kind": "pigeon", "value": "x"}, 400)


def test_a_note_is_read_by_whom_it_is_for(secretary, ann):
    there = f"/club-members/{ann.pk}/notes/"
    made = secretary("post", there, {"text": "Ill.", "sight": "secretary"}, 201)
    treasurer = api_of(browser_of(account("tom", role=Role.TREASURER)))
    assert treasurer("get", there) == []
    treasurer("post", there, {"text": "x", "sight": "secretary"}, 403)
    treasurer("delete", f"{there}{made['id']}", status=403)
    own = treasurer("post", there, {"text": "Pays late.", "sight": "treasurer"}, 201)
    assert [one["text"] for one in treasurer("get", there)] == ["Pays late."]
    assert AuditEntry.objects.filter(action="club.person.looked_at", target_id=str(ann.pk)).count() == 1
    treasurer("delete", f"{there}{own['id']}", status=204)
    assert [one["id"] for one in secretary("get", there)] == [made["id"]]


def test_a_household_and_a_guardian(secretary, ann):
    kid = Person.objects.create(name="Kim Bakker", organisation=club())
    home = secretary("post", "/clubs/north/households/", {"name": "Bakker"}, 201)
    for one in (ann, kid):
        secretary("put", f"/club-members/{one.pk}/household", {"household": home["id"]}, 204)
    (row,) = secretary("get", "/clubs/north/households/")["results"]
    assert row["persons"] == [ann.pk, kid.pk]
    assert secretary("put", f"/households/{home['id']}/", {"name": "Bakkers"})["name"] == "Bakkers"
    secretary("put", f"/club-members/{kid.pk}/household", {"household": None}, 204)
    secretary("delete", f"/households/{home['id']}/", status=204)
    there = f"/club-members/{kid.pk}/guardians/{ann.pk}"
    assert secretary("post", there, {"may_sign": True}, 201)["guardian"] == ann.pk
    assert secretary("post", there, {}, 409)["code"] == "guardian_already"
    assert [one["ward"] for one in secretary("get", f"/club-members/{ann.pk}/guardians/")] == [kid.pk]
    secretary("delete", there, status=204)
    assert not Guardianship.objects.exists()
    assert secretary("delete", there, status=404)["code"] == "unknown_guardianship"
    assert secretary("post", f"/club-members/{kid.pk}/guardians/{kid.pk}", {}, 422)["code"] == "own_guardian"


def test_words_of_consents_have_versions(secretary):
    there = "/clubs/north/consent-texts/"
    for version in (1, 2):
        told = secretary("post", there, {"kind": "photo", "text": f"Photos {version}."}, 201)
        assert [(one["kind"], one["version"]) for one in told] == [("photo", version)]
    assert secretary("get", there)[0]["text"] == "Photos 2."


def test_what_nobody_had_is_removed(secretary, ann):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    row = ann.memberships.create(organisation=club(), plan=plan, starts_on="2026-01-01", state="active")
    secretary("delete", f"/plans/{plan.pk}/", status=409)
    secretary("delete", f"/memberships/{row.pk}/", status=204)
    secretary("delete", f"/plans/{plan.pk}/", status=204)


def test_another_clubs_people_are_not_reached(secretary):
    south = Organisation.objects.create(slug="south", name="South")
    far = Person.objects.create(name="Far", organisation=south)
    there = f"/club-members/{far.pk}"
    for method, path, sent in (
        ("put", "/details", {}),
        ("put", "/numbers", {"body": "a", "number": "1"}),
        ("post", "/contacts/", {"kind": "phone", "value": "1"}),
        ("get", "/notes/", None),
        ("put", "/household", {"household": None}),
        ("get", "/guardians/", None),
    ):
        secretary(method, there + path, sent, 403)
    home = far.organisation.households.create(name="Theirs")
    secretary("put", f"/households/{home.pk}/", {"name": "Mine"}, 403)
    mine = Person.objects.create(name="Mine", organisation=club())
    refused = secretary("put", f"/club-members/{mine.pk}/household", {"household": home.pk}, 403)
    assert refused["code"] == "not_allowed"


def test_lists_ask_as_much_of_many_as_of_few(ann):
    browser = browser_of(account("olga", role=Role.OWNER))
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    lists = ("households/", "join-requests/", "uninvited-members/", "erasure-requests/", "duplicates/")
    lists += ("money/terms/", "money/entries/", "money/invoices/")

    def asked(address):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/api/v1/clubs/north/{address}").json()["results"]
        return len(queries)

    def fill(count, start):
        for n in range(start, start + count):
            one = Person.objects.create(name=f"Ann {n}", organisation=club(), email=f"a{n}@x.example")
            one.memberships.create(organisation=club(), plan=plan, starts_on="2026-01-01", state="active")
            Person.objects.create(name=one.name, organisation=club())
            home = Household.objects.create(organisation=club(), name=f"Home {n}")
            home.members.create(person=one)
            mail = {"email": one.email, "born_on": "1990-01-01"}
            JoinRequest.objects.create(organisation=club(), plan=plan, name="New", sent_once=str(n), **mail)
            ErasureRequest.objects.create(person=one, organisation=club(), asked_by="x")
            FeeTerms.objects.create(organisation=club(), person=one)
            place = {"organisation_id": club().pk, "payer_id": one.pk, "actor": SYSTEM}
            issue_invoice(**place, subject="Jacket", items=[Item("Jacket", 2500)])

    fill(3, 0)
    few = [asked(address) for address in lists]
    fill(9, 3)
    assert [asked(address) for address in lists] == few
    assert max(few) < 20
