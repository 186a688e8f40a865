"""Matching of movements to invoices, with the reasons. It only suggests: it books nothing.

`exact` is proven by the file: a reference with its check digits, or the number of an invoice and its payer,
each with exactly the open amount. `likely` has two matching signs, `possible` one. Only exact ones are ticked
by default.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from club.banking.formats.checks import references_in
from club.banking.formats.sums import Choice, spread, sums_to
from club.banking.formats.values import BankLine
from club.members.name_similarity import NameIndex, plain_words
from club.money.payment_codes import plain

MOST_TOLD = 5
SHORTEST_NUMBER = 4  # shorter ones are in every second text


class Sureness(StrEnum):
    """Confidence of a suggestion."""

    EXACT = "exact"
    LIKELY = "likely"
    POSSIBLE = "possible"
    NONE = "none"


class Why(StrEnum):
    """Reason for a suggestion."""

    REFERENCE = "reference"
    NUMBER = "number"
    AMOUNT = "amount"
    SUM = "sum"
    NAME = "name"
    ACCOUNT = "account"
    PART = "part"
    OVER = "over"
    SEVERAL = "several"
    OTHER_CURRENCY = "other_currency"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenInvoice:
    """Invoice that is not paid in full. `names` are the possible payers: payer, member, guardians."""

    invoice: int
    number: str
    reference: str
    open: int
    currency: str
    due_on: str
    names: tuple[str, ...]
    payers: frozenset[int]
    """Persons and households by number (households below zero); they link invoices paid together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """Distribution of a movement over invoices; `rest` is the amount without an invoice."""

    sureness: Sureness = Sureness.NONE
    parts: tuple[tuple[int, int], ...] = ()
    rest: int = 0
    why: tuple[Why, ...] = ()
    others: tuple[int, ...] = ()
    """Invoices that match as well, or nearly."""

    @property
    def is_ticked(self) -> bool:
        """True if the suggestion is ticked for booking by default."""
        return self.sureness == Sureness.EXACT


class Matcher:
    """Index of the open invoices of a club, for fast lookup by movement."""

    def __init__(self, invoices: Iterable[OpenInvoice], seen: Mapping[str, frozenset[int]]) -> None:
        self.invoices = {one.invoice: one for one in invoices}
        self.seen = seen
        """Earlier payers of an account, by IBAN."""
        self.by_reference: dict[str, int] = {}
        self.by_number: dict[str, list[int]] = defaultdict(list)
        self.by_payer: dict[int, list[int]] = defaultdict(list)
        self.by_amount: dict[tuple[str, int], list[int]] = defaultdict(list)
        self.by_words: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self.names: list[tuple[int, str]] = []
        for one in self.invoices.values():
            if one.reference:
                self.by_reference[plain(one.reference)] = one.invoice
            if len(plain(one.number)) >= SHORTEST_NUMBER:
                self.by_number[plain(one.number)].append(one.invoice)
            self.by_amount[one.currency, one.open].append(one.invoice)
            for payer in one.payers:
                self.by_payer[payer].append(one.invoice)
            for name in one.names:
                self.names.append((one.invoice, name))
                self.by_words[plain_words(name)].add(one.invoice)
        self._near: dict[str, frozenset[int]] = {}

    @cached_property
    def index(self) -> NameIndex:
        """Index of names for typing errors; built at the first movement with an unknown name."""
        return NameIndex((at, name) for at, (_invoice, name) in enumerate(self.names))

    def suggest(self, line: BankLine) -> Suggestion:
        """Return the best suggestion for an incoming movement, or None for an outgoing one."""
        if line.amount <= 0:
            return Suggestion(rest=line.amount)
        named = self._by_references(line)
        if named:
            return self._spread(line, named, Why.REFERENCE)
        numbered = self._by_numbers(line)
        theirs = self._by_account(line) | self._by_name(line)
        if numbered:
            return self._numbered(line, numbered, theirs)
        if theirs:
            return self._of_payer(line, theirs)
        same = self.by_amount.get((line.currency, line.amount), [])
        if len(same) == 1:
            return self._whole(line, same[0], Sureness.POSSIBLE, (Why.AMOUNT,))
        return Suggestion(rest=line.amount, others=tuple(sorted(same)[:MOST_TOLD]))

    def _by_references(self, line: BankLine) -> list[int]:
        told = [line.reference, plain(line.end_to_end)]
        found = dict.fromkeys(self.by_reference[one] for one in told if one in self.by_reference)
        for text in (line.text, line.end_to_end):
            for one in references_in(text):
                if one in self.by_reference:
                    found[self.by_reference[one]] = None
        return list(found)

    def _by_numbers(self, line: BankLine) -> list[int]:
        """Find invoices whose number is in the text, as a separate word or with its own marks in it."""
        words = _words(f"{line.text} {line.end_to_end} {line.reference}")
        found = dict.fromkeys(one for word in words for one in self.by_number.get(word, ()))
        return list(found)

    def _by_account(self, line: BankLine) -> set[int]:
        payers = self.seen.get(line.iban, frozenset()) if line.iban else frozenset()
        return {one for payer in payers for one in self.by_payer.get(payer, ())}

    def _by_name(self, line: BankLine) -> frozenset[int]:
        """Find invoices by a name similar to the bank's; cached for the next line of the same payer."""
        if not line.name.strip():
            return frozenset()
        if line.name not in self._near:
            like = self.by_words.get(plain_words(line.name)) or self._nearly(line.name)
            payers = {payer for one in like for payer in self.invoices[one].payers}
            theirs = {one for payer in payers for one in self.by_payer[payer]} | like
            self._near[line.name] = frozenset(theirs)
        return self._near[line.name]

    def _nearly(self, name: str) -> set[int]:
        near = self.index.ranked(name)
        return {self.names[at][0] for ratio, at in near if ratio >= near[0][0]}

    def _numbered(self, line: BankLine, found: list[int], theirs: set[int]) -> Suggestion:
        """Rate a number in the text: it counts for much if account or name confirm the payer."""
        told = self._spread(line, found, Why.NUMBER)
        if set(found) <= theirs:
            return replace(told, why=(*told.why, Why.NAME))
        return replace(told, sureness=Sureness.LIKELY) if told.is_ticked else told

    def _spread(self, line: BankLine, found: list[int], why: Why) -> Suggestion:
        """Spread an amount over the named invoices, earliest due day first; the rest is credit."""
        named = sorted((self.invoices[one] for one in found), key=lambda one: (one.due_on, one.invoice))
        mine = [one for one in named if one.currency == line.currency]
        if not mine:
            others = tuple(one.invoice for one in named[:MOST_TOLD])
            return Suggestion(rest=line.amount, why=(why, Why.OTHER_CURRENCY), others=others)
        parts = spread(line.amount, [(one.invoice, one.open) for one in mine])
        left = line.amount - sum(part for _invoice, part in parts)
        whole = sum(one.open for one in mine)
        if line.amount == whole:
            more = (Why.AMOUNT,) if len(mine) == 1 else (Why.SUM,)
            return Suggestion(sureness=Sureness.EXACT, parts=parts, why=(why, *more))
        more = (Why.PART,) if line.amount < whole else (Why.OVER,)
        return Suggestion(sureness=Sureness.LIKELY, parts=parts, rest=left, why=(why, *more))

    def _of_payer(self, line: BankLine, theirs: set[int] | frozenset[int]) -> Suggestion:
        """Match a payer known by account or name: one invoice, several, or a part of one."""
        mine = sorted(
            (one for one in (self.invoices[at] for at in theirs) if one.currency == line.currency),
            key=lambda one: (one.due_on, one.invoice),
        )
        if not mine:
            return Suggestion(rest=line.amount)
        by_account = bool(self._by_account(line))
        sign = (Why.ACCOUNT,) if by_account else (Why.NAME,)
        same = [one.invoice for one in mine if one.open == line.amount]
        if same:
            sure = Sureness.LIKELY if len(same) == 1 else Sureness.POSSIBLE
            more = () if len(same) == 1 else (Why.SEVERAL,)
            told = self._whole(line, same[0], sure, (*sign, Why.AMOUNT, *more))
            return replace(told, others=tuple(same[1:])[:MOST_TOLD])
        choice, is_only = sums_to(line.amount, [(one.invoice, one.open) for one in mine])
        if choice:
            sure = Sureness.LIKELY if is_only else Sureness.POSSIBLE
            why = (*sign, Why.SUM, *(() if is_only else (Why.SEVERAL,)))
            return Suggestion(sureness=sure, parts=self._in_full(choice), why=why)
        told = self._spread(line, [one.invoice for one in mine], sign[0])
        return replace(told, sureness=Sureness.POSSIBLE)

    def _in_full(self, choice: Choice) -> tuple[tuple[int, int], ...]:
        return tuple((one, self.invoices[one].open) for one in choice)

    def _whole(self, line: BankLine, one: int, sure: Sureness, why: tuple[Why, ...]) -> Suggestion:
        return Suggestion(sureness=sure, parts=((one, line.amount),), why=why)


def _words(text: str) -> list[str]:
    """Words of a text without marks, and runs of up to four of them: 2026 - 0012 is one number."""
    words = [word for word in (plain(one) for one in text[:1000].split()) if word][:120]
    runs = ("".join(words[at : at + width]) for width in (1, 2, 3, 4) for at in range(len(words) - width + 1))
    return list(dict.fromkeys(runs))
