"""Undo handlers for the settings, fees, runs and years of a club's money."""

from club.audit.undo_handlers import not_undoable, undo_handler
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, FeeRule, FeeRun, MembershipPlan, MoneySettings
from club.money.errors import CurrencyInUse, YearClosed, YearNotClosed, YearNotOver
from club.money.fees import Period
from club.money.selectors.books import invoices_of
from club.money.selectors.fee_runs import draft_of
from club.money.services.books import close_year, open_year
from club.money.services.fee_runs import adjust_fee, cancel_fee_run
from club.money.services.money_settings import (
    Band,
    Step,
    remove_fee_rule,
    rule_facts,
    save_fee_rule,
    save_money_settings,
    save_reminder_steps,
    settings_facts,
    steps_facts,
)

not_undoable("club.fee_terms.kept", reason_code="terms_are_theirs")
not_undoable("club.fee_run.cancelled", reason_code="books_are_countered")
not_undoable("club.money.exported", reason_code="books_are_out")


@undo_handler("club.money.settings_kept")
def undo_save_settings(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the former money settings of a club."""
    row = MoneySettings.objects.filter(pk=entry.target_id).first()
    if row is None or settings_facts(row) != entry.after:
        raise CannotUndo(why="fees_changed_since")
    try:
        save_money_settings(organisation_id=row.organisation_id, actor=actor, **(entry.before or {}))
    except CurrencyInUse:
        raise CannotUndo(why="books_are_countered") from None


@undo_handler("club.fee_rule.kept")
def undo_save_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the fee that a plan had, or none."""
    logged, after = entry.before, entry.after or {}
    row = FeeRule.objects.filter(plan_id=after["plan_number"]).first()
    if row is None or rule_facts(row) | {"plan": ""} != after | {"plan": ""}:
        raise CannotUndo(why="fees_changed_since")
    if logged is None:
        remove_fee_rule(plan_id=row.plan_id, actor=actor)
        return
    _save_rule(logged, actor)


@undo_handler("club.fee_rule.removed")
def undo_remove_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the removed fee of a plan."""
    logged = entry.before or {}
    if not MembershipPlan.objects.filter(pk=logged["plan_number"], fee_rule__isnull=True).exists():
        raise CannotUndo(why="fees_changed_since")
    _save_rule(logged, actor)


@undo_handler("club.reminder_steps.kept")
def undo_save_steps(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the former reminder steps."""
    row = MoneySettings.objects.filter(pk=entry.target_id).first()
    if row is None or steps_facts(row.organisation_id) != entry.after:
        raise CannotUndo(why="fees_changed_since")
    steps = [Step(*one) for one in (entry.before or {})["reminder_steps"]]
    save_reminder_steps(organisation_id=row.organisation_id, steps=steps, actor=actor)


@undo_handler("club.fee_run.adjusted")
def undo_adjust_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the former amount of a person in a draft."""
    run = FeeRun.objects.filter(pk=entry.target_id).first()
    period = Period(run.starts_on, run.ends_on) if run is not None else None
    if run is None or period is None or draft_of(organisation_id=run.organisation_id, period=period) != run:
        raise CannotUndo(why="books_are_countered")
    logged, after = entry.before or {}, entry.after or {}
    existing = run.adjustments.filter(person_id=logged["person"]).first()
    if (existing.amount if existing is not None else None) != after["amount"]:
        raise CannotUndo(why="fees_changed_since")
    adjust_fee(
        organisation_id=run.organisation_id,
        period=period,
        person_id=logged["person"],
        amount=logged["amount"],
        reason=actor.reason or "\N{EN DASH}",
        actor=actor,
    )


@undo_handler("club.fee_run.booked")
def undo_book_run(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel the invoices of a run that have no payment."""
    run = FeeRun.objects.filter(pk=entry.target_id).first()
    if run is None:
        raise CannotUndo(why="invoice_is_gone")
    rows = invoices_of(organisation_id=run.organisation_id).filter(run=run)
    if rows.filter(paid__gt=0).exists():
        raise CannotUndo(why="invoice_is_paid")
    if not rows.filter(is_cancelled=False).exists():
        raise CannotUndo(why="invoice_is_gone")
    cancel_fee_run(run_id=run.pk, reason=actor.reason or "\N{EN DASH}", actor=actor)


@undo_handler("club.year.closed")
def undo_close_year(*, entry: AuditEntry, actor: Actor) -> None:
    """Reopen the books of a closed year."""
    assert entry.organisation_id is not None  # noqa: S101 - books belong to a club
    try:
        open_year(organisation_id=entry.organisation_id, year=(entry.after or {})["year"], actor=actor)
    except YearNotClosed:
        raise CannotUndo(why="year_is_not_so") from None


@undo_handler("club.year.opened")
def undo_open_year(*, entry: AuditEntry, actor: Actor) -> None:
    """Close the books of a reopened year."""
    assert entry.organisation_id is not None  # noqa: S101 - books belong to a club
    try:
        close_year(organisation_id=entry.organisation_id, year=(entry.before or {})["year"], actor=actor)
    except (YearClosed, YearNotOver):
        raise CannotUndo(why="year_is_not_so") from None


def _save_rule(logged: dict[str, object], actor: Actor) -> None:
    bands = [Band(*one) for one in logged["bands"]]  # type: ignore[attr-defined]
    save_fee_rule(
        plan_id=int(str(logged["plan_number"])),
        amount=int(str(logged["amount"])),
        per=str(logged["per"]),
        part=str(logged["part"]),
        bands=bands,
        actor=actor,
    )
