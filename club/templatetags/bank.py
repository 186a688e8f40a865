"""Words about bank movements in templates."""

from typing import Any

from django import template

from club.banking.texts import SURENESS, WHY

register = template.Library()


@register.filter
def sureness(value: Any) -> str:
    """How sure a suggestion is, in words."""
    return str(SURENESS[value])


@register.filter
def whys(values: Any) -> str:
    """What speaks for a suggestion, in words."""
    return "; ".join(str(WHY[one]) for one in values)
