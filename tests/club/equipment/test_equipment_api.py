"""Equipment over the API: one thing, put right, lent with its history, gone or removed."""

import pytest
from people import account, browser_of, club

from club.models import EquipmentItem, Organisation, Role

pytestmark = pytest.mark.django_db


def test_a_thing_from_buying_it_to_its_end():
    browser = browser_of(account("sam", role=Role.SECRETARY))

    def api(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    made = api("post", "/equipment/", {"club": "north", "kind": "clock", "name": "DGT"}, 201)
    there = f"/equipment/{made['id']}/"
    assert api("patch", there, {"count": 3, "place": "Cupboard"})["count"] == 3
    loan = api("post", f"{there}loans", {"purpose": "School", "count": 2}, 201)
    assert api("get", there)["lent"] == 2
    assert api("patch", there, {"count": 1}, 409)["code"] == "fewer_than_lent"
    api("delete", there, status=409)
    other = api("post", f"{there}loans", {"purpose": "Mistake"}, 201)
    api("delete", f"/equipment-loans/{other['id']}/", status=204)
    api("put", f"/equipment-loans/{loan['id']}/", {"condition": "worn"})
    (line,) = api("get", f"{there}loans")["results"]
    assert (line["purpose"], line["condition"]) == ("School", "worn")
    assert api("patch", there, {"is_gone": True})["is_gone"] is True
    assert api("get", there)["is_gone"] is True
    api("patch", there, {"bought_on": "2026-02-31"}, 400)
    south = Organisation.objects.create(slug="south", name="South")
    theirs = EquipmentItem.objects.create(organisation=south, kind="clock", name="Theirs")
    for method in ("get", "patch", "delete"):
        api(method, f"/equipment/{theirs.pk}/", status=403)
    assert club().pk != south.pk
