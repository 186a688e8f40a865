"""Template filters for money."""

from collections.abc import Mapping
from typing import Any

from django import template

from club.models import FeeRule, LedgerEntry
from club.money import money_show
from club.money.selectors.reminders import ReminderLine

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """Format an amount with its currency."""
    return money_show.amount_text(amount or 0, currency)


@register.filter
def fee_fact(fact: Mapping[str, Any], currency: str) -> str:
    """Return one reason for an amount."""
    return money_show.fact_text(fact, currency)


@register.filter
def fee_rule(rule: FeeRule, currency: str) -> str:
    """Return the price of a plan."""
    told = {"code": "plan", "plan": rule.plan.name, "amount": rule.amount, "per": rule.per}
    return money_show.fact_text(told, currency)


@register.filter
def why_not(code: str) -> str:
    """Return the reason why a person is not charged."""
    return money_show.why_not_text(code)


@register.filter
def invoice_state(state: str) -> str:
    """Return the state of an invoice."""
    return str(money_show.STATE_WORDS.get(state, state))


@register.filter
def not_reminded(line: ReminderLine) -> str:
    """Return the reason why no reminder is due for an invoice."""
    return money_show.not_reminded_text(line)


@register.filter
def item(held: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key."""
    return held.get(key)


@register.filter
def less(amount: int, currency: str) -> str:
    """Format an amount with its sign reversed."""
    return money_show.amount_text(-amount, currency)


@register.filter
def money_in(entry: LedgerEntry) -> str:
    """Return the money that came in by an entry; a negative amount went out."""
    return money_show.amount_text(-entry.amount, entry.currency)
