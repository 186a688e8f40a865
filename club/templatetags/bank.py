"""Template filters for bank movements."""

from typing import Any

from django import template

from club.banking.messages import CONFIDENCE_LABELS, REASON_LABELS

register = template.Library()


@register.filter
def sureness(value: Any) -> str:
    """Return the confidence of a suggestion as text."""
    return str(CONFIDENCE_LABELS[value])


@register.filter
def whys(values: Any) -> str:
    """Return the reasons for a suggestion as text."""
    return "; ".join(str(REASON_LABELS[one]) for one in values)
