"""Values of bank files: statements, their lines, and faults of a file."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from club.money.amounts import EXPONENTS

MAX_MINOR_UNITS = 10**14
"""Upper bound of amounts: a larger one is an error, and would not fit the column."""


class BankFileFault(ValueError):
    """Fault of a file, by a stable code, with the line, the field and the text read there."""

    def __init__(self, code: str, *, line: int = 0, field: str = "", told: str = "") -> None:
        super().__init__(f"{code} line={line} field={field} told={told[:80]}")
        self.code, self.line, self.field, self.told = code, line, field, told[:80]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankLine:
    """Movement of an account: positive is incoming, negative outgoing."""

    number: int
    """Position in the file: the line of a CSV, the entry of a statement."""
    booked_on: date
    amount: int
    currency: str
    value_on: date | None = None
    bank_id: str = ""
    """Bank's own id of the movement, the same in every file that has it."""
    name: str = ""
    iban: str = ""
    reference: str = ""
    end_to_end: str = ""
    text: str = ""
    is_reversal: bool = False
    return_code: str = ""
    """Reason code of a return (AC04, MD06 ...), if given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Lines of one account; if both balances are given, the lines add up with them."""

    account: str
    currency: str
    label: str = ""
    opening: int | None = None
    closing: int | None = None
    pending: int = 0
    """Movements that the bank has not booked yet: left out, because a later file has them."""
    lines: tuple[BankLine, ...] = field(default=())


def minor_digits(currency: str) -> int:
    """Number of decimal digits of a currency."""
    return EXPONENTS.get(currency, 2)


SEPARATOR = "\x1f"


def keys_of(account: str, lines: Iterable[BankLine]) -> list[str]:
    """Compute a key per line: the bank's id with day and amount, else all fields of the line.

    Equal lines of one day are counted: two members who pay the same with the same text are two lines in each
    file of that day.
    """
    seen: Counter[str] = Counter()
    keys = []
    for line in lines:
        parts = (
            [line.bank_id]
            if line.bank_id
            else [line.name, line.iban, line.reference, line.end_to_end, line.text]
        )
        parts_of_key = [account, line.booked_on.isoformat(), str(line.amount), line.currency, *parts]
        whole = SEPARATOR.join(" ".join(one.split()).casefold() for one in parts_of_key)
        seen[whole] += 1
        nth = f"{whole}{SEPARATOR}{seen[whole]}"
        keys.append(hashlib.sha256(nth.encode("utf-8", "surrogatepass")).hexdigest())
    return keys
