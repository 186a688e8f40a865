"""Movements of the bank: those that are open, and the most likely match of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from club.banking.formats.matching import Matcher, OpenInvoice, Suggestion
from club.banking.formats.returns import BookedPayment, Outgoing, OutgoingKind, outgoing
from club.banking.formats.values import BankLine
from club.core.names import fold_name
from club.models import (
    BankFile,
    BankMovement,
    EntryKind,
    Invoice,
    InvoiceLine,
    LedgerEntry,
    MovementState,
    Payment,
    Person,
)
from club.money.payment_codes import plain_code
from club.money.selectors.books import OpenInvoiceRow, open_invoice_rows, open_invoices, payers_of_invoices

S = MovementState
MAX_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Proposal:
    """Movement with its most likely match: a payment of invoices, or outgoing money."""

    movement: BankMovement
    suggestion: Suggestion
    went: Outgoing | None
    invoices: tuple[tuple[Invoice, int], ...]
    others: tuple[Invoice, ...]
    about: Payment | LedgerEntry | None
    is_alike: bool
    """True if another file has a movement of the same day and amount with other text."""

    @property
    def is_ticked(self) -> bool:
        """True if the movement is ticked for booking by default."""
        if self.is_alike:
            return False
        return self.went.is_exact if self.went is not None else self.suggestion.is_ticked

    @property
    def can_be_booked(self) -> bool:
        """True if one press books the movement."""
        return bool(self.suggestion.parts) or self.about is not None

    @property
    def told(self) -> str:
        """Notation of the match as the form sends it back: invoice:amount, payment or refund."""
        if self.went is not None:
            return f"{self.went.went}:{self.went.number}" if self.about is not None else ""
        return ",".join(f"{one}:{amount}" for one, amount in self.suggestion.parts)


def movements_of(*, organisation_id: int) -> QuerySet[BankMovement]:
    """Movements of a club, newest first; `is_countered` and `is_undone` mark reversed rows."""
    countered = LedgerEntry.objects.filter(
        payment=OuterRef("payment"), kind=EntryKind.PAYMENT, reversed_by__isnull=False
    )
    undone = LedgerEntry.objects.filter(pk=OuterRef("refund"), reversed_by__isnull=False)
    rows = BankMovement.objects.filter(organisation_id=organisation_id)
    return rows.annotate(is_countered=Exists(countered), is_undone=Exists(undone))


def open_movements(*, organisation_id: int) -> QuerySet[BankMovement]:
    """Open movements: not settled, or booked and then reversed by a counter-entry."""
    still = Q(state=S.WAITING) | Q(state=S.BOOKED, is_countered=True) | Q(state=S.REFUND, is_undone=True)
    return movements_of(organisation_id=organisation_id).filter(still).order_by("booked_on", "pk")


def is_open_movement(movement: BankMovement) -> bool:
    """Check that a movement of `movements_of` is open."""
    told = movement.is_countered, movement.is_undone  # type: ignore[attr-defined]
    return movement.state == S.WAITING or (movement.state, *told) in {
        (S.BOOKED, True, False),
        (S.REFUND, False, True),
    }


def find_invoices(*, organisation_id: int, words: str) -> list[Invoice]:
    """Find open invoices by number, reference, payer or member; the first ones for an empty query."""
    rows = open_invoices(organisation_id=organisation_id)
    tidy = plain_line(words)
    if tidy:
        key = fold_name(tidy)
        rows = rows.filter(
            Q(code__icontains=tidy)
            | Q(reference__startswith=plain_code(tidy) or tidy)
            | Q(payer__search_key__contains=key)
            | Exists(InvoiceLine.objects.filter(invoice=OuterRef("pk"), person__search_key__contains=key))
        )
    return list(rows[:MAX_SHOWN])


def find_persons(*, organisation_id: int, words: str) -> list[Person]:
    """Find persons of the club by a part of the name; none for an empty query."""
    key = fold_name(plain_line(words))
    if not key:
        return []
    rows = Person.objects.filter(organisation_id=organisation_id)
    for word in key.split():
        rows = rows.filter(search_key__contains=word)
    return list(rows.order_by("search_key", "pk")[:MAX_SHOWN])


def open_amounts(*, organisation_id: int, invoices: Iterable[int]) -> list[tuple[int, int]]:
    """Open amounts of these invoices of the club, earliest due day first."""
    rows = open_invoices(organisation_id=organisation_id).filter(pk__in=list(invoices))
    return [(one.pk, one.open_amount) for one in rows]


def settled_movements(*, organisation_id: int) -> QuerySet[BankMovement]:
    """Movements that are booked, returned or set aside, last first."""
    rows = BankMovement.objects.filter(organisation_id=organisation_id).exclude(state=S.WAITING)
    return rows.select_related("payment__payer").order_by("-settled_at", "-pk")


def bank_files_of(*, organisation_id: int) -> QuerySet[BankFile]:
    """Files that were read, newest first, with the numbers of their movements and of open ones."""
    rows = BankFile.objects.filter(organisation_id=organisation_id)
    waits = Count("movements", filter=Q(movements__state=S.WAITING))
    return rows.annotate(brought=Count("movements"), waits=waits).order_by("-pk")


def proposals_for(*, organisation_id: int, movements: Sequence[BankMovement]) -> list[Proposal]:
    """Most likely matches of these movements."""
    came = [one for one in movements if one.amount > 0]
    gone = [one for one in movements if one.amount < 0]
    matcher = _matcher(organisation_id, open_invoice_rows(organisation_id) if came else [], came)
    suggested = {one.pk: matcher.suggest(line_of(one)) for one in came}
    by_number = _rows_of(organisation_id, suggested.values())
    alike = _twins(organisation_id, movements)
    payments, refunds = _payments_for(organisation_id, gone), _refunds_for(organisation_id, gone)
    found = []
    for movement in movements:
        if movement.amount < 0:
            went = outgoing(
                line_of(movement), [one for one, _row in payments], [one for one, _row in refunds]
            )
            rows = {
                one.number: row for one, row in (payments if went.went == OutgoingKind.RETURNED else refunds)
            }
            about = rows.get(went.number) if went.number is not None else None
            found.append(Proposal(movement, Suggestion(), went, (), (), about, movement.pk in alike))
            continue
        suggestion = suggested[movement.pk]
        parts = tuple((by_number[one], amount) for one, amount in suggestion.parts)
        others = tuple(by_number[one] for one in suggestion.others)
        found.append(Proposal(movement, suggestion, None, parts, others, None, movement.pk in alike))
    return found


def _rows_of(organisation_id: int, suggested: Iterable[Suggestion]) -> dict[int, Invoice]:
    """Invoices named in the suggestions."""
    named = {one for told in suggested for one, _amount in told.parts}
    named |= {one for told in suggested for one in told.others}
    if not named:
        return {}
    rows = open_invoices(organisation_id=organisation_id).filter(pk__in=named).defer("payer_address")
    return {one.pk: one for one in rows}


def line_of(movement: BankMovement) -> BankLine:
    """Convert a movement into a line for the matching."""
    return BankLine(
        number=movement.number,
        booked_on=movement.booked_on,
        amount=movement.amount,
        currency=movement.currency,
        name=movement.name,
        iban=movement.iban,
        reference=movement.reference,
        end_to_end=movement.end_to_end,
        text=movement.text,
        is_reversal=movement.is_reversal,
        return_code=movement.return_code,
    )


def _matcher(
    organisation_id: int, invoices: Sequence[OpenInvoiceRow], came: Sequence[BankMovement]
) -> Matcher:
    persons, names = payers_of_invoices(invoices)
    seen: dict[str, set[int]] = defaultdict(set)
    ibans = {one.iban for one in came if one.iban}
    booked = BankMovement.objects.filter(organisation_id=organisation_id, iban__in=ibans, state=S.BOOKED)
    for iban, payer in booked.values_list("iban", "payment__payer_id").distinct():
        if payer is not None:
            seen[iban].add(payer)
    return Matcher(
        (
            OpenInvoice(
                invoice=one.pk,
                number=one.code,
                reference=one.reference,
                open=one.open_amount,
                currency=one.currency,
                due_on=one.due_on.isoformat(),
                names=(one.payer_name, *sorted(names[one.pk] - {one.payer_name})),
                payers=frozenset({one.payer_id, *persons[one.pk]}),
            )
            for one in invoices
        ),
        {iban: frozenset(payers) for iban, payers in seen.items()},
    )


def _payments_for(organisation_id: int, gone: Sequence[BankMovement]) -> list[tuple[BookedPayment, Payment]]:
    """Payments of these amounts that are not reversed, with the bank's data of them."""
    amounts = {-one.amount for one in gone if one.return_code or one.is_reversal}
    rows = Payment.objects.filter(
        organisation_id=organisation_id,
        amount__in=amounts,
        entries__kind=EntryKind.PAYMENT,
        entries__reversed_by__isnull=True,
    )
    told = rows.annotate(iban=F("bank_movements__iban"), own_id=F("bank_movements__end_to_end"))
    return [(_booked_row(one, one.received_on, one.payer.name), one) for one in told.select_related("payer")]


def _refunds_for(
    organisation_id: int, gone: Sequence[BankMovement]
) -> list[tuple[BookedPayment, LedgerEntry]]:
    """Refunds of these amounts in the books that no bank movement has confirmed yet."""
    amounts = {-one.amount for one in gone}
    rows = LedgerEntry.objects.filter(
        organisation_id=organisation_id,
        kind=EntryKind.REFUND,
        amount__in=amounts,
        reversed_by__isnull=True,
        bank_movement__isnull=True,
    )
    return [(_booked_row(one, one.on, one.person.name), one) for one in rows.select_related("person")]


def _booked_row(row: Payment | LedgerEntry, on: date, name: str) -> BookedPayment:
    return BookedPayment(
        number=row.pk,
        amount=row.amount,
        currency=row.currency,
        on=on,
        name=name,
        iban=getattr(row, "iban", "") or "",
        end_to_end=getattr(row, "own_id", "") or "",
    )


def _twins(organisation_id: int, movements: Sequence[BankMovement]) -> set[int]:
    """Movements with a twin in another file: same day, account and amount, but other text."""
    days = {one.booked_on for one in movements}
    amounts = {one.amount for one in movements}
    others = BankMovement.objects.filter(
        organisation_id=organisation_id, booked_on__in=days, amount__in=amounts
    )
    twins_by_key: dict[tuple[str, date, int], set[int]] = defaultdict(set)
    for account, on, amount, file in others.values_list("account", "booked_on", "amount", "file_id"):
        twins_by_key[account, on, amount].add(file)
    return {
        one.pk
        for one in movements
        if any(file < one.file_id for file in twins_by_key[one.account, one.booked_on, one.amount])
    }


def plain_line(text: str) -> str:
    """Clean a text for the database."""
    return " ".join(text.encode("utf-8", "replace").decode().replace("\0", " ").split())[:200]
