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

from club.banking.formats.amounts import Choice, find_subset_sum, references_in, spread
from club.banking.formats.values import BankLine
from club.members.name_similarity import NameIndex, plain_words
from club.money.payment_codes import plain_code

MAX_OTHERS = 5
MIN_NUMBER_LENGTH = 4  # shorter ones are in every second text


class MatchConfidence(StrEnum):
    """Confidence of a suggestion."""

    EXACT = "exact"
    LIKELY = "likely"
    POSSIBLE = "possible"
    NONE = "none"


class MatchReason(StrEnum):
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

    sureness: MatchConfidence = MatchConfidence.NONE
    parts: tuple[tuple[int, int], ...] = ()
    rest: int = 0
    why: tuple[MatchReason, ...] = ()
    others: tuple[int, ...] = ()
    """Invoices that match as well, or nearly."""

    @property
    def is_ticked(self) -> bool:
        """True if the suggestion is ticked for booking by default."""
        return self.sureness == MatchConfidence.EXACT


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
                self.by_reference[plain_code(one.reference)] = one.invoice
            if len(plain_code(one.number)) >= MIN_NUMBER_LENGTH:
                self.by_number[plain_code(one.number)].append(one.invoice)
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
            return self._spread(line, named, MatchReason.REFERENCE)
        numbered = self._by_numbers(line)
        theirs = self._by_account(line) | self._by_name(line)
        if numbered:
            return self._rate_number(line, numbered, theirs)
        if theirs:
            return self._of_payer(line, theirs)
        same = self.by_amount.get((line.currency, line.amount), [])
        if len(same) == 1:
            return self._whole(line, same[0], MatchConfidence.POSSIBLE, (MatchReason.AMOUNT,))
        return Suggestion(rest=line.amount, others=tuple(sorted(same)[:MAX_OTHERS]))

    def _by_references(self, line: BankLine) -> list[int]:
        texts = [line.reference, plain_code(line.end_to_end)]
        found = dict.fromkeys(self.by_reference[one] for one in texts if one in self.by_reference)
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
            like = self.by_words.get(plain_words(line.name)) or self._similar_names(line.name)
            payers = {payer for one in like for payer in self.invoices[one].payers}
            theirs = {one for payer in payers for one in self.by_payer[payer]} | like
            self._near[line.name] = frozenset(theirs)
        return self._near[line.name]

    def _similar_names(self, name: str) -> set[int]:
        near = self.index.ranked(name)
        return {self.names[at][0] for ratio, at in near if ratio >= near[0][0]}

    def _rate_number(self, line: BankLine, found: list[int], theirs: set[int]) -> Suggestion:
        """Rate a number in the text: it counts for much if account or name confirm the payer."""
        texts = self._spread(line, found, MatchReason.NUMBER)
        if set(found) <= theirs:
            return replace(texts, why=(*texts.why, MatchReason.NAME))
        return replace(texts, sureness=MatchConfidence.LIKELY) if texts.is_ticked else texts

    def _spread(self, line: BankLine, found: list[int], why: MatchReason) -> Suggestion:
        """Spread an amount over the named invoices, earliest due day first; the rest is credit."""
        named = sorted((self.invoices[one] for one in found), key=lambda one: (one.due_on, one.invoice))
        mine = [one for one in named if one.currency == line.currency]
        if not mine:
            others = tuple(one.invoice for one in named[:MAX_OTHERS])
            return Suggestion(rest=line.amount, why=(why, MatchReason.OTHER_CURRENCY), others=others)
        parts = spread(line.amount, [(one.invoice, one.open) for one in mine])
        left = line.amount - sum(part for _invoice, part in parts)
        whole = sum(one.open for one in mine)
        if line.amount == whole:
            more = (MatchReason.AMOUNT,) if len(mine) == 1 else (MatchReason.SUM,)
            return Suggestion(sureness=MatchConfidence.EXACT, parts=parts, why=(why, *more))
        more = (MatchReason.PART,) if line.amount < whole else (MatchReason.OVER,)
        return Suggestion(sureness=MatchConfidence.LIKELY, parts=parts, rest=left, why=(why, *more))

    def _of_payer(self, line: BankLine, theirs: set[int] | frozenset[int]) -> Suggestion:
        """Match a payer known by account or name: one invoice, several, or a part of one."""
        mine = sorted(
            (one for one in (self.invoices[at] for at in theirs) if one.currency == line.currency),
            key=lambda one: (one.due_on, one.invoice),
        )
        if not mine:
            return Suggestion(rest=line.amount)
        by_account = bool(self._by_account(line))
        sign = (MatchReason.ACCOUNT,) if by_account else (MatchReason.NAME,)
        same = [one.invoice for one in mine if one.open == line.amount]
        if same:
            sure = MatchConfidence.LIKELY if len(same) == 1 else MatchConfidence.POSSIBLE
            more = () if len(same) == 1 else (MatchReason.SEVERAL,)
            texts = self._whole(line, same[0], sure, (*sign, MatchReason.AMOUNT, *more))
            return replace(texts, others=tuple(same[1:])[:MAX_OTHERS])
        choice, is_only = find_subset_sum(line.amount, [(one.invoice, one.open) for one in mine])
        if choice:
            sure = MatchConfidence.LIKELY if is_only else MatchConfidence.POSSIBLE
            why = (*sign, MatchReason.SUM, *(() if is_only else (MatchReason.SEVERAL,)))
            return Suggestion(sureness=sure, parts=self._in_full(choice), why=why)
        texts = self._spread(line, [one.invoice for one in mine], sign[0])
        return replace(texts, sureness=MatchConfidence.POSSIBLE)

    def _in_full(self, choice: Choice) -> tuple[tuple[int, int], ...]:
        return tuple((one, self.invoices[one].open) for one in choice)

    def _whole(
        self, line: BankLine, one: int, sure: MatchConfidence, why: tuple[MatchReason, ...]
    ) -> Suggestion:
        return Suggestion(sureness=sure, parts=((one, line.amount),), why=why)


def _words(text: str) -> list[str]:
    """Words of a text without marks, and runs of up to four of them: 2026 - 0012 is one number."""
    words = [word for word in (plain_code(one) for one in text[:1000].split()) if word][:120]
    runs = ("".join(words[at : at + width]) for width in (1, 2, 3, 4) for at in range(len(words) - width + 1))
    return list(dict.fromkeys(runs))
