"""Money settings of a club: its account, the fees of plans, the reminder steps, terms of persons."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.members.services.member_locks import locked_plan
from club.models import (
    ConcessionKind,
    FeeAgeBand,
    FeeRule,
    FeeTerms,
    LedgerEntry,
    MembershipPlan,
    MoneySettings,
    ReminderStep,
)
from club.money.amounts import EXPONENTS
from club.money.errors import (
    BandsUnfit,
    CurrencyInUse,
    NotABic,
    NotAnAmount,
    NotAnIban,
    NumberPatternUnfit,
    StepsUnfit,
    UnknownFeePlan,
    UnknownPayer,
)
from club.money.payment_codes import is_bic, is_iban, normalize_code
from club.money.services.books import MAX_AMOUNT, locked_books
from club.money.services.invoices import payer_of

MAX_WAIT_DAYS, MAX_STEPS, MAX_AGE, FULL_PERCENT = 366, 9, 150, 100
SETTING_FIELDS = (
    *("currency", "creditor_name", "iban", "bic", "number_pattern", "tax_note", "payment_days"),
    *("household_most", "household_free_from", "reminds_by_itself"),
)


class Band(NamedTuple):
    """Reduction in per cent between two ages."""

    from_age: int
    to_age: int
    percent: int


class Step(NamedTuple):
    """Reminder step: days after the due day of the invoice, a fee, a text."""

    days: int
    fee: int
    text: str = ""


@transaction.atomic
def save_money_settings(
    *, organisation_id: int, actor: Actor, site: str = "", **values: Any
) -> MoneySettings:
    """Save the money settings of a club; sent invoices do not change."""
    row = locked_books(organisation_id, actor)
    before = settings_facts(row)
    currency = values.get("currency", row.currency)
    if currency != row.currency and LedgerEntry.objects.filter(organisation_id=organisation_id).exists():
        raise CurrencyInUse(currency=row.currency)
    for name in SETTING_FIELDS:
        setattr(row, name, values.get(name, getattr(row, name)))
    row.iban, row.bic, row.site = normalize_code(row.iban), normalize_code(row.bic), site or row.site
    _validate_settings(row)
    row.save()
    if settings_facts(row) != before:
        audit.record("club.money.settings_kept", row, actor=actor, before=before, after=settings_facts(row))
    return row


@transaction.atomic
def save_fee_rule(
    *, plan_id: int, amount: int, per: str, part: str, actor: Actor, bands: Sequence[Band] = ()
) -> FeeRule:
    """Set the fee of a plan from the next run on."""
    locked_books(_plan(plan_id).organisation_id, actor)
    plan = locked_plan(plan_id)
    if not 0 <= amount <= MAX_AMOUNT:
        raise NotAnAmount(most=MAX_AMOUNT)
    bands = [Band(*one) for one in sorted(bands)]
    _validate_bands(bands)
    row = FeeRule.objects.filter(plan=plan).first()
    before = rule_facts(row) if row is not None else None
    row = row or FeeRule(plan=plan)
    row.amount, row.per, row.part = amount, per, part
    row.full_clean(validate_unique=False)
    row.save()
    row.bands.all().delete()
    FeeAgeBand.objects.bulk_create(FeeAgeBand(rule=row, **one._asdict()) for one in bands)
    if rule_facts(row) != before:
        audit.record(
            "club.fee_rule.kept",
            row,
            actor=actor,
            organisation_id=plan.organisation_id,
            before=before,
            after=rule_facts(row),
        )
    return row


@transaction.atomic
def remove_fee_rule(*, plan_id: int, actor: Actor, reason: str = "") -> None:
    """Remove the fee of a plan."""
    plan = _plan(plan_id)
    locked_books(plan.organisation_id, actor)
    row = FeeRule.objects.filter(plan=plan).first()
    if row is None:
        return
    before = rule_facts(row)
    audit.delete_row(row)
    audit.record(
        "club.fee_rule.removed",
        row,
        actor=actor,
        organisation_id=plan.organisation_id,
        before=before,
        reason=reason,
    )


@transaction.atomic
def save_reminder_steps(*, organisation_id: int, steps: Sequence[Step], actor: Actor) -> None:
    """Save the reminder steps of the club."""
    row = locked_books(organisation_id, actor)
    steps = [Step(*one) for one in steps]
    days = [one.days for one in steps]
    is_in_order = all(a < b for a, b in zip([0, *days], days, strict=False))
    if not is_in_order or len(steps) > MAX_STEPS or any(one > MAX_WAIT_DAYS for one in days):
        raise StepsUnfit
    if any(not 0 <= one.fee <= MAX_AMOUNT for one in steps):
        raise NotAnAmount(most=MAX_AMOUNT)
    before = steps_facts(organisation_id)
    ReminderStep.objects.filter(organisation_id=organisation_id).delete()
    ReminderStep.objects.bulk_create(
        ReminderStep(
            organisation_id=organisation_id,
            number=number,
            days=one.days,
            fee=one.fee,
            text=one.text.replace("\0", "")[:2000],
        )
        for number, one in enumerate(steps, start=1)
    )
    if steps_facts(organisation_id) != before:
        audit.record(
            "club.reminder_steps.kept", row, actor=actor, before=before, after=steps_facts(organisation_id)
        )


@transaction.atomic
def save_fee_terms(
    *,
    organisation_id: int,
    person_id: int,
    actor: Actor,
    payer_id: int | None = None,
    kind: str = ConcessionKind.NONE,
    percent: int = 0,
    until: date | None = None,
    reason: str = "",
) -> FeeTerms:
    """Set the payer and the reductions of a person."""
    locked_books(organisation_id, actor)
    numbers = sorted({person_id} if payer_id is None else {person_id, payer_id})  # in the order of a merge
    found = {number: payer_of(organisation_id, number) for number in numbers}
    person, payer = found[person_id], None if payer_id is None else found[payer_id]
    if payer == person:
        payer = None
    if (
        payer is not None
        and FeeTerms.objects.filter(
            organisation_id=organisation_id, person=payer, payer__isnull=False
        ).exists()
    ):
        raise UnknownPayer(number=payer.pk)
    row = FeeTerms.objects.filter(organisation_id=organisation_id, person=person).first()
    row = row or FeeTerms(organisation_id=organisation_id, person=person)
    before = terms_facts(row) if row.pk else None
    row.payer, row.kind, row.until = payer, kind, until
    row.percent = 0 if kind in {ConcessionKind.NONE, ConcessionKind.EXEMPT} else percent
    row.reason = " ".join(reason.replace("\0", " ").split())[:300]
    row.full_clean(validate_unique=False)
    row.save()
    audit.record("club.fee_terms.kept", row, actor=actor, before=before, after=terms_facts(row))
    return row


def settings_facts(row: MoneySettings) -> dict[str, Any]:
    """Return the audit facts of the money settings."""
    return {name: getattr(row, name) for name in SETTING_FIELDS}


def rule_facts(row: FeeRule) -> dict[str, Any]:
    """Return the audit facts of a plan's fee."""
    bands = row.bands.order_by("from_age", "pk").values_list("from_age", "to_age", "percent")
    return {
        "plan": row.plan.name,
        "plan_number": row.plan_id,
        "amount": row.amount,
        "per": str(row.per),
        "part": str(row.part),
        "bands": [list(one) for one in bands],
    }


def steps_facts(organisation_id: int) -> dict[str, Any]:
    """Return the audit facts of the reminder steps."""
    rows = ReminderStep.objects.filter(organisation_id=organisation_id).order_by("number")
    return {"reminder_steps": [[row.days, row.fee, row.text] for row in rows]}


def terms_facts(row: FeeTerms) -> dict[str, Any]:
    """Return the audit facts of a person's terms, without the confidential reason of a reduction."""
    return {"person": row.person_id, "payer": row.payer_id, "until": row.until}


def _plan(plan_id: int) -> MembershipPlan:
    plan = MembershipPlan.objects.filter(pk=plan_id).first()
    if plan is None:
        raise UnknownFeePlan
    return plan


def _validate_settings(row: MoneySettings) -> None:
    if row.iban and not is_iban(row.iban):
        raise NotAnIban(iban=row.iban)
    if row.bic and not is_bic(row.bic):
        raise NotABic(bic=row.bic)
    if not {"{year}", "{number}"} <= set(_placeholders(row.number_pattern)):
        raise NumberPatternUnfit(pattern=row.number_pattern)
    if row.currency not in EXPONENTS or not 0 <= row.payment_days <= MAX_WAIT_DAYS:
        raise NotAnAmount(most=MAX_WAIT_DAYS)
    if row.household_most is not None and not 0 < row.household_most <= MAX_AMOUNT:
        raise NotAnAmount(most=MAX_AMOUNT)
    row.full_clean(validate_unique=False)


def _placeholders(pattern: str) -> list[str]:
    return [one for one in ("{year}", "{number}") if one in pattern]


def _validate_bands(bands: Sequence[Band]) -> None:
    last = -1
    for one in bands:
        if not last < one.from_age <= one.to_age <= MAX_AGE or not 0 < one.percent <= FULL_PERCENT:
            raise BandsUnfit
        last = one.to_age
