"""Reminders in steps: a fee as an entry of the books and a mail in the outbox, each once."""

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import SYSTEM, Actor
from club.models import EntryKind, LedgerEntry, Reminder
from club.money.errors import NotToRemind
from club.money.mails import write_reminder_mail
from club.money.selectors.reminders import ReminderLine, clubs_that_remind, due_reminders
from club.money.services.books import locked_books, validate_day, write_entry


@transaction.atomic
def send_reminders(
    *,
    organisation_id: int,
    steps: Collection[tuple[int, int]],
    actor: Actor,
    site: str = "",
    on: date | None = None,
) -> list[Reminder]:
    """Send these reminders, each given as an invoice and the number of the step that is due for it.

    They are due and sent today, or on the earlier day `on`.
    """
    books, day = locked_books(organisation_id, actor), on or timezone.localdate()
    validate_day(organisation_id, day)
    if site and site != books.site:
        books.site = site
        books.save(update_fields=["site"])
    lines = {one.invoice.pk: one for one in due_reminders(organisation_id=organisation_id, today=day)}
    for invoice_id, number in steps:
        line = lines.get(invoice_id)
        if line is None or line.step is None or line.step.number != number:
            raise NotToRemind(invoice=line.invoice.code if line is not None else invoice_id)
    return [_send_reminder(lines[invoice_id], day, actor) for invoice_id, _number in sorted(set(steps))]


def remind_due() -> int:
    """Send all due reminders of the clubs with automatic reminders, and return their number."""
    taken = 0
    for club in clubs_that_remind():
        due = due_reminders(organisation_id=club.pk)
        steps = [(one.invoice.pk, one.step.number) for one in due if one.step is not None]
        taken += len(send_reminders(organisation_id=club.pk, steps=steps, actor=SYSTEM))
    return taken


def _send_reminder(line: ReminderLine, day: date, actor: Actor) -> Reminder:
    invoice, step = line.invoice, line.step
    assert step is not None  # noqa: S101 - checked by the caller
    fee: LedgerEntry | None = None
    if step.fee:
        fee = write_entry(kind=EntryKind.REMINDER_FEE, amount=step.fee, on=day, actor=actor, about=invoice)
    left = invoice.open_amount + step.fee  # type: ignore[attr-defined]
    was_sent = write_reminder_mail(invoice, step=step.number, open_amount=left, text=step.text)
    row = Reminder.objects.create(
        invoice=invoice,
        step=step.number,
        on=day,
        fee=fee,
        was_sent=was_sent,
        made_by=actor.label[:200],
    )
    audit.record(
        "club.invoice.reminded",
        invoice,
        actor=actor,
        after={"invoice": invoice.code, "step": step.number, "fee": step.fee, "was_sent": was_sent},
    )
    return row
