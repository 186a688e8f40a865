"""Joining over the API: the public form with its limits, the two links, the inbox, invitations to members."""

import pytest
from django.core.cache import cache
from people import account, browser_of, club
from worlds import world

from club.core.actor import SYSTEM
from club.joining import join_links
from club.joining.join_links import GUARDIAN, join_secret
from club.joining.services.join_forms import set_join_form
from club.members.services.consents import write_consent_text
from club.models import Invitation, JoinRequest, MembershipPlan, Organisation, OutboxMessage, Person, Role

pytestmark = pytest.mark.django_db


def api_of(browser):
    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


@pytest.fixture(autouse=True)
def opened():
    cache.clear()
    MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    set_join_form(organisation_id=club().pk, is_open=True, full_age=18, actor=SYSTEM)


@world
def secretary():
    return api_of(browser_of(account("sam", role=Role.SECRETARY)))


@pytest.fixture
def visitor(client):
    return api_of(client)


def written(**more):
    plan = MembershipPlan.objects.get(organisation=club())
    facts = {"name": "Piet Vries", "email": "piet@example.org", "born_on": "1980-02-03", "plan": plan.pk}
    return facts | {"once": "first"} | more


ASK, INBOX = "/clubs/north/join", "/clubs/north/join-requests/"


def test_from_the_form_to_the_member_and_back_to_the_inbox(visitor, secretary):
    words = write_consent_text(organisation_id=club().pk, kind="photo", text="Photos.", actor=SYSTEM)
    form = visitor("get", "/clubs/north/join-form")
    assert (form["is_open"], [one["name"] for one in form["plans"]]) == (True, ["Adult"])
    assert [one["id"] for one in form["consents"]] == [words.pk]
    for _ in range(2):  # sent twice it is one request
        assert visitor("post", ASK, written(agreed=[words.pk]), 202) is None
    link = f"/joins/{join_secret(JoinRequest.objects.get())}"
    assert visitor("get", link)["confirmed_at"] is None
    assert visitor("post", link)["confirmed_at"] is not None
    known = Person.objects.create(name="Piet de Vries", organisation=club(), email="piet@example.org")
    (row,) = secretary("get", INBOX)["results"]
    near = secretary("get", f"/join-requests/{row['id']}/")["lookalikes"]
    assert [(one["id"], "email" in one["by"]) for one in near] == [(known.pk, True)]
    there = f"/join-requests/{row['id']}"
    assert secretary("post", f"{there}/refusal", {"reason": " "}, 400)["code"] == "invalid"
    assert secretary("post", f"{there}/refusal", {"reason": "Full."})["state"] == "refused"
    assert visitor("get", link)["reason"] == "Full."
    assert secretary("post", f"{there}/acceptance", {}, 409)["code"] == "join_decided"
    assert secretary("post", f"{there}/reopening")["state"] == "waiting"
    assert secretary("post", f"{there}/acceptance", {"person": known.pk})["id"] == known.pk
    assert known.memberships.get().plan.name == "Adult"
    assert secretary("get", f"{INBOX}?state=accepted")["count"] == 1
    assert visitor("delete", link, status=409)["code"] == "join_decided"


def test_a_guardian_signs_by_their_own_link(visitor, secretary):
    child = {"name": "Tim Vries", "born_on": "2020-02-03", "guardian_name": "Mia Vries"}
    assert visitor("post", ASK, written(**child), 422)["code"] == "guardian_needed"
    visitor("post", ASK, written(**child, guardian_email="mia@example.org"), 202)
    row = JoinRequest.objects.get()
    refused = secretary("post", f"/join-requests/{row.pk}/acceptance", {}, 409)
    assert refused["code"] == "guardian_has_not_signed"
    link = f"/joins/{join_secret(row, GUARDIAN)}/signature"
    visitor("get", f"/joins/{join_secret(row)}/signature", status=404)  # the child's link signs nothing
    visitor("post", link, {"signature": "Mia Vries", "agrees": False}, 400)
    assert visitor("post", link, {"signature": "Mia Vries", "agrees": True})["is_signed"] is True
    child = secretary("post", f"/join-requests/{row.pk}/acceptance", {})
    assert child["name"] == "Tim Vries"


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        pytest.param({"born_on": "1700-01-01"}, 400, id="nobody is so old"),
        pytest.param({"name": "\N{ZERO WIDTH SPACE}"}, 400, id="a name that nobody sees"),
        pytest.param({"plan": 10**30}, 400, id="a huge number"),
        pytest.param({"plan": 10**9}, 422, id="no plan of the club"),
        pytest.param({"agreed": [1] * 30}, 400, id="more consents than there are"),
        pytest.param({"message": "a\x00b"}, 400, id="a NUL character"),
    ],
)
@pytest.mark.every_case
def test_what_is_no_request_is_refused(visitor, wrong, status):
    visitor("post", ASK, written(**wrong), status)
    assert not JoinRequest.objects.exists()


def test_the_form_is_counted_with_the_page_and_closed_with_it(visitor, secretary, client):
    page = written() | {"website": "", "once": "p"}
    client.post("/clubs/north/join/", page)
    for n in range(join_links.MAILS - 1):
        visitor("post", ASK, written(once=f"o{n}"), 202)
    assert visitor("post", ASK, written(once="more"), 429)["code"] == "throttled"
    for n in range(join_links.FORMS):
        client.post("/api/v1" + ASK, written(email=f"p{n}@x.example"), content_type="application/json")
    visitor("post", ASK, written(email="else@x.example"), 429)
    shut = {"is_open": False, "welcome": "Later.", "full_age": 16}
    visitor("put", "/clubs/north/join-form", shut, 401)
    assert secretary("put", "/clubs/north/join-form", shut)["welcome"] == "Later."
    cache.clear()
    assert visitor("post", ASK, written(once="x"), 409)["code"] == "join_closed"
    visitor("get", "/clubs/nowhere/join-form", status=404)


def test_members_without_an_account_are_invited_once(secretary):
    for name in ("Ann", "Bob"):
        person = Person.objects.create(name=name, organisation=club(), email=f"{name.lower()}@x.example")
        person.memberships.create(
            organisation=club(), plan=MembershipPlan.objects.get(), starts_on="2026-01-01", state="active"
        )
    ann, bob = Person.objects.filter(email__endswith="x.example").order_by("name")
    there = "/clubs/north/uninvited-members/"
    assert [one["name"] for one in secretary("get", there)["results"]] == ["Ann", "Bob"]
    south = Organisation.objects.create(slug="south", name="South")
    stranger = Person.objects.create(name="Cas", organisation=south, email="cas@x.example")
    made = secretary("post", there, {"persons": [bob.pk, stranger.pk]}, 201)
    assert [(one["person"], one["role"]) for one in made] == [(bob.pk, "player")]
    assert [one["person"] for one in secretary("post", there, {}, 201)] == [ann.pk]
    assert secretary("post", there, {}, 201) == []
    assert Invitation.objects.count() == OutboxMessage.objects.filter(to__endswith="x.example").count() == 2
    secretary("get", "/clubs/south/uninvited-members/", status=403)


def test_a_plain_member_reads_no_inbox(visitor):
    member = api_of(browser_of(account("pat", role=Role.PLAYER)))
    visitor("post", ASK, written(), 202)
    number = JoinRequest.objects.get().pk
    for ask, status in ((member, 403), (visitor, 401)):
        ask("get", INBOX, status=status)
        ask("get", f"/join-requests/{number}/", status=status)
        ask("post", f"/join-requests/{number}/acceptance", {}, status)
