"""Template filters for money."""

from collections.abc import Mapping
from typing import Any

from django import template

from club.models import FeeRule, LedgerEntry
from club.money import formatting
from club.money.selectors.reminders import ReminderLine

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """Format an amount with its currency."""
    return formatting.amount_text(amount or 0, currency)


@register.filter
def fee_fact(fact: Mapping[str, Any], currency: str) -> str:
    """Return one reason for an amount."""
    return formatting.fact_text(fact, currency)


@register.filter
def fee_rule(rule: FeeRule, currency: str) -> str:
    """Return the price of a plan."""
    facts = {"code": "plan", "plan": rule.plan.name, "amount": rule.amount, "per": rule.per}
    return formatting.fact_text(facts, currency)


@register.filter
def why_not(code: str) -> str:
    """Return the reason why a person is not charged."""
    return formatting.why_not_text(code)


@register.filter
def invoice_state(state: str) -> str:
    """Return the state of an invoice."""
    return str(formatting.STATE_LABELS.get(state, state))


@register.filter
def not_reminded(line: ReminderLine) -> str:
    """Return the reason why no reminder is due for an invoice."""
    return formatting.not_reminded_text(line)


@register.filter
def item(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key."""
    return mapping.get(key)


@register.filter
def less(amount: int, currency: str) -> str:
    """Format an amount with its sign reversed."""
    return formatting.amount_text(-amount, currency)


@register.filter
def money_in(entry: LedgerEntry) -> str:
    """Return the money that came in by an entry; a negative amount went out."""
    return formatting.amount_text(-entry.amount, entry.currency)
