"""Reminders due now, by step, and why other invoices have none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils import timezone

from club.models import Invoice, Organisation, Reminder, ReminderStep
from club.money.selectors.books import open_invoices

MIN_INTERVAL = timedelta(days=1)
BATCH_SIZE = 500


class NotReminded(StrEnum):
    """Reason why an open invoice gets no reminder."""

    NOT_DUE = "not_due"
    WAITING = "waiting"
    LAST_TAKEN = "last_taken"
    NO_STEPS = "no_steps"


NOT_REMINDED_CHOICES = [(one.value, one.value) for one in NotReminded]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLine:
    """Open invoice with the step that is due now, or why none is."""

    invoice: Invoice
    taken: int  # the last step that was taken
    step: ReminderStep | None = None
    why_not: NotReminded | None = None
    next_on: date | None = None  # when the next step is due


@dataclass(frozen=True, slots=True)
class RemindersNow:
    """Open invoices of a club by number, earliest due day first: with and without a due reminder."""

    due: list[int]
    others: list[int]


def reminder_lines(*, organisation_id: int, today: date | None = None) -> list[ReminderLine]:
    """All open invoices of a club, earliest due day first."""
    rows = open_invoices(organisation_id=organisation_id, today=today)
    return lines_for(rows, organisation_id=organisation_id, today=today)


def reminders_now(*, organisation_id: int, today: date | None = None) -> RemindersNow:
    """Open invoices with a due step; reads only the days of the invoices."""
    today = today or timezone.localdate()
    rows = open_invoices(organisation_id=organisation_id, today=today).values_list("pk", "due_on")
    steps, taken = _steps_of(organisation_id), _last_steps(organisation_id)
    now = RemindersNow([], [])
    for number, due_on in rows:
        upcoming_step = _next_step(due_on, taken.get(number), steps, today)
        (now.due if upcoming_step.step is not None else now.others).append(number)
    return now


def due_reminders(*, organisation_id: int, today: date | None = None) -> list[ReminderLine]:
    """Open invoices with a due step, earliest due day first."""
    due = reminders_now(organisation_id=organisation_id, today=today).due
    return numbered_lines(due, organisation_id=organisation_id, today=today)


def numbered_lines(
    numbers: Sequence[int], *, organisation_id: int, today: date | None = None
) -> list[ReminderLine]:
    """Lines of these open invoices, earliest due day first."""
    found = []
    for at in range(0, len(numbers), BATCH_SIZE):
        some = open_invoices(organisation_id=organisation_id, today=today)
        some = some.filter(pk__in=numbers[at : at + BATCH_SIZE])
        found += lines_for(some, organisation_id=organisation_id, today=today)
    return found


def lines_for(rows: Any, *, organisation_id: int, today: date | None = None) -> list[ReminderLine]:
    """Lines of some open invoices of a club, each with the due step or the reason for none."""
    today = today or timezone.localdate()
    shown = list(rows.select_related("payer", "organisation"))
    steps = _steps_of(organisation_id)
    only = [row.pk for row in shown] if len(shown) <= BATCH_SIZE else None
    taken = _last_steps(organisation_id, only=only)
    return [
        ReminderLine(
            **{"invoice": row, "taken": taken.get(row.pk, NEVER).step}
            | _next_step(row.due_on, taken.get(row.pk), steps, today)._asdict()
        )
        for row in shown
    ]


class _LastStep(NamedTuple):
    """Last step taken for an invoice, with its day."""

    step: int
    on: date | None


class _NextStep(NamedTuple):
    """Due step or the reason for none, with the day of the next one."""

    step: ReminderStep | None = None
    why_not: NotReminded | None = None
    next_on: date | None = None


NEVER = _LastStep(0, None)


def _steps_of(organisation_id: int) -> list[ReminderStep]:
    return list(ReminderStep.objects.filter(organisation_id=organisation_id).order_by("number"))


def _last_steps(organisation_id: int, *, only: list[int] | None = None) -> dict[int, _LastStep]:
    """Last step taken by invoice; `only` limits the invoices."""
    sent = Reminder.objects.filter(invoice__organisation_id=organisation_id)
    sent = sent if only is None else sent.filter(invoice__in=only)
    rows = sent.values_list("invoice_id").annotate(step=Max("step"), on=Max("on")).order_by()
    return {number: _LastStep(step, on) for number, step, on in rows}


def _next_step(due_on: date, last: _LastStep | None, steps: list[ReminderStep], today: date) -> _NextStep:
    taken, latest = last or NEVER
    if not steps:
        return _NextStep(why_not=NotReminded.NO_STEPS)
    upcoming = next((one for one in steps if one.number > taken), None)
    if upcoming is None:
        return _NextStep(why_not=NotReminded.LAST_TAKEN)
    next_on = due_on + timedelta(days=upcoming.days)
    if latest is not None:  # a late step delays the next one by the days between them
        before = next((one.days for one in steps if one.number == taken), upcoming.days)
        next_on = max(next_on, latest + max(timedelta(days=upcoming.days - before), MIN_INTERVAL))
    if next_on > today:
        why = NotReminded.WAITING if due_on < today else NotReminded.NOT_DUE
        return _NextStep(why_not=why, next_on=next_on)
    return _NextStep(step=upcoming, next_on=next_on)


def clubs_that_remind() -> list[Organisation]:
    """Clubs with automatic reminders."""
    return list(Organisation.objects.filter(money_settings__reminds_by_itself=True).order_by("pk"))
