"""Services for fee runs: adjust, book once, cancel by counter-entries."""

from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.actor import Actor
from club.jobs.services.jobs import enqueue
from club.models import FeeAdjustment, FeeLine, FeeRun, FeeRunState, Invoice, Queue
from club.money.errors import NobodyToCharge, NotAnAmount, PeriodNotWhole, RunChangedMeanwhile
from club.money.fees import Line, Period
from club.money.selectors.books import invoices_of
from club.money.selectors.fee_runs import FeePreview, draft_of, fee_preview
from club.money.services.books import MAX_AMOUNT, locked_books, require_reason
from club.money.services.invoices import Draft, Item, counter_invoice, payer_of, write_invoices

MAILS_TASK = "club.write_invoice_mails"
MAX_MONTHS = 36
BATCH_SIZE = 500
NOON = time(12)


def period_of(starts_on: date, ends_on: date) -> Period:
    """Return the period of a run: whole months, three years at most."""
    period = Period(starts_on, ends_on)
    is_known = date(2000, 1, 1) <= starts_on < date(2200, 1, 1) and ends_on < date(2200, 1, 1)
    if not is_known or not period.is_whole or period.months > MAX_MONTHS:
        raise PeriodNotWhole(starts_on=starts_on, ends_on=ends_on)
    return period


@transaction.atomic
def adjust_fee(
    *,
    organisation_id: int,
    period: Period,
    person_id: int,
    amount: int | None,
    actor: Actor,
    reason: str = "",
) -> FeeRun:
    """Adjust the amount of a person in a run, with a reason; None restores the computed amount."""
    locked_books(organisation_id, actor)
    if amount is not None and not 0 <= amount <= MAX_AMOUNT:
        raise NotAnAmount(most=MAX_AMOUNT)
    reason = require_reason(reason, actor) if amount is not None else reason
    person = payer_of(organisation_id, person_id)
    run = draft_of(organisation_id=organisation_id, period=period) or FeeRun.objects.create(
        organisation_id=organisation_id,
        starts_on=period.starts_on,
        ends_on=period.ends_on,
        made_by=actor.label[:200],
    )
    existing = FeeAdjustment.objects.filter(run=run, person=person).first()
    before = {"person": person.pk, "amount": existing.amount if existing is not None else None}
    if existing is not None:
        existing.delete()
    if amount is not None:
        FeeAdjustment.objects.create(
            run=run, person=person, amount=amount, reason=reason, made_by=actor.label[:200]
        )
    audit.record(
        "club.fee_run.adjusted",
        run,
        actor=actor,
        before=before,
        after={"person": person.pk, "amount": amount},
        reason=reason,
    )
    return run


@transaction.atomic
def book_fee_run(
    *,
    organisation_id: int,
    period: Period,
    seen: str,
    actor: Actor,
    site: str = "",
    on: date | None = None,
) -> FeeRun:
    """Issue the invoices of a run as previewed, and queue the mails.

    Invoices are dated today, or `on` if it is an earlier day. The books are locked: of two concurrent
    bookings, the second finds all members charged already.
    """
    books = locked_books(organisation_id, actor)
    preview = fee_preview(organisation_id=organisation_id, period=period)
    if preview.seen != seen:
        raise RunChangedMeanwhile
    if not preview.charged:
        raise NobodyToCharge
    if site and site != books.site:
        books.site = site
        books.save(update_fields=["site"])
    run = draft_of(organisation_id=organisation_id, period=period) or FeeRun(
        organisation_id=organisation_id, starts_on=period.starts_on, ends_on=period.ends_on
    )
    run.state, run.booked_at, run.made_by = FeeRunState.BOOKED, _moment_of(on), actor.label[:200]
    run.save()
    drafts = _drafts(preview)
    invoices = write_invoices(books=books, drafts=drafts, actor=actor, run=run, on=on)
    _save_lines(run, preview, {one.payer_id: one for one in invoices})
    audit.record("club.fee_run.booked", run, actor=actor, after=_facts(preview))
    enqueue(
        task=MAILS_TASK,
        arguments={"run": run.pk, "after": 0},
        key=f"fee-run-mails:{run.pk}:0",
        queue=Queue.BULK,
        organisation_id=organisation_id,
    )
    return run


@transaction.atomic
def cancel_fee_run(*, run_id: int, actor: Actor, reason: str = "") -> FeeRun:
    """Cancel all invoices of a run that have no payment."""
    run = FeeRun.objects.get(pk=run_id)
    locked_books(run.organisation_id, actor)
    reason = require_reason(reason, actor)
    rows = invoices_of(organisation_id=run.organisation_id).filter(run=run, paid=0, is_cancelled=False)
    standing: list[Invoice] = list(rows.order_by("pk"))
    for row in standing:
        counter_invoice(row=row, reason=reason, actor=actor)
    audit.record(
        "club.fee_run.cancelled",
        run,
        actor=actor,
        before={"invoices": len(standing), "amount": sum(row.total for row in standing)},
        reason=reason,
    )
    return run


def _moment_of(on: date | None) -> datetime:
    return timezone.now() if on is None else timezone.make_aware(datetime.combine(on, NOON))


def _drafts(preview: FeePreview) -> list[Draft]:
    """Build an invoice for each payer, in the order of lists."""
    subject = _("Membership fee %(from)s to %(to)s") % {
        "from": date_format(preview.period.starts_on, "SHORT_DATE_FORMAT"),
        "to": date_format(preview.period.ends_on, "SHORT_DATE_FORMAT"),
    }
    persons = preview.persons
    order = sorted(preview.payers, key=lambda number: (persons[number].search_key, number))
    return [
        Draft(persons[number], subject, [_item(preview, one) for one in preview.payers[number]])
        for number in order
    ]


def _item(preview: FeePreview, line: Line) -> Item:
    name = preview.persons[line.person_id].name
    return Item(f"{name}, {line.plan}" if line.plan else name, line.amount, line.person_id)


def _save_lines(run: FeeRun, preview: FeePreview, invoices: dict[int, Invoice]) -> None:
    FeeLine.objects.bulk_create(
        (
            FeeLine(
                run=run,
                person_id=one.person_id,
                payer_id=one.payer_id,
                plan_name=one.plan,
                amount=one.amount,
                reason="" if one.why_not is None else one.why_not.value,
                facts=list(one.facts),
                invoice=invoices[one.payer_id] if one.is_charged else None,
            )
            for one in preview.lines
        ),
        batch_size=BATCH_SIZE,
    )


def _facts(preview: FeePreview) -> dict[str, Any]:
    return {
        "invoices": len(preview.payers),
        "charged": len(preview.charged),
        "left_out": len(preview.left_out),
        "amount": preview.total,
        "currency": preview.currency,
    }
