"""The calendar and notices over the API: the same services, the same refusals."""

import pytest
from people import account, browser_of, club

from club.models import (
    ClubDate,
    Membership,
    MembershipPlan,
    Notice,
    Organisation,
    Person,
    Role,
    SavedGroup,
    Venue,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def api():
    browser = browser_of(account("sam", role=Role.SECRETARY))

    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


DATE = {"club": "north", "kind": "evening", "title": "Evening", "first_on": "2026-10-06", "repeats": "weekly"}
SPAN = "/club-calendar/?club=north&first=2026-10-01&last=2026-10-31"


def test_dates_are_added_changed_and_one_day_of_them(api, client):
    hall = api("post", "/venues/", {"club": "north", "name": "Hall"}, 201)
    row = api("post", "/club-calendar/", DATE | {"venue": hall["id"]}, 201)
    assert [line["starts"] for line in api("get", SPAN)][:2] == ["2026-10-06", "2026-10-13"]
    there = f"/club-dates/{row['id']}/"
    api("put", f"{there}days", {"on": "2026-10-13", "is_cancelled": True}, 204)
    api("put", f"{there}days", {"on": "2026-10-20", "moved_to": "2026-10-21"}, 204)
    told = [(line["starts"], line["is_cancelled"], line["is_moved"]) for line in api("get", SPAN)]
    assert told[1:3] == [("2026-10-13", True, False), ("2026-10-21", False, True)]
    api("put", f"{there}days", {"on": "2026-10-13"}, 204)
    assert api("put", f"{there}days", {"on": "2026-10-14"}, 204) is None  # nothing was said of it
    wrong = api("put", f"{there}days", {"on": "2026-10-14", "is_cancelled": True}, 422)
    assert wrong["code"] == "not_on_this_day"
    changed = {name: value for name, value in DATE.items() if name != "club"} | {"is_public": False}
    assert api("put", there, changed | {"version": 1}, 409)["code"] == "date_changed_meanwhile"
    version = ClubDate.objects.get().version
    api("put", there, changed | {"version": version})
    assert client.get(f"/api/v1{SPAN}").json() == []  # for members alone


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        pytest.param({"first_on": "2026-02-31"}, 400, id="no day"),
        pytest.param({"every": 10**30}, 400, id="a huge number"),
        pytest.param({"venue": 10**30}, 400, id="a huge venue"),
        pytest.param({"title": "a\x00b"}, 400, id="a NUL character"),
        pytest.param({"title": "\ud800"}, 400, id="half a surrogate pair"),
        pytest.param({"time_zone": "../etc/passwd"}, 422, id="no time zone"),
        pytest.param({"until": "2020-01-01"}, 422, id="an end before the beginning"),
        pytest.param({"repeats": "monthly_last"}, 422, id="not the last of its month"),
    ],
)
@pytest.mark.every_case
def test_what_is_no_date_is_refused(api, wrong, status):
    api("post", "/club-calendar/", DATE | wrong, status)
    assert not ClubDate.objects.exists()


def test_another_clubs_things_are_not_reached(api):
    south = Organisation.objects.create(slug="south", name="South")
    there = Venue.objects.create(organisation=south, name="Barn")
    api("put", f"/venues/{there.pk}/", {"name": "Mine"}, 403)
    assert api("post", "/club-calendar/", DATE | {"venue": there.pk}, 404)["code"] == "unknown_venue"
    api("get", "/venues/?club=south", status=403)
    api("get", "/notices/?club=south", status=403)


def test_a_notice_is_written_looked_at_and_sent(api):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    for name, address in (("Ann", "a@x.example"), ("Bob", "")):
        person = Person.objects.create(name=name, organisation=club(), email=address)
        Membership.objects.create(
            person=person, organisation=club(), plan=plan, starts_on="2026-01-01", state="active"
        )
    sent = {"club": "north", "kind": "news", "subject": "Dinner", "text": "Come.", "groups": ["active"]}
    assert api("post", "/notices/", sent | {"groups": ["plan:x"]}, 422)["code"] == "unknown_group"
    row = api("post", "/notices/", sent, 201)
    listed = api("get", f"/notices/{row['id']}/receivers")
    assert [one["name"] for one in listed["gets"]] == ["Ann"]
    assert [(one["name"], one["why_not"]) for one in listed["left_out"]] == [("Bob", "no_mail")]
    there = f"/notices/{row['id']}/sending"
    wrong = api("post", there, {"version": 1, "seen": "else"}, 409)
    assert wrong["code"] == "receivers_changed_meanwhile"
    assert (
        api("post", there, {"version": 1, "send_at": "2026-01-01T00:00:00Z"}, 422)["code"]
        == "time_has_passed"
    )
    assert api("post", there, {"version": 1, "seen": listed["seen"]})["state"] == "sending"
    assert api("delete", there, status=409)["code"] == "notice_not_scheduled"
    assert api("get", "/notices/?club=north")["count"] == 1
    assert api("get", f"/notices/{row['id']}/")["state"] == "sending"
    assert Notice.objects.get().written_by == "Sam"


def test_groups_are_kept_under_a_name_and_a_notice_tried_on_oneself(api):
    there = "/clubs/north/notice-groups/"
    made = api("post", there, {"name": "All", "groups": ["active"]}, 201)
    assert api("post", there, {"name": "All", "groups": ["active"]}, 409)["code"] == "group_name_taken"
    shown = api("get", there)
    assert shown["saved"] == [made]
    assert "active" in {one["key"] for kind in shown["kinds"] for one in kind["choices"]}
    sent = {"club": "north", "kind": "news", "subject": "Dinner", "text": "Come.", "groups": ["active"]}
    row = api("post", "/notices/", sent, 201)
    assert api("post", f"/notices/{row['id']}/trial")["address"] == "sam@north.example"
    api("delete", f"/notice-groups/{made['id']}/", status=204)
    assert api("get", there)["saved"] == []
    south = Organisation.objects.create(slug="south", name="South")
    theirs = SavedGroup.objects.create(organisation=south, name="Theirs", groups=["active"])
    api("delete", f"/notice-groups/{theirs.pk}/", status=403)
