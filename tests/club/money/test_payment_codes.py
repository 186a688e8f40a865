"""Codes that banks read: checked against an independent reader of QR codes and independent check digits."""

from io import BytesIO

import pytest
import segno
import stdnum.iban
import stdnum.iso11649
from hypothesis import given
from hypothesis import strategies as st
from money_rows import invoice, person, treasurer
from pdf_pages import read_pages
from people import club

from club.models import Invoice
from club.money.amounts import EXPONENTS, amount_in, plain_amount
from club.money.money_papers import code_of_transfer, invoice_paper, why_no_transfer
from club.money.payment_codes import (
    NoCode,
    creditor_reference,
    in_fours,
    is_bic,
    is_creditor_reference,
    is_iban,
    transfer_text,
    why_no_code,
)
from club.money.services.money_settings import save_money_settings

IBANS = ["NL91ABNA0417164300", "DE89370400440532013000", "FR1420041010050500013M02606"]


@pytest.mark.parametrize("iban", IBANS)
def test_published_account_numbers_are_taken(iban):
    assert is_iban(iban)
    assert stdnum.iban.is_valid(iban)


@pytest.mark.parametrize("iban", IBANS)
def test_two_figures_changed_places_are_noticed(iban):
    swapped = iban[:-2] + iban[-1] + iban[-2]
    assert is_iban(swapped) == (swapped == iban)


@pytest.mark.parametrize("text", ["", "NL91", "nl91abna0417164300", "NL91ABNA0417164300\n", "٣" * 20])
def test_what_is_no_account_number_is_refused(text):
    assert not is_iban(text)


def test_the_codes_of_banks():
    assert [is_bic(one) for one in ("ABNANL2A", "DEUTDEFF500", "ABNANL2", "abnanl2a")] == [
        *(True, True, False, False),
    ]


@given(st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=21))
def test_references_have_the_check_digits_of_iso_11649(body):
    reference = creditor_reference(body)
    assert is_creditor_reference(reference)
    assert stdnum.iso11649.is_valid(reference)


def test_the_example_of_iso_11649():
    assert creditor_reference("539007547034") == "RF18539007547034"
    assert in_fours("RF18539007547034") == "RF18 5390 0754 7034"


@given(
    st.integers(1, 99_999_999_999),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=70),
)
def test_a_code_says_the_amount_in_euros_and_fits(amount, name):
    lines = transfer_text(
        bic="", name=name, iban=IBANS[0], amount=amount, reference=creditor_reference("1")
    ).split("\n")
    assert lines[:4] == ["BCD", "002", "1", "SCT"]
    assert amount_in(lines[7].removeprefix("EUR"), "EUR") == amount
    assert len("\n".join(lines).encode()) <= 331


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, None),
        ({"currency": "GBP"}, NoCode.CURRENCY),
        ({"iban": ""}, NoCode.NO_IBAN),
        ({"iban": "NL00ABNA0417164300"}, NoCode.NO_IBAN),
        ({"name": " "}, NoCode.NO_NAME),
        ({"amount": 0}, NoCode.AMOUNT),
        ({"amount": 10**12}, NoCode.AMOUNT),
    ],
)
def test_why_there_is_no_code(facts, why):
    known = {"currency": "EUR", "iban": IBANS[0], "name": "North club", "amount": 1234}
    assert why_no_code(**known | facts) is why


@pytest.mark.django_db
def test_the_code_of_an_invoice_is_read_by_another_program():
    import zxingcpp
    from PIL import Image

    tess = treasurer()
    save_money_settings(
        organisation_id=club().pk, iban="NL91 ABNA 0417 1643 00", creditor_name="North club", actor=tess
    )
    row = invoice(person("Ann"), 1234, tess)
    drawn = BytesIO()
    segno.make(code_of_transfer(row, 1234), error="m", micro=False).save(drawn, kind="png", scale=6)
    read = zxingcpp.read_barcodes(Image.open(drawn))[0].text
    assert read.split("\n") == [
        *("BCD", "002", "1", "SCT", "", "North club", "NL91ABNA0417164300", "EUR12.34", "", row.reference),
    ]
    assert stdnum.iso11649.is_valid(row.reference)


@pytest.mark.django_db
def test_an_invoice_on_paper_tells_what_is_needed_and_is_the_same_twice():
    tess = treasurer()
    save_money_settings(organisation_id=club().pk, iban=IBANS[0], creditor_name="North", actor=tess)
    row = Invoice.objects.select_related("organisation").get(pk=invoice(person("Ann Bos"), 1234, tess).pk)
    paper = invoice_paper(row, list(row.lines.all()))
    assert paper == invoice_paper(row, list(row.lines.all()))
    text = " ".join(read_pages(paper)[0].extract_text().split())
    for told in (row.code, "Ann Bos", "12.34", in_fours(row.reference), in_fours(row.iban)):
        assert told in text


@pytest.mark.django_db
def test_without_an_account_the_paper_says_why_it_has_no_code():
    row = invoice(person("Ann"), 1234, treasurer())
    assert code_of_transfer(row, 1234) == ""
    assert "IBAN" in why_no_transfer(row, 1234)


@given(st.integers(0, 10**12 - 1), st.sampled_from(sorted(EXPONENTS)))
def test_an_amount_comes_back_as_it_was_written(amount, currency):
    assert amount_in(plain_amount(amount, currency), currency) == amount


@pytest.mark.parametrize("text", ["", "-1", "1.234", "1e3", "١٢", "12,5,0", "1" * 20, "0x10", "1.2.3", "\0"])
def test_what_is_no_amount_is_refused(text):
    assert amount_in(text, "EUR") is None


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1.234,56", 123456),
        ("1,234.56", 123456),
        ("1'234.56", 123456),
        ("1.234.567,5", 123456750),
        ("1 234,56", 123456),
        ("1.234,567", None),
        ("1,234", None),
        ("1.23,45", None),
        ("1.234.56", None),
        ("-1.234,56", None),
    ],
)
def test_thousands_are_parted_where_nothing_is_to_be_guessed(text, amount):
    assert amount_in(text, "EUR") == amount


def test_amounts_are_written_with_a_comma_or_a_point():
    assert (amount_in("12,5", "EUR"), amount_in(" 12.50 ", "EUR"), amount_in("12.5", "JPY")) == (
        1250,
        1250,
        None,
    )
