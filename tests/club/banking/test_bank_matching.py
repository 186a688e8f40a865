"""Which invoices a movement pays: how sure, and why."""

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.banking.formats.amounts import find_subset_sum
from club.banking.formats.matching import MatchConfidence, Matcher, MatchReason, OpenInvoice, Suggestion
from club.banking.formats.returns import BookedPayment, OutgoingKind, outgoing
from club.banking.formats.values import BankLine

RF = "RF18539007547034"
IBAN = "NL20INGB0001234567"


def invoice(number, amount=6000, *, names=("Piet de Vries",), payers=None, reference="", currency="EUR"):
    return OpenInvoice(
        invoice=number,
        number=f"2026-{number:04}",
        reference=reference,
        open=amount,
        currency=currency,
        due_on=f"2026-11-{number % 28 + 1:02}",
        names=names,
        payers=frozenset(payers or {number}),
    )


def line(amount=6000, **said):
    return BankLine(
        number=1, booked_on=date(2026, 11, 18), amount=amount, currency=said.pop("currency", "EUR"), **said
    )


def suggested(said, *invoices, seen=None):
    return Matcher(invoices, seen or {}).suggest(said)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(line(reference=RF), id="told as a reference"),
        pytest.param(line(text="fee RF18 5390 0754 7034, thanks"), id="inside of the text"),
        pytest.param(line(end_to_end=RF), id="as the payer's own id"),
    ],
)
def test_a_reference_and_its_amount_are_exact(said):
    told = suggested(said, invoice(1, reference=RF), invoice(2))
    assert told == Suggestion(
        sureness=MatchConfidence.EXACT, parts=((1, 6000),), why=(MatchReason.REFERENCE, MatchReason.AMOUNT)
    )
    assert told.is_ticked


def test_a_part_and_too_much_are_not_ticked():
    less = suggested(line(2000, reference=RF), invoice(1, reference=RF))
    assert (less.sureness, less.parts, less.why) == (
        MatchConfidence.LIKELY,
        ((1, 2000),),
        (MatchReason.REFERENCE, MatchReason.PART),
    )
    more = suggested(line(7000, reference=RF), invoice(1, reference=RF))
    assert (more.sureness, more.parts, more.rest, more.why[-1]) == (
        MatchConfidence.LIKELY,
        ((1, 6000),),
        1000,
        MatchReason.OVER,
    )


def test_a_reference_in_another_currency_pays_nothing():
    told = suggested(line(reference=RF, currency="USD"), invoice(1, reference=RF))
    assert (told.sureness, told.parts, told.why[-1]) == (MatchConfidence.NONE, (), MatchReason.OTHER_CURRENCY)


@pytest.mark.parametrize("text", ["2026-0007", "invoice 2026 0007", "nr.2026/0007 please", "(20260007)"])
def test_a_number_counts_for_all_where_the_payer_is_known(text):
    mine = invoice(7, names=("Piet de Vries",))
    sure = suggested(line(text=text, name="P Vries, Piet"), mine)
    alone = suggested(line(text=text, name="Somebody else"), mine)
    if "nr." in text:  # stuck to another word it is no number by itself
        return
    assert alone.sureness == MatchConfidence.LIKELY
    assert sure.parts == alone.parts == ((7, 6000),)
    named = suggested(line(text=text, name="VRIES PIET"), mine)
    assert (named.sureness, named.why) == (
        MatchConfidence.EXACT,
        (MatchReason.NUMBER, MatchReason.AMOUNT, MatchReason.NAME),
    )


def test_name_and_amount_are_likely():
    told = suggested(line(name="de Vries, Piet"), invoice(1), invoice(2, names=("Anna Jansen",)))
    assert (told.sureness, told.parts, told.why) == (
        MatchConfidence.LIKELY,
        ((1, 6000),),
        (MatchReason.NAME, MatchReason.AMOUNT),
    )


def test_an_account_seen_before_and_the_amount_are_likely():
    told = suggested(line(iban=IBAN, name="J. Doe"), invoice(1), invoice(2), seen={IBAN: frozenset({2})})
    assert (told.sureness, told.parts, told.why) == (
        MatchConfidence.LIKELY,
        ((2, 6000),),
        (MatchReason.ACCOUNT, MatchReason.AMOUNT),
    )


def test_two_of_one_amount_are_told_beside_each_other():
    told = suggested(line(name="Piet de Vries"), invoice(1, payers={9}), invoice(2, payers={9}))
    assert (told.sureness, told.parts, told.others) == (MatchConfidence.POSSIBLE, ((1, 6000),), (2,))


def test_a_guardian_pays_for_several_at_once():
    children = [
        invoice(n, amount, names=("Anna Jansen", "Kind"), payers={n, -5})
        for n, amount in ((1, 3000), (2, 2500), (3, 4100))
    ]
    told = suggested(line(5500, name="Anna Jansen"), *children)
    assert (told.sureness, dict(told.parts), told.why) == (
        MatchConfidence.LIKELY,
        {1: 3000, 2: 2500},
        (MatchReason.NAME, MatchReason.SUM),
    )


def test_the_amount_alone_is_possible_where_it_is_one_of_its_kind():
    assert suggested(line(6000, name="X"), invoice(1)).sureness == MatchConfidence.POSSIBLE
    told = suggested(line(6000, name="X"), invoice(1), invoice(2))
    assert (told.sureness, told.parts, told.others) == (MatchConfidence.NONE, (), (1, 2))


def test_what_went_out_pays_no_invoice():
    assert suggested(line(-6000, reference=RF), invoice(1, reference=RF)).parts == ()


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 9).map(lambda n: n * 500), min_size=1, max_size=10),
    st.integers(1, 60).map(lambda n: n * 500),
    st.sampled_from(["", RF, "2026-0001"]),
)
def test_no_suggestion_gives_away_more_than_came_or_is_open(amounts, came, text):
    invoices = [
        invoice(n, amount, payers={n, -1}, reference=RF if n == 1 else "")
        for n, amount in enumerate(amounts, 1)
    ]
    told = suggested(line(came, text=text, name="Piet de Vries"), *invoices)
    parts = dict(told.parts)
    assert len(parts) == len(told.parts)
    assert all(0 < part <= amounts[n - 1] for n, part in parts.items())
    assert sum(parts.values()) + told.rest == came
    if told.is_ticked:
        assert told.rest == 0
        assert all(part == amounts[n - 1] for n, part in parts.items())


@settings(deadline=None)
@given(st.lists(st.integers(1, 40), max_size=9), st.integers(1, 200))
def test_a_sum_is_found_where_there_is_one(values, amount):
    rows = list(enumerate(values))
    choice, is_only = find_subset_sum(amount, rows)
    subsets = [[n for n in range(len(values)) if mask >> n & 1] for mask in range(1 << len(values))]
    right = [one for one in subsets if len(one) > 1 and sum(values[n] for n in one) == amount]
    assert bool(choice) == bool(right)
    if choice:
        assert list(choice) in right
        assert is_only == (len(right) == 1)


def test_500_movements_and_2000_invoices_take_less_than_a_second():
    firsts = ["Jan", "Piet", "Anna", "Kees", "Bram", "Mia", "Sara", "Tom", "Lotte", "Daan"]
    lasts = ["Bakker", "Visser", "Smit", "Meijer", "Mulder", "Bos", "Vos", "Peters", "Hendriks", "Dekker"]
    names = [f"{first} {last}{chr(97 + n)}" for first in firsts for last in lasts for n in range(20)]
    invoices = [
        invoice(n, 5000 + n % 7 * 500, names=(name,), payers={n, -(n // 4)})
        for n, name in enumerate(names, 1)
    ]
    lines = [
        line(5000 + n % 9 * 500, name=names[n * 4] + "e" * (n % 5 == 0), text=f"fee of {n} for the year 2026")
        for n in range(500)
    ]
    began = time.process_time()
    matcher = Matcher(invoices, {})
    told = [matcher.suggest(one) for one in lines]
    seconds = time.process_time() - began
    assert sum(one.sureness != MatchConfidence.NONE for one in told) == 500
    assert seconds < 1


# -- what went out ------------------------------------------------------------------------------------


def booked(number, amount=2500, **said):
    return BookedPayment(
        number=number,
        amount=amount,
        currency="EUR",
        on=date(2026, 11, 1),
        name=said.pop("name", "Kees Kok"),
        **said,
    )


def test_a_payment_the_bank_gave_back_is_found_by_its_own_id_first():
    back = line(-2500, return_code="AM04", end_to_end="E1", iban=IBAN)
    told = outgoing(back, [booked(1, iban=IBAN), booked(2, end_to_end="E1")], [])
    assert (told.went, told.number, told.others) == (OutgoingKind.RETURNED, 2, ())
    told = outgoing(line(-2500, is_reversal=True, name="Kok Kees"), [booked(1), booked(2, 2600)], [])
    assert (told.went, told.number) == (OutgoingKind.RETURNED, 1)
    assert outgoing(back, [], []).number is None


def test_a_refund_of_the_books_is_known_again():
    assert outgoing(line(-2500, name="Kees Kok"), [booked(1)], [booked(8)]).number == 8
    assert outgoing(line(-2500, name="The baker"), [booked(1)], [booked(8)]).went == OutgoingKind.OTHER
