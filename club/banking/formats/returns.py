"""Money that went out again: payments the bank gave back, and refunds the club made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from club.banking.formats.values import BankLine
from club.members.name_similarity import NEAR, likeness


class Went(StrEnum):
    """What a movement that went out is."""

    RETURNED = "returned"
    REFUND = "refund"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """A payment or a refund in the books; what the bank told of it where it came from a file."""

    number: int
    amount: int
    currency: str
    on: date
    name: str
    iban: str = ""
    end_to_end: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """What a movement that went out is, and the row of the books it belongs to; None where none fits."""

    went: Went
    number: int | None = None
    others: tuple[int, ...] = ()
    is_exact: bool = False
    """Whether the bank named the very payment by its own id."""


def outgoing(line: BankLine, payments: Sequence[Booked], refunds: Sequence[Booked]) -> Outgoing:
    """A returned payment is one the bank calls so; a refund fits one of the books by amount and payee."""
    if line.return_code or line.is_reversal:
        found = _fitting(line, (one for one in payments if one.on <= line.booked_on))
        named = [one.number for one in payments if line.end_to_end and one.end_to_end == line.end_to_end]
        return Outgoing(
            went=Went.RETURNED,
            number=found[0] if found else None,
            others=tuple(found[1:]),
            is_exact=len(found) == 1 and found == named,
        )
    found = _fitting(line, refunds)
    if found:
        return Outgoing(went=Went.REFUND, number=found[0], others=tuple(found[1:]))
    return Outgoing(went=Went.OTHER)


def _fitting(line: BankLine, rows: Iterable[Booked]) -> list[int]:
    """Rows of the same amount that the bank's words point at: its own id, then the account, then the name."""
    same = [one for one in rows if one.amount == -line.amount and one.currency == line.currency]
    signs = (
        [one for one in same if line.end_to_end and one.end_to_end == line.end_to_end],
        [one for one in same if line.iban and one.iban == line.iban],
        [one for one in same if line.name and likeness(line.name, one.name) >= NEAR],
    )
    best = next((found for found in signs if found), [])
    return [one.number for one in sorted(best, key=lambda one: (one.on, one.number), reverse=True)]
