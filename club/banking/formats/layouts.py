"""Column layouts of bank tables, guessed from their headings or given by the treasurer."""

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.banking.formats.values import BankFileFault

ENCODINGS = ("utf-8-sig", "cp1252")
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")
SEPARATORS = "\t;,|"
MAX_ROWS, MAX_COLUMNS, MAX_CELL_LENGTH = 20_000, 60, 20_000
MAX_HEADING_ROWS = 30

HEADINGS: dict[str, tuple[str, ...]] = {
    "booked_on": (
        *(
            "date",
            "booking date",
            "booked on",
            "entry date",
            "transaction date",
            "posting date",
            "bookingdate",
        ),
        *("datum", "boekdatum", "boekingsdatum", "buchungstag", "buchungsdatum", "transactiedatum"),
        *(
            "date de comptabilisation",
            "date operation",
            "date comptable",
            "data",
            "data mov",
            "data movimento",
        ),
        *("дата", "дата операции", "дата проводки"),
    ),
    "value_on": (
        *("value date", "valuta", "valutadatum", "wertstellung", "rentedatum", "date de valeur"),
        *("date valeur", "data valor", "дата валютирования"),
    ),
    "amount": (
        *("amount", "bedrag", "bedrag (eur)", "betrag", "montant", "valor", "importe", "montante", "сумма"),
        *("umsatz", "transactiebedrag", "amount (eur)"),
    ),
    "debit": ("debit", "paid out", "money out", "soll", "debet", "debito", "af", "withdrawal", "дебет"),
    "credit": ("credit", "paid in", "money in", "haben", "credito", "bij", "deposit", "кредит"),
    "sign": (
        *("af bij", "af/bij", "debit/credit", "debet/credit", "d/c", "c/d", "soll/haben", "dc", "type"),
        *("credit/debit", "direction"),
    ),
    "currency": ("currency", "munt", "muntsoort", "valuta code", "wahrung", "devise", "moeda", "валюта"),
    "name": (
        *(
            "name",
            "counterparty",
            "counterparty name",
            "payee",
            "naam",
            "naam tegenpartij",
            "naam / omschrijving",
        ),
        *(
            "naam tegenrekening",
            "tegenpartij",
            "beguenstigter/zahlungspflichtiger",
            "name zahlungsbeteiligter",
        ),
        *("nom", "nom contrepartie", "contrepartie", "nome", "контрагент"),
    ),
    "iban": (
        *(
            "counterparty account",
            "counterparty iban",
            "iban counterparty",
            "tegenrekening",
            "tegenrekening iban",
        ),
        *("rekening tegenpartij", "tegenrekening iban/bban", "iban zahlungsbeteiligter", "kontonummer/iban"),
        *("compte contrepartie", "conta destino"),
    ),
    "account": (
        *("account", "iban", "own account", "rekening", "rekeningnummer", "iban/bban", "auftragskonto"),
        *("compte", "numero de compte", "conta", "счет"),
    ),
    "reference": (
        *("reference", "structured reference", "structured communication", "betalingskenmerk", "kenmerk"),
        *("gestructureerde mededeling", "communication structuree", "referencia", "glaubiger reference"),
    ),
    "text": (
        *("text", "description", "details", "message", "omschrijving", "mededeling", "mededelingen"),
        *(
            "verwendungszweck",
            "buchungstext",
            "libelle",
            "communication",
            "descricao",
            "memo",
            "назначение платежа",
        ),
        *("omschrijving-1", "omschrijving-2", "omschrijving-3", "vrije mededeling", "remittance information"),
    ),
    "bank_id": (
        *(
            "transaction id",
            "id",
            "volgnummer",
            "volgnr",
            "transactiereferentie",
            "bank reference",
            "entry id",
        ),
        *("kundenreferenz", "numero de mouvement", "omzetnummer"),
    ),
}
"""Known headings, without accents; several text columns are joined."""
FIELDS = tuple(HEADINGS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Layout of a table: the fields of its columns, and the marks and orders that cells leave open."""

    columns: Mapping[int, str]
    heading_row: int = 0
    decimal_mark: str = ""
    date_order: str = ""

    def held(self, field: str) -> list[int]:
        """Columns that contain a field."""
        return [at for at, name in sorted(self.columns.items()) if name == field]

    def is_enough(self) -> bool:
        """True if there is a day and an amount."""
        held = set(self.columns.values())
        return "booked_on" in held and ("amount" in held or bool(held & {"debit", "credit"}))


def table_of(data: bytes) -> list[list[str]]:
    """Parse a table into rows of text; detect its encoding and separator."""
    text = _decode(data)
    if "\0" in text:
        raise BankFileFault("not_a_table")
    lines = [line for line in text.splitlines() if line.strip()][:MAX_HEADING_ROWS]
    separator = max(SEPARATORS, key=lambda mark: sum(_cells(line, mark) for line in lines))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows.append([cell[:MAX_CELL_LENGTH].strip() for cell in row[:MAX_COLUMNS]])
            if len(rows) > MAX_ROWS:
                raise BankFileFault("too_many_lines", told=str(MAX_ROWS))
    except csv.Error:
        raise BankFileFault("not_a_table", line=reader.line_num) from None
    if not any(len(row) > 1 for row in rows):
        raise BankFileFault("not_a_table")
    return rows


def guess_layout(rows: Sequence[Sequence[str]]) -> Layout:
    """Guess the layout from the headings; banks put some lines about the account before them."""
    best = Layout(columns={})
    for at, row in enumerate(rows[:MAX_HEADING_ROWS]):
        found = _columns(row)
        if len(found) > len(best.columns):
            best = Layout(columns=found, heading_row=at)
    return best


def heading_key(rows: Sequence[Sequence[str]], layout: Layout) -> str:
    """Key that identifies a table by its headings."""
    row = rows[layout.heading_row] if layout.heading_row < len(rows) else ()
    return "|".join(plain_heading(cell) for cell in row)[:1000]


def plain_heading(cell: str) -> str:
    """Normalize a heading: no accents, capitals or extra spaces."""
    parts = unicodedata.normalize("NFKD", cell.casefold().replace("_", " "))
    return " ".join("".join(one for one in parts if not unicodedata.combining(one)).strip(" :*.").split())


def _columns(row: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for at, cell in enumerate(row):
        heading = plain_heading(cell)
        field = next((name for name, words in HEADINGS.items() if heading in words), "")
        if field and (field == "text" or field not in found.values()):
            found[at] = field
    return found


def _cells(line: str, mark: str) -> int:
    """Count a mark in a line, outside of quotes."""
    outside = "".join(line.split('"')[::2])
    return outside.count(mark)


def _decode(data: bytes) -> str:
    if data[:2] in BYTE_ORDERS:
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise BankFileFault("not_a_table") from None
    for encoding in ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BankFileFault("not_a_table")
