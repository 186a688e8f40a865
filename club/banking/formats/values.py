"""What a bank tells: statements, their lines, and what is wrong with a file."""

from dataclasses import dataclass, field
from datetime import date

from club.money.amounts import EXPONENTS

MOST_MINOR = 10**14
"""No club books more: what lies above is a slip, and would not fit the column."""


class BankFileFault(ValueError):
    """A file that is not taken, by a stable code; where it stands in the file, which field, what was told."""

    def __init__(self, code: str, *, line: int = 0, field: str = "", told: str = "") -> None:
        super().__init__(f"{code} line={line} field={field} told={told[:80]}")
        self.code, self.line, self.field, self.told = code, line, field, told[:80]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankLine:
    """One movement of an account: above zero came in, below zero went out."""

    number: int
    """Its place in the file: the line of a CSV, the entry of a statement."""
    booked_on: date
    amount: int
    currency: str
    value_on: date | None = None
    bank_id: str = ""
    """The bank's own name of the movement, the same in every file that has it."""
    name: str = ""
    iban: str = ""
    reference: str = ""
    end_to_end: str = ""
    text: str = ""
    is_reversal: bool = False
    return_code: str = ""
    """Why the bank gave it back (AC04, MD06 ...), where it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Lines of one account; the balances add up with them where both are told."""

    account: str
    currency: str
    label: str = ""
    opening: int | None = None
    closing: int | None = None
    pending: int = 0
    """Movements the bank has not booked yet: left out, they come again."""
    lines: tuple[BankLine, ...] = field(default=())


def minor_digits(currency: str) -> int:
    """How many digits of a currency stand behind the mark."""
    return EXPONENTS.get(currency, 2)
