"""Undo of the settings, fees, runs and years of a club's money."""

from functools import partial
from typing import Any

from club.audit.undo_handlers import (
    changed_since,
    not_undoable,
    require_facts,
    unchanged_row,
    undo_by,
    undo_handler,
)
from club.core.actor import Actor
from club.core.errors import CannotUndo
from club.models import AuditEntry, FeeRule, FeeRun, MembershipPlan, MoneySettings
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
not_undoable("club.money.exported", reason_code="file_is_out")

undo_by(
    "club.money.settings_kept",
    call=save_money_settings,
    requires=partial(unchanged_row, MoneySettings.objects, settings_facts),
    before=dict,
)
undo_by(
    "club.reminder_steps.kept",
    call=save_reminder_steps,
    requires=partial(unchanged_row, MoneySettings.objects, lambda row: steps_facts(row.organisation_id)),
    before=lambda facts: {"steps": [Step(*one) for one in facts["reminder_steps"]]},
)
undo_by("club.year.closed", call=open_year, after=lambda facts: {"year": facts["year"]})
undo_by("club.year.opened", call=close_year, before=lambda facts: {"year": facts["year"]})


@undo_handler("club.fee_rule.kept")
def undo_save_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the fee that a plan had, or none."""
    row = FeeRule.objects.get(plan_id=(entry.after or {})["plan_number"])
    steady = {name: value for name, value in rule_facts(row).items() if name != "plan"}  # may be renamed
    require_facts(steady, entry)
    if entry.before is None:
        remove_fee_rule(plan_id=row.plan_id, actor=actor)
    else:
        _save_rule(entry.before, actor)


@undo_handler("club.fee_rule.removed")
def undo_remove_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the removed fee of a plan."""
    logged = entry.before or {}
    if not MembershipPlan.objects.filter(pk=logged["plan_number"], fee_rule__isnull=True).exists():
        raise changed_since(entry)
    _save_rule(logged, actor)


@undo_handler("club.fee_run.adjusted")
def undo_adjust_fee(*, entry: AuditEntry, actor: Actor) -> None:
    """Restore the former amount of a person in a draft."""
    run, logged = FeeRun.objects.get(pk=entry.target_id), entry.before or {}
    period = Period(run.starts_on, run.ends_on)
    if draft_of(organisation_id=run.organisation_id, period=period) != run:
        raise CannotUndo(why="books_are_countered")
    existing = run.adjustments.filter(person_id=logged["person"]).first()
    require_facts({"amount": existing.amount if existing is not None else None}, entry)
    adjust_fee(
        organisation_id=run.organisation_id,
        period=period,
        person_id=logged["person"],
        amount=logged["amount"],
        actor=actor,
    )


@undo_handler("club.fee_run.booked")
def undo_book_run(*, entry: AuditEntry, actor: Actor) -> None:
    """Cancel the invoices of a run that have no payment."""
    run = FeeRun.objects.get(pk=entry.target_id)
    rows = invoices_of(organisation_id=run.organisation_id).filter(run=run)
    if rows.filter(paid__gt=0).exists():
        raise CannotUndo(why="invoice_is_paid")
    if not rows.filter(is_cancelled=False).exists():
        raise changed_since(entry)
    cancel_fee_run(run_id=run.pk, actor=actor)


def _save_rule(facts: dict[str, Any], actor: Actor) -> None:
    terms = {name: facts[name] for name in ("amount", "per", "part")}
    bands = [Band(*one) for one in facts["bands"]]
    save_fee_rule(plan_id=facts["plan_number"], bands=bands, actor=actor, **terms)
