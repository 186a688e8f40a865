"""Outgoing money: payments returned by the bank, and refunds of the club."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from club.banking.formats.values import BankLine
from club.members.name_similarity import NEAR, likeness


class OutgoingKind(StrEnum):
    """Kind of an outgoing movement."""

    RETURNED = "returned"
    REFUND = "refund"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedPayment:
    """Payment or refund in the books, with the bank's data if it came from a file."""

    number: int
    amount: int
    currency: str
    on: date
    name: str
    iban: str = ""
    end_to_end: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """Kind of an outgoing movement with the matching row of the books, or None."""

    went: OutgoingKind
    number: int | None = None
    others: tuple[int, ...] = ()
    is_exact: bool = False
    """True if the bank named exactly this payment by its id."""


def outgoing(line: BankLine, payments: Sequence[BookedPayment], refunds: Sequence[BookedPayment]) -> Outgoing:
    """Match an outgoing movement: a return if the bank marks it so, a refund by amount and payee."""
    if line.return_code or line.is_reversal:
        found = _find_matching(line, (one for one in payments if one.on <= line.booked_on))
        named = [one.number for one in payments if line.end_to_end and one.end_to_end == line.end_to_end]
        return Outgoing(
            went=OutgoingKind.RETURNED,
            number=found[0] if found else None,
            others=tuple(found[1:]),
            is_exact=len(found) == 1 and found == named,
        )
    found = _find_matching(line, refunds)
    if found:
        return Outgoing(went=OutgoingKind.REFUND, number=found[0], others=tuple(found[1:]))
    return Outgoing(went=OutgoingKind.OTHER)


def _find_matching(line: BankLine, rows: Iterable[BookedPayment]) -> list[int]:
    """Find rows of the same amount by the bank's data: its own id, then the account, then the name."""
    same = [one for one in rows if one.amount == -line.amount and one.currency == line.currency]
    signs = (
        [one for one in same if line.end_to_end and one.end_to_end == line.end_to_end],
        [one for one in same if line.iban and one.iban == line.iban],
        [one for one in same if line.name and likeness(line.name, one.name) >= NEAR],
    )
    best = next((found for found in signs if found), [])
    return [one.number for one in sorted(best, key=lambda one: (one.on, one.number), reverse=True)]
