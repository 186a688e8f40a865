"""The books for programs: over the API and from the command line."""

import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from money_rows import invoice, member, person, plan
from people import browser_of

from club.models import FeeRule
from club.money.services.money_settings import save_fee_rule

pytestmark = pytest.mark.django_db


def test_programs_ask_and_write_by_the_api(tess):
    ann = person("Ann")
    invoice(ann, 1000, tess)
    desk, place = browser_of(tess.user), "/api/v1/clubs/north/money"
    assert desk.get(f"{place}/invoices/").json()["results"][0]["open"] == 1000
    told = {"payer": ann.pk, "amount": 400, "received_on": str(timezone.localdate())}
    told |= {"method": "bank", "key": "b1"}
    for _twice in range(2):
        answer = desk.post(f"{place}/payments/", json.dumps(told), content_type="application/json")
        assert answer.status_code == 201, answer.content
    assert desk.get(f"{place}/payments/").json()["count"] == 1
    assert desk.get(f"{place}/totals").json()["open"] == 600
    huge = json.dumps(told | {"amount": 10**18, "key": "b2"})
    refused = desk.post(f"{place}/payments/", huge, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not_an_amount")
    assert desk.get("/api/v1/clubs/nowhere/money/totals").status_code == 404


def test_a_run_is_looked_at_and_booked_by_the_api(tess):
    adult = plan()
    member("Piet", adult, date(2020, 1, 1))
    save_fee_rule(plan_id=adult.pk, amount=100, per="year", part="full", actor=tess)
    desk, place = browser_of(tess.user), "/api/v1/clubs/north/money"
    asked = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    seen = desk.get(f"{place}/fee-runs/preview", asked).json()
    assert [one["amount"] for one in seen["lines"]] == [100]
    body = json.dumps(asked | {"seen": seen["seen"]})
    statuses = [
        desk.post(f"{place}/fee-runs/", body, content_type="application/json").status_code for _ in range(2)
    ]
    assert statuses == [201, 409]
    assert len(desk.get(f"{place}/fee-runs/").json()) == 1
    assert desk.get(f"{place}/reminders/").json()[0]["why_not"] == "no_steps"


def test_dues_from_the_command_line():
    adult = plan()
    FeeRule.objects.create(plan=adult, amount=12000)
    member("Piet", adult, date(2020, 1, 1))
    told, time = StringIO(), ["--from", "2026-01-01", "--to", "2026-12-31"]
    call_command("dues", "preview", "--club", "north", *time, stdout=told)
    call_command("dues", "book", "--club", "north", *time, "--json", stdout=told)
    call_command("dues", "remind", "--club", "north", stdout=told)
    assert "1 pay, 0 do not" in told.getvalue()
    assert "1 invoices" in told.getvalue()
    assert "0 reminders" in told.getvalue()
    with pytest.raises(CommandError):
        call_command("dues", "book", "--club", "north", *time, stdout=told)
    with pytest.raises(CommandError):
        call_command("dues", "preview", "--club", "nowhere", *time)
