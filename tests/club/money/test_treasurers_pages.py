"""What a treasurer new to the program meets: refusals that keep what was typed, and lists that find."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from money_rows import invoice, member, pay, person, plan
from pdf_pages import read_pages
from people import browser_of, club
from worlds import world

from club.equipment.selectors import EquipmentFilters, equipment_of
from club.models import EquipmentLoan, FeeRule, FeeTerms, MoneySettings, Payment, ReminderStep
from club.money.selectors.reminders import reminders_now
from club.money.services.money_settings import Step, save_fee_rule, save_money_settings, save_reminder_steps

pytestmark = pytest.mark.django_db
MONEY = "/desk/money/"
ACCOUNT = {"act": "settings", "creditor_name": "Grün-Weiß", "currency": "EUR", "payment_days": "30"}
ACCOUNT |= {"number_pattern": "{year}-{number}", "household_most": "1.234,56"}


@world
def desk(tess):
    return browser_of(tess.user)


def words_of(answer):
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(
    ("wrong", "status", "told"),
    [
        ({"iban": "NL91 ABNA 0417 1643 01"}, 422, "the check digits are wrong"),
        ({"iban": "NL91 ABNA 0417 1643 00", "bic": "XX"}, 422, "is not a valid BIC"),
        ({"household_most": "-5"}, 422, "Enter an amount"),
    ],
)
def test_a_wrong_account_keeps_what_was_typed(wrong, status, told, desk):
    answer = desk.post(f"{MONEY}settings/", {"club": "north"} | ACCOUNT | wrong)
    assert (answer.status_code, told in words_of(answer)) == (status, True)
    assert f'value="{next(iter(wrong.values()))}"' in answer.content.decode()
    assert 'value="Grün-Weiß"' in answer.content.decode()
    assert not MoneySettings.objects.exclude(iban="").exists()
    right = desk.post(f"{MONEY}settings/", {"club": "north"} | ACCOUNT | {"iban": "NL91ABNA0417164300"})
    assert right.status_code == 302
    assert MoneySettings.objects.get().household_most == 123456


def test_a_fee_steps_and_terms_keep_what_was_typed(desk):
    adult = plan()
    place = f"{MONEY}fees/{adult.pk}/"
    wrong = desk.post(place, {"amount": "-5", "per": "year", "part": "month", "bands": "65 120 25"})
    assert wrong.status_code == 422
    assert 'value="-5"' in wrong.content.decode()
    assert "65 120 25" in wrong.content.decode()
    assert desk.get(place).status_code == 302  # loaded again after the refusal
    assert not FeeRule.objects.exists()
    steps = {"act": "steps", "club": "north", "step0-days": "14", "step0-fee": "2,50", "step0-text": "Pay."}
    refused = desk.post(f"{MONEY}settings/", steps | {"step1-days": "14", "step1-fee": "", "step1-text": ""})
    assert (refused.status_code, 'value="2,50"' in refused.content.decode()) == (422, True)
    assert not ReminderStep.objects.exists()
    terms = {"act": "terms", "club": "north", "person": "Nobody", "kind": "hardship", "reason": "school"}
    unknown = desk.post(f"{MONEY}settings/", terms)
    assert (unknown.status_code, 'value="school"' in unknown.content.decode()) == (422, True)
    assert not FeeTerms.objects.exists()


def test_a_run_without_an_account_or_without_members_says_so(desk, tess):
    assert "no members yet" in words_of(desk.get(f"{MONEY}fee-runs/?club=north"))
    adult = plan()
    save_fee_rule(plan_id=adult.pk, amount=12000, per="year", part="month", actor=tess)
    member("Ann", adult, timezone.localdate().replace(month=1, day=1))
    assert "IBAN is missing: invoices would show no account" in words_of(
        desk.get(f"{MONEY}fee-runs/?club=north")
    )
    save_money_settings(organisation_id=club().pk, iban="NL91ABNA0417164300", actor=tess)
    assert "IBAN is missing: invoices would show no account" not in words_of(
        desk.get(f"{MONEY}fee-runs/?club=north")
    )


def test_invoices_are_found_by_number_reference_and_name_and_payments_by_name(desk, tess):
    ann, bob = (person(name, search_key=name.lower()) for name in ("Ann", "Bob"))
    first, second = invoice(ann, 1000, tess), invoice(bob, 2000, tess)
    pay(ann, 100, tess)
    spaced = " ".join([second.reference[:4], second.reference[4:]])
    for words, found in {"ann": [first], second.code: [second], spaced: [second], "zzz": []}.items():
        answer = desk.get(f"{MONEY}invoices/", {"club": "north", "q": words})
        assert list(answer.context["page"]) == found, words
    for words, many in {"ann": 1, "bob": 0}.items():
        assert len(desk.get(f"{MONEY}payments/", {"club": "north", "q": words}).context["page"]) == many


def test_too_much_paid_is_told_and_a_refused_payment_keeps_what_was_typed(desk, tess):
    row = invoice(person("Ann"), 6000, tess)
    told = {"amount": "100", "received_on": timezone.localdate(), "method": "cash", "key": "k1"}
    answer = desk.post(f"{MONEY}invoices/{row.pk}/pay/", told, follow=True)
    assert "40.00 EUR exceeds the amount due and stays as the member" in words_of(answer).replace(
        "\N{NO-BREAK SPACE}", " "
    )
    again = {"club": "north", "payer": "Ann", "amount": "5", "method": "cash", "key": "k3"}
    again["received_on"] = timezone.localdate()
    assert "5.00 EUR exceeds the amount due and stays as the member" in words_of(
        desk.post(f"{MONEY}payments/", again, follow=True)
    ).replace("\N{NO-BREAK SPACE}", " ")
    late = {"club": "north", "payer": "Ann", "amount": "12,34", "method": "cash", "key": "k2"}
    late["received_on"] = timezone.localdate() + timedelta(days=2)
    refused = desk.post(f"{MONEY}payments/", late)
    assert (refused.status_code, 'value="12,34"' in refused.content.decode()) == (422, True)
    assert Payment.objects.count() == 2


def test_many_reminders_are_shown_by_parts_and_none_is_forgotten(desk, tess, monkeypatch):
    save_money_settings(organisation_id=club().pk, payment_days=0, actor=tess)
    save_reminder_steps(organisation_id=club().pk, steps=[Step(1, 0, "")], actor=tess)
    rows = [invoice(person(f"P{at}"), 1000, tess) for at in range(3)]
    pay(rows[2].payer, 1000, tess)
    late = timezone.localdate() + timedelta(days=2)
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_args: late)
    monkeypatch.setattr("club.money.pages.reminders.MAX_REMINDERS", 1)
    now = reminders_now(organisation_id=club().pk)
    assert (now.due, now.others) == ([rows[0].pk, rows[1].pk], [])
    answer = desk.get(f"{MONEY}reminders/?club=north")
    assert "Showing the first 1 of 2." in words_of(answer)
    desk.post(f"{MONEY}reminders/", {"club": "north", "step": [f"{rows[0].pk}-1"]})
    assert reminders_now(organisation_id=club().pk).due == [rows[1].pk]


def test_what_is_overdue_is_asked_of_the_loans_once_and_not_of_each_thing():
    rows = equipment_of(organisation_id=club().pk, filters=EquipmentFilters(state="overdue"))
    assert not EquipmentLoan.objects.exists()
    if connection.vendor == "sqlite":
        assert "CORRELATED" not in rows.explain()
    assert "EXISTS" not in str(equipment_of(organisation_id=club().pk).query)


def test_papers_name_what_they_answer_and_what_is_left(desk, tess):
    row = invoice(person("Ann"), 6000, tess)
    paid = pay(row.payer, 10000, tess)
    receipt = paper_of(desk, f"{MONEY}payments/{paid.pk}/receipt/")
    assert "Not allocated" in receipt
    assert "40.00 EUR" in receipt
    desk.post(f"{MONEY}invoices/{row.pk}/cancel/", {"reason": "not delivered"})
    note = paper_of(desk, f"{MONEY}invoices/{row.pk}/pdf/credit-note/")
    assert f"Credit note C-{row.year}-0001" in note
    assert f"{row.code}, " in note
    assert "not delivered" in note


def paper_of(desk, address):
    page = read_pages(desk.get(address).content)[0].extract_text()
    return " ".join(page.replace("\N{NO-BREAK SPACE}", " ").split())
