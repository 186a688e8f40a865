"""Registry of retention rules: every app registers its own, a club can change the months.

    keep("club.ended_members", label=_("…"), months=24, due=…, forget=…)

`due` finds the rows of a club that ended before a moment, `forget` deletes their personal data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from club.models import Organisation

MOST_MONTHS = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Retention rule for a kind of data, in months after its end; None for indefinitely."""

    kind: str
    label: Any
    told: Any
    months: int | None
    due: Callable[[Organisation, datetime], QuerySet[Any]]
    forget: Callable[[Sequence[Any]], None]


RULES: dict[str, Rule] = {}


def keep(kind: str, **facts: Any) -> Rule:
    """Register a rule; a kind has one."""
    if kind in RULES:
        raise ValueError(f"{kind} is registered twice.")
    RULES[kind] = Rule(kind=kind, **facts)
    return RULES[kind]
