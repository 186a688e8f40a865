"""The treasurer's work over the API: settings, fees, invoices with their steps, payments, books and years."""

import pytest
from people import account, browser_of, club
from worlds import world

from club.models import LedgerEntry, MembershipPlan, Organisation, Person, Role

pytestmark = pytest.mark.django_db
MONEY = "/clubs/north/money"


def api_of(browser):
    def ask(method, path, sent=None, status=200):
        facts = {"content_type": "application/json"} if method != "get" else {}
        answer = getattr(browser, method)(f"/api/v1{path}", sent or {}, **facts)
        assert answer.status_code == status, answer.content
        if answer.headers.get("Content-Type") == "application/pdf":
            return answer.content
        return answer.json() if answer.content else None

    return ask


@world
def treasurer():
    return api_of(browser_of(account("tom", role=Role.TREASURER)))


@world
def ann():
    return Person.objects.create(name="Ann", organisation=club(), email="ann@x.example")


def test_how_money_is_kept_is_read_and_changed_in_parts(treasurer, ann):
    assert treasurer("get", f"{MONEY}/settings")["currency"] == "EUR"
    kept = treasurer("patch", f"{MONEY}/settings", {"payment_days": 14, "creditor_name": "North"})
    assert (kept["payment_days"], kept["creditor_name"], kept["currency"]) == (14, "North", "EUR")
    assert treasurer("patch", f"{MONEY}/settings", {"iban": "NL00"}, 422)["code"] == "not_an_iban"
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    bands = [{"from_age": 0, "to_age": 17, "percent": 50}]
    rule = treasurer("put", f"/plans/{plan.pk}/fee", {"amount": 12000, "bands": bands})
    assert treasurer("get", f"{MONEY}/fees/") == [rule]
    assert (rule["amount"], rule["per"], rule["bands"]) == (12000, "year", bands)
    treasurer("delete", f"/plans/{plan.pk}/fee", status=204)
    assert treasurer("get", f"{MONEY}/fees/") == []
    steps = [{"days": 10, "fee": 0, "text": "Please."}, {"days": 30, "fee": 500, "text": ""}]
    assert treasurer("put", f"{MONEY}/reminder-steps", {"steps": steps}) == steps
    treasurer("put", f"{MONEY}/reminder-steps", {"steps": steps[::-1]}, 422)
    assert treasurer("get", f"{MONEY}/reminder-steps") == steps
    payer = Person.objects.create(name="Bob", organisation=club())
    told = treasurer("put", f"{MONEY}/terms/", {"person": ann.pk, "payer": payer.pk, "kind": "hardship"})
    assert treasurer("get", f"{MONEY}/terms/")["results"] == [told]


def test_an_invoice_from_writing_it_to_the_money_back(treasurer, ann):
    sent = {"payer": ann.pk, "subject": "Jacket", "items": [{"text": "Jacket", "amount": 2500}]}
    row = treasurer("post", f"{MONEY}/invoices/", sent, 201)
    there = f"/invoices/{row['id']}/"
    assert treasurer("get", there)["lines"] == [{"text": "Jacket", "amount": 2500, "person": None}]
    assert treasurer("get", f"{there}paper.pdf").startswith(b"%PDF")
    money = {"amount": 3000, "received_on": "2026-11-20", "method": "cash", "key": "k"}
    for _ in range(2):  # the same key again is the same payment
        paid = treasurer("post", f"{there}payments", money, 201)
    assert (paid["invoice"]["state"], paid["payments"][0]["amount"]) == ("paid", 2500)
    number = paid["payments"][0]["payment"]
    one = f"/payments/{number}/"
    assert treasurer("get", one)["payment"]["free"] == 500
    back = treasurer("post", f"{one}refunds", {"amount": 500, "reason": "Too much.", "key": "r"}, 201)
    assert back["payment"]["free"] == 0
    refund = next(entry["id"] for entry in back["entries"] if entry["kind"] == "refund")
    assert treasurer("put", f"{one}refunds", {"entry": refund, "reason": "No."})["payment"]["free"] == 500
    assert treasurer("delete", f"{one}invoices/{row['id']}")["parts"] == []
    assert treasurer("put", f"{one}invoices/{row['id']}")["parts"][0]["amount"] == 2500
    assert treasurer("get", f"{one}receipt.pdf").startswith(b"%PDF")
    assert treasurer("post", one, {"reason": "Not ours."})["payment"]["is_countered"] is True
    treasurer("get", f"{one}receipt.pdf", status=404)
    step = {"step": "write_off", "reason": "Poor."}
    assert treasurer("post", f"{there}steps", step)["invoice"]["state"] == "written_off"
    assert treasurer("post", f"{there}steps", step | {"step": "claim_again"})["invoice"]["open"] == 2500
    assert treasurer("post", f"{there}steps", step | {"step": "cancel"})["invoice"]["state"] == "cancelled"
    account_told = treasurer("get", f"{MONEY}/accounts/{ann.pk}")
    assert account_told["balance"] == account_told["lines"][-1]["balance"] == 0
    entries = treasurer("get", f"{MONEY}/entries/")
    assert (entries["count"], sum(line["amount"] for line in entries["results"])) == (
        LedgerEntry.objects.filter(on__year=2026).count(),
        0,
    )


def test_a_year_is_closed_and_opened(treasurer):
    assert treasurer("get", f"{MONEY}/years") == {"closed": []}
    assert treasurer("put", f"{MONEY}/years", {"year": 2024, "is_closed": True}) == {"closed": [2024]}
    assert treasurer("put", f"{MONEY}/years", {"year": 2024, "is_closed": False}) == {"closed": []}
    treasurer("put", f"{MONEY}/years", {"year": 10**9, "is_closed": True}, 400)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"items": []}, id="nothing on it"),
        pytest.param({"items": [{"text": "x", "amount": 0}]}, id="no amount"),
        pytest.param({"items": [{"text": "x", "amount": 10**30}]}, id="a huge amount"),
        pytest.param({"payer": None}, id="nobody pays"),
    ],
)
def test_what_is_no_invoice_is_refused(treasurer, ann, wrong):
    sent = {"payer": ann.pk, "subject": "x", "items": [{"text": "x", "amount": 1}]}
    assert treasurer("post", f"{MONEY}/invoices/", sent | wrong, 400)["code"] == "invalid"


def test_another_clubs_books_are_closed(treasurer, ann):
    south = Organisation.objects.create(slug="south", name="South")
    far = Person.objects.create(name="Far", organisation=south)
    for name in ("settings", "fees/", "reminder-steps", "terms/", "years", "entries/", f"accounts/{far.pk}"):
        treasurer("get", f"/clubs/south/money/{name}", status=403)
    treasurer("get", f"{MONEY}/accounts/{far.pk}", status=404)
    secretary = api_of(browser_of(account("sam", role=Role.SECRETARY)))
    secretary("get", f"{MONEY}/accounts/{ann.pk}", status=403)


def test_a_fee_is_put_right_by_hand_and_a_run_cancelled(treasurer, ann):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    ann.memberships.create(organisation=club(), plan=plan, starts_on="2025-01-01", state="active")
    treasurer("put", f"/plans/{plan.pk}/fee", {"amount": 12000})
    time = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    runs = f"{MONEY}/fee-runs/"
    treasurer("put", f"{runs}adjustments", time | {"person": ann.pk, "amount": 5000}, 422)  # no reason
    treasurer("put", f"{runs}adjustments", time | {"person": ann.pk, "amount": 5000, "reason": "Late."}, 204)
    seen = treasurer("get", f"{runs}preview?starts_on=2026-01-01&ends_on=2026-12-31")
    assert seen["total"] == 5000
    run = treasurer("post", runs, time | {"seen": seen["seen"]}, 201)
    there = f"/fee-runs/{run['id']}/cancel"
    treasurer("post", there, {}, 400)
    treasurer("post", there, {"reason": "Twice."})
    assert [one["state"] for one in treasurer("get", f"{MONEY}/invoices/")["results"]] == ["cancelled"]
