"""Duplicates, merges, undoing, own data, requests to be erased and retention over the API."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from people import account, browser_of, club
from worlds import world

from club.core.actor import SYSTEM
from club.core.capabilities import Capability
from club.members.services.consents import write_consent_text
from club.models import (
    ApiToken,
    AuditEntry,
    Consent,
    ErasureRequest,
    Guardianship,
    MembershipPlan,
    NamesakePair,
    Organisation,
    Person,
    Role,
)

pytestmark = pytest.mark.django_db


def api_of(browser, **headers):
    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, headers=headers, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


@world
def secretary():
    return api_of(browser_of(account("sam", role=Role.SECRETARY)))


def person(name, at=None, **facts):
    return Person.objects.create(name=name, organisation=at or club(), **facts)


def test_two_rows_of_one_person_become_one_and_two_again(secretary):
    kept = person("Jan de Vries", email="jan@x.example")
    other = person("Jan de Vris", email="jan@x.example", title="Master")
    other.contacts.create(kind="phone", value="123")
    (pair,) = secretary("get", "/clubs/north/duplicates/")["results"]
    assert [pair[side]["id"] for side in ("first", "second")] == [kept.pk, other.pk]
    there = f"/club-members/{kept.pk}/merge/{other.pk}"
    shown = secretary("get", there)
    assert ("club.contact", 1) in {(one["table"], one["moves"]) for one in shown["tables"]}
    titles = next(one for one in shown["choices"] if one["name"] == "title")
    assert (titles["other"], titles["takes_other"]) == ("Master", True)
    assert secretary("post", there, {"seen": "else"}, 409)["code"] == "merged_meanwhile"
    assert secretary("post", there, {"seen": shown["seen"], "take": ["user"]}, 400)["code"] == "invalid"
    made = secretary("post", there, {"seen": shown["seen"], "take": ["name"]}, 201)
    kept.refresh_from_db()
    assert (kept.name, kept.title, kept.contacts.count()) == ("Jan de Vris", "Master", 1)
    back = f"/audit/{made['entry']}/undo"
    assert secretary("get", back)[-1]["action"] == "club.person.separated"
    assert other.contacts.count() == 0  # looking changed nothing
    assert secretary("post", back, {"reason": "Cousins."})[-1]["reason"] == "Cousins."
    assert other.contacts.count() == 1
    assert secretary("post", back, {}, 409)["code"] == "cannot_undo"
    apart = f"/club-members/{kept.pk}/apart/{other.pk}"
    secretary("put", apart, status=204)
    assert secretary("get", "/clubs/north/duplicates/")["count"] == 0
    secretary("delete", apart, status=204)
    assert not NamesakePair.objects.exists()
    secretary("get", f"/club-members/{kept.pk}/merge/{kept.pk}", status=422)


def test_nobody_of_another_club_is_merged_looked_at_or_handed_out(secretary):
    south = Organisation.objects.create(slug="south", name="South")
    mine, theirs = person("Ann"), person("Ann", at=south)
    for one, other in ((mine, theirs), (theirs, mine)):
        secretary("get", f"/club-members/{one.pk}/merge/{other.pk}", status=403)
        secretary("put", f"/club-members/{one.pk}/apart/{other.pk}", status=403)
    secretary("get", f"/club-members/{theirs.pk}/data", status=403)
    for name in ("duplicates/", "retention", "erasure-requests/", "join-requests/"):
        secretary("get", f"/clubs/south/{name}", status=403)
    assert not AuditEntry.objects.filter(target_id=str(theirs.pk), action__startswith="club.person.").exists()


def test_a_way_back_beyond_ones_role_is_closed_like_any_other(secretary):
    owner = account("olga", role=Role.OWNER)
    entry = AuditEntry.objects.filter(action="club.role.granted", target_label__contains="Olga").latest("pk")
    told = secretary("get", f"/audit/{entry.pk}/undo", status=409)
    assert told["code"] == "role_not_yours"
    assert secretary("post", f"/audit/{entry.pk}/undo", {}, 409)["code"] == "role_not_yours"
    assert owner.grants.exists()


def test_own_data_and_those_of_a_ward_in_a_session(client):
    user = account("pat", role=Role.PLAYER)
    own = Person.objects.get(user=user)
    ward, stranger = person("Kim"), person("Else")
    Guardianship.objects.create(ward=ward, guardian=own, may_sign=True)
    browser = browser_of(user)
    mine = api_of(browser)
    api_of(client)("get", "/me/persons/", status=401)
    assert [(one["id"], one["is_self"], one["signs"]) for one in mine("get", "/me/persons/")] == [
        (own.pk, True, True),
        (ward.pk, False, True),
    ]
    held = mine("get", f"/me/persons/{ward.pk}/data")["held"]
    assert held["club.person"]["rows"][0]["name"] == "Kim"
    packed = b"".join(browser.get(f"/api/v1/me/persons/{own.pk}/data.zip").streaming_content)
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert {"index.html", "data.json"} < set(names)
    assert AuditEntry.objects.filter(action="club.person.handed_out").count() == 2
    mine("get", f"/me/persons/{stranger.pk}/data", status=404)
    write_consent_text(organisation_id=club().pk, kind="photo", text="Photos.", actor=SYSTEM)
    for is_given, count in ((True, 1), (False, 0)):
        sent = {"club": "north", "kind": "photo", "is_given": is_given}
        mine("put", f"/me/persons/{ward.pk}/consents", sent, 204)
        assert Consent.objects.filter(person=ward, withdrawn_at=None).count() == count
    told = mine("put", f"/me/persons/{ward.pk}/notices", {"club": "north", "stopped": ["news"]})
    assert told == [{"club": "north", "stopped": ["news"]}]
    made = mine("post", "/me/calendar", {}, 201)
    assert "/calendars/" in made["address"]
    assert mine("get", "/me/calendar") == {"is_made": True}
    mine("delete", "/me/calendar", status=204)
    assert mine("get", "/me/calendar") == {"is_made": False}


def test_a_token_opens_nobodys_own_page_but_the_secretarys_hands_out(client):
    user = account("sam", role=Role.SECRETARY)
    everything = [one.value for one in Capability]
    _row, token = ApiToken.objects.issue(user=user, name="t", abilities=everything, lasts=timedelta(days=1))
    ask = api_of(client, authorization=f"Bearer {token}")
    for path in ("/me/persons/", "/me/calendar", f"/me/persons/{Person.objects.get(user=user).pk}/data"):
        assert ask("get", path, status=403)["code"] == "session_needed"
    somebody = person("Ann", email="ann@x.example")
    assert "ann@x.example" in json.dumps(ask("get", f"/club-members/{somebody.pk}/data"))
    assert AuditEntry.objects.filter(action="club.person.handed_out", target_id=str(somebody.pk)).exists()


def test_somebody_asks_to_be_erased_and_is_answered(secretary):
    user = account("pat", role=Role.PLAYER)
    own = Person.objects.get(user=user)
    Person.objects.filter(pk=own.pk).update(organisation=club())
    mine, there = api_of(browser_of(user)), f"/me/persons/{own.pk}/erasure-request"
    assert mine("get", there, status=404)["code"] == "no_erasure_request"
    row = mine("post", there, {"message": "Please."}, 201)
    assert mine("post", there, {}, 409)["code"] == "erasure_asked_already"
    assert mine("delete", there)["state"] == "taken_back"
    row = mine("post", there, {}, 201)
    (waiting,) = secretary("get", "/clubs/north/erasure-requests/")["results"]
    assert (waiting["id"], waiting["person"]) == (row["id"], own.pk)
    one = f"/erasure-requests/{row['id']}/"
    mine("get", one, status=403)
    secretary("post", one, {"answer": ""}, 400)
    assert secretary("post", one, {"answer": "Bookings first."})["state"] == "refused"
    assert mine("get", there)["answer"] == "Bookings first."
    assert secretary("post", one, {"answer": "Again."}, 404)["code"] == "no_erasure_request"
    assert secretary("get", "/clubs/north/erasure-requests/?state=refused")["count"] == 1
    assert ErasureRequest.objects.count() == 2


def test_retention_is_read_with_what_is_due_and_set(secretary):
    there = "/clubs/north/retention"
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    gone = person("Old", email="old@x.example")
    gone.memberships.create(
        organisation=club(), plan=plan, starts_on="2000-01-01", ends_on="2001-01-01", state="ended"
    )

    def members(lines):
        return next((one["months"], one["due"]) for one in lines if one["kind"] == "club.ended_members")

    assert members(secretary("get", there)) == (24, 1)
    assert members(secretary("put", there, {"kind": "club.ended_members", "months": 600})) == (600, 0)
    assert members(secretary("put", there, {"kind": "club.ended_members", "months": None})) == (None, 0)
    gone.refresh_from_db()
    assert gone.email == "old@x.example"  # a dry run deletes nothing
    secretary("put", there, {"kind": "club.ended_members", "months": 0}, 400)
    assert secretary("put", there, {"kind": "else", "months": 1}, 404)["code"] == "unknown_retention"


def test_the_command_tells_who_is_kept_twice_and_writes_what_is_held(tmp_path, capsys):
    kept, other = person("Jan de Vries", email="jan@x.example"), person("Jan de Vris", email="jan@x.example")
    call_command("members", "duplicates", club="north")
    first, second, by = capsys.readouterr().out.strip().split("\t")
    assert (first, second) == (f"#{kept.pk} Jan de Vries", f"#{other.pk} Jan de Vris")
    assert "email" in by
    file = tmp_path / "jan.zip"
    call_command("members", "data", person=kept.pk, output=file)
    assert b"jan@x.example" in zipfile.ZipFile(file).read("data.json")
    assert AuditEntry.objects.filter(action="club.person.handed_out", target_id=str(kept.pk)).count() == 1
    for wrong in ({"output": file}, {}):  # it is there already; none was named
        with pytest.raises(CommandError) as refused:
            call_command("members", "data", person=kept.pk, **wrong)
        assert refused.value.returncode == 2
