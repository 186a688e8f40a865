"""Services that settle bank movements: book as payments, returns or refunds, or set aside."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.banking.errors import (
    MovementNotSettled,
    MovementSettled,
    NobodyNamed,
    NoneBooked,
    NothingTicked,
    NotThatAmount,
    PartsDoNotFit,
    UnknownMovement,
    WrongDirection,
)
from club.banking.formats.returns import OutgoingKind
from club.banking.selectors import movements_of, open_movements, proposals_for
from club.core.actor import Actor
from club.core.errors import ClubError
from club.models import (
    BankMovement,
    EntryKind,
    Invoice,
    LedgerEntry,
    MovementState,
    Payment,
    PaymentMethod,
)
from club.money.errors import NoSuchRefund, PaymentCountered, UnknownPayment
from club.money.services.books import locked_books, require_reason
from club.money.services.payments import counter_payment, record_payment

S = MovementState
BOOKED = "club.bank.booked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Treasurer's choice for a movement: parts of invoices, else a payer's credit; or the returned row."""

    movement_id: int
    parts: tuple[tuple[int, int], ...] = ()
    payer_id: int | None = None
    returned_id: int | None = None
    refund_id: int | None = None


@dataclass(slots=True)
class BookingResult:
    """Result of one press: booked movements, and skipped ones with the reason."""

    booked: list[int] = field(default_factory=list)
    amount: int = 0
    skipped: list[tuple[int, ClubError]] = field(default_factory=list)


@transaction.atomic
def book_movements(*, organisation_id: int, choices: Sequence[Choice], actor: Actor) -> BookingResult:
    """Book the ticked movements. A movement that no longer fits remains open and is reported as skipped."""
    books = locked_books(organisation_id, actor)
    if not choices:
        raise NothingTicked
    numbers = [one.movement_id for one in choices]
    rows = {one.pk: one for one in movements_of(organisation_id=organisation_id).filter(pk__in=numbers)}
    pressed = BookingResult()
    for choice in choices:
        row = rows.get(choice.movement_id)
        if row is None:
            raise UnknownMovement
        try:
            with transaction.atomic():
                _settle(row, choice, actor)
        except ClubError as refusal:
            pressed.skipped.append((row.pk, refusal))
            continue
        pressed.booked.append(row.pk)
        pressed.amount += row.amount
    if not pressed.booked:
        if len(pressed.skipped) == 1:
            raise pressed.skipped[0][1]
        raise NoneBooked(skipped=len(pressed.skipped))
    audit.record(
        BOOKED,
        books.organisation,
        actor=actor,
        organisation_id=organisation_id,
        after={"booked": len(pressed.booked), "movement_numbers": pressed.booked, "amount": pressed.amount},
    )
    return pressed


def book_exact(*, organisation_id: int, actor: Actor) -> BookingResult:
    """Book all open movements with an exact match, as a press on the page would."""
    waiting = list(open_movements(organisation_id=organisation_id))
    found = proposals_for(organisation_id=organisation_id, movements=waiting)
    choices = [choice_of(one.movement.pk, one.told) for one in found if one.is_ticked and one.can_be_booked]
    if not choices:
        return BookingResult()
    return book_movements(organisation_id=organisation_id, choices=choices, actor=actor)


def choice_of(movement_id: int, told: str) -> Choice:
    """Parse a choice in the notation of proposals and forms; raise PartsDoNotFit if it is invalid."""
    kind, _colon, number = told.partition(":")
    try:
        if kind == OutgoingKind.RETURNED:
            return Choice(movement_id=movement_id, returned_id=_number(number))
        if kind == OutgoingKind.REFUND:
            return Choice(movement_id=movement_id, refund_id=_number(number))
        pairs = [one.partition(":") for one in told.split(",") if one]
        parts = tuple((_number(invoice), _number(amount)) for invoice, _mark, amount in pairs)
    except ValueError:
        raise PartsDoNotFit(amount=0, currency="") from None
    return Choice(movement_id=movement_id, parts=parts)


@transaction.atomic
def ignore_transaction(*, movement_id: int, reason: str, actor: Actor) -> BankMovement:
    """Set a movement aside that is not a member's payment, with a reason; it is open no longer."""
    row = _lock_movement(movement_id, actor)
    _require_open(row)
    row.reason = require_reason(reason)
    _save(row, S.SET_ASIDE, actor)
    audit.record("club.bank_movement.set_aside", row, actor=actor, after=_facts(row), reason=row.reason)
    return row


@transaction.atomic
def reopen_transaction(*, movement_id: int, actor: Actor, reason: str = "") -> BankMovement:
    """Open a movement again: reverse its booking by a counter-entry."""
    row = _lock_movement(movement_id, actor)
    if row.state not in {S.BOOKED, S.REFUND, S.SET_ASIDE}:
        raise MovementNotSettled
    before = _facts(row)
    if row.state == S.BOOKED:
        counter_booking(movement=row, actor=actor, reason=reason)
    _reset(row)
    audit.record(
        "club.bank_movement.taken_up", row, actor=actor, before=before, after=_facts(row), reason=reason
    )
    return row


def counter_booking(*, movement: BankMovement, actor: Actor, reason: str) -> None:
    """Reverse the payment of a movement in locked books, unless it is reversed already."""
    assert movement.payment_id is not None  # noqa: S101 - a constraint for booked movements
    try:
        counter_payment(payment_id=movement.payment_id, reason=reason or f"bank {movement.pk}", actor=actor)
    except PaymentCountered:
        return


def _settle(row: BankMovement, choice: Choice, actor: Actor) -> None:
    _require_open(row)
    if choice.returned_id is not None:
        _book_return(row, choice.returned_id, actor)
    elif choice.refund_id is not None:
        _confirm_refund(row, choice.refund_id, actor)
    else:
        _book(row, choice, actor)


def _book(row: BankMovement, choice: Choice, actor: Actor) -> None:
    if row.amount <= 0:
        raise WrongDirection
    given = sum(amount for _invoice, amount in choice.parts)
    once = {invoice for invoice, _amount in choice.parts}
    if given > row.amount or len(once) != len(choice.parts):
        raise PartsDoNotFit(amount=row.amount, currency=row.currency)
    payer = choice.payer_id or _payer_of(row.organisation_id, choice.parts)
    if payer is None:
        raise NobodyNamed
    row.payment = record_payment(
        organisation_id=row.organisation_id,
        payer_id=payer,
        amount=row.amount,
        received_on=row.booked_on,
        method=PaymentMethod.BANK,
        key=_payment_key(row),
        text=row.text,
        parts=choice.parts,
        actor=actor,
    )
    row.refund = None
    _save(row, S.BOOKED, actor)


def _payer_of(organisation_id: int, parts: Sequence[tuple[int, int]]) -> int | None:
    if not parts:
        return None
    found = Invoice.objects.filter(organisation_id=organisation_id, pk=parts[0][0]).first()
    return found.payer_id if found is not None else None


def _payment_key(row: BankMovement) -> str:
    """Key of the movement's next payment: the former ones were reversed by counter-entries."""
    key = f"bank:{row.key}:"
    before = Payment.objects.filter(organisation_id=row.organisation_id, key__startswith=key).count()
    return f"{key}{before + 1}"


def _book_return(row: BankMovement, payment_id: int, actor: Actor) -> None:
    if row.amount >= 0:
        raise WrongDirection
    payment = Payment.objects.filter(organisation_id=row.organisation_id, pk=payment_id).first()
    if payment is None:
        raise UnknownPayment
    if (payment.amount, payment.currency) != (-row.amount, row.currency):
        raise NotThatAmount(amount=-row.amount, currency=row.currency)
    counter_payment(payment_id=payment.pk, reason=f"bank {row.return_code}".strip(), actor=actor)
    row.payment, row.refund = payment, None
    _save(row, S.RETURNED, actor)


def _confirm_refund(row: BankMovement, entry_id: int, actor: Actor) -> None:
    if row.amount >= 0:
        raise WrongDirection
    entries = LedgerEntry.objects.filter(kind=EntryKind.REFUND, reversed_by__isnull=True)
    entry = entries.filter(
        organisation_id=row.organisation_id, pk=entry_id, bank_movement__isnull=True
    ).first()
    if entry is None:
        raise NoSuchRefund
    if (entry.amount, entry.currency) != (-row.amount, row.currency):
        raise NotThatAmount(amount=-row.amount, currency=row.currency)
    row.refund, row.payment = entry, None
    _save(row, S.REFUND, actor)


def _lock_movement(movement_id: int, actor: Actor) -> BankMovement:
    found = BankMovement.objects.filter(pk=movement_id).first()
    if found is None:
        raise UnknownMovement
    locked_books(found.organisation_id, actor)
    return movements_of(organisation_id=found.organisation_id).get(pk=movement_id)


def _require_open(row: BankMovement) -> None:
    is_open = row.state == S.WAITING or (row.state == S.BOOKED and row.is_countered)  # type: ignore[attr-defined]
    if not is_open and not (row.state == S.REFUND and row.is_undone):  # type: ignore[attr-defined]
        raise MovementSettled(who=row.settled_by, state=row.get_state_display())


def _reset(row: BankMovement) -> None:
    row.state, row.payment, row.refund, row.reason = S.WAITING, None, None, ""
    row.settled_at, row.settled_by = None, ""
    row.save()


def _save(row: BankMovement, state: MovementState, actor: Actor) -> None:
    row.state, row.settled_at, row.settled_by = state, timezone.now(), actor.label[:200]
    if state != S.SET_ASIDE:
        row.reason = ""
    else:
        row.payment = row.refund = None
    row.save()


def _facts(row: BankMovement) -> dict[str, Any]:
    """Return the audit facts of a movement: no name, no account, no text."""
    return {
        "movement_state": str(row.state),
        "amount": row.amount,
        "currency": row.currency,
        "payment": row.payment_id,
    }


def _number(text: str) -> int:
    """Parse the number of a row from a form."""
    if not text.isascii() or not text.isdigit() or len(text) > 15:  # noqa: PLR2004 - what fits the column
        raise ValueError
    return int(text)
