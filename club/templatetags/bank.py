"""Template filters for bank movements."""

from typing import Any

from django import template

from club.banking.texts import SURENESS, WHY

register = template.Library()


@register.filter
def sureness(value: Any) -> str:
    """Return the confidence of a suggestion as text."""
    return str(SURENESS[value])


@register.filter
def whys(values: Any) -> str:
    """Return the reasons for a suggestion as text."""
    return "; ".join(str(WHY[one]) for one in values)
