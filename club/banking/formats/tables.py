"""Reader of bank tables (CSV): rows into statements by a layout."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from club.banking.formats.amounts import date_order, decimal_mark, read_amount, read_day
from club.banking.formats.layouts import Layout
from club.banking.formats.values import BankFileFault, BankLine, Statement
from club.money.payment_codes import is_iban, plain_code

DEBIT_WORDS = frozenset({"af", "d", "debit", "debet", "dbit", "s", "soll", "-", "out", "debito"})
CREDIT_WORDS = frozenset({"bij", "c", "credit", "crdt", "h", "haben", "+", "in", "credito", "k"})
CURRENCY_WIDTH = 3


def read_table(
    rows: Sequence[Sequence[str]], layout: Layout, *, account: str, currency: str
) -> list[Statement]:
    """Parse one statement per account; `account` and `currency` apply if the table names none.

    A fault has the line of the file and the column: nothing is taken from a table with a fault.
    """
    if not layout.is_enough():
        raise BankFileFault("no_columns")
    reader = _Reader(rows, layout, currency)
    found: dict[tuple[str, str], list[BankLine]] = defaultdict(list)
    for number, row in reader.body:
        line = reader.line(number, row)
        own = plain_code(reader.cell(row, "account")) or plain_code(account)
        found[own, line.currency].append(line)
    if not found:
        raise BankFileFault("no_statement")
    return [
        Statement(account=own, currency=money, lines=tuple(lines)) for (own, money), lines in found.items()
    ]


class _Reader:
    """Reader of the rows of one table."""

    def __init__(self, rows: Sequence[Sequence[str]], layout: Layout, currency: str) -> None:
        self.layout, self.currency = layout, currency
        first = layout.heading_row + 1
        told = ("booked_on", "amount", "debit", "credit")
        self.body = [
            (number, row)
            for number, row in enumerate(rows[first:], first + 1)
            if any(self.cell(row, field) for field in told)
        ]
        self.mark = layout.decimal_mark or self._mark()
        self.order = layout.date_order or date_order(self._cells("booked_on"))

    def cell(self, row: Sequence[str], field: str) -> str:
        """Text of a row in the columns of a field."""
        told = (row[at] for at in self.layout.held(field) if at < len(row))
        return " ".join(one for one in told if one)

    def line(self, number: int, row: Sequence[str]) -> BankLine:
        """Parse one row into a movement."""
        currency = self.cell(row, "currency").upper() or self.currency
        if len(currency) != CURRENCY_WIDTH or not currency.isascii() or not currency.isalpha():
            raise BankFileFault("no_currency", line=number, field="currency", told=currency)
        booked_on = self._day(number, row, "booked_on")
        if booked_on is None:
            raise BankFileFault("no_day", line=number, field="booked_on")
        iban = plain_code(self.cell(row, "iban"))
        return BankLine(
            number=number,
            booked_on=booked_on,
            value_on=self._day(number, row, "value_on"),
            amount=self._amount(number, row, currency),
            currency=currency,
            bank_id=self.cell(row, "bank_id"),
            name=self.cell(row, "name"),
            iban=iban if is_iban(iban) else "",
            reference=plain_code(self.cell(row, "reference")),
            text=self.cell(row, "text"),
        )

    def _cells(self, *fields: str) -> list[str]:
        return [
            row[at]
            for field in fields
            for at in self.layout.held(field)
            for _n, row in self.body
            if at < len(row)
        ]

    def _mark(self) -> str:
        try:
            return decimal_mark(self._cells("amount", "debit", "credit"))
        except ValueError:
            raise BankFileFault("marks_differ", field="amount") from None

    def _day(self, number: int, row: Sequence[str], field: str) -> date | None:
        told = self.cell(row, field)
        if not told:
            return None
        try:
            return read_day(told, order=self.order)
        except ValueError:
            raise BankFileFault("no_day", line=number, field=field, told=told) from None

    def _amount(self, number: int, row: Sequence[str], currency: str) -> int:
        """Parse a signed column, one with a word for the direction, or one column per direction."""
        if self.layout.held("amount"):
            amount = self._read_amount(number, row, "amount", currency)
            told = self.cell(row, "sign").casefold()
            if self.layout.held("sign"):
                if told not in DEBIT_WORDS | CREDIT_WORDS:
                    raise BankFileFault("no_direction", line=number, field="sign", told=told)
                return -abs(amount) if told in DEBIT_WORDS else abs(amount)
            return amount
        out, into = self.cell(row, "debit"), self.cell(row, "credit")
        if not out and not into:
            raise BankFileFault("no_amount", line=number, field="debit")
        left = abs(self._read_amount(number, row, "debit", currency)) if out else 0
        came = abs(self._read_amount(number, row, "credit", currency)) if into else 0
        if left and came:
            raise BankFileFault("both_directions", line=number, field="debit", told=f"{out} {into}")
        return came - left

    def _read_amount(self, number: int, row: Sequence[str], field: str, currency: str) -> int:
        told = self.cell(row, field)
        try:
            return read_amount(told, mark=self.mark, currency=currency)
        except ValueError:
            raise BankFileFault("no_amount", line=number, field=field, told=told) from None
