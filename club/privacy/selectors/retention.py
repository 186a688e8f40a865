"""Retention periods of a club, and the rows beyond them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from club.models import Organisation, RetentionRule
from club.privacy.personal_data_sets import RULES, Rule

MONTHS_OF_YEAR = 12
LAST_DAYS = 28  # last day that every month has


@dataclass(frozen=True, slots=True)
class DueLine:
    """A rule of the club, and the number of rows the next run deletes; None: kept indefinitely."""

    rule: Rule
    months: int | None
    count: int


def months_of(*, organisation: Organisation) -> dict[str, int | None]:
    """Return the months of every rule in a club: its own, else the defaults."""
    own = dict(RetentionRule.objects.filter(organisation=organisation).values_list("kind", "months"))
    return {kind: own.get(kind, rule.months) for kind, rule in RULES.items()}


def due_now(*, organisation: Organisation) -> list[DueLine]:
    """Count the rows that the next run deletes in a club, by rule."""
    months = months_of(organisation=organisation)
    return [
        DueLine(rule, months[kind], due_rows(rule, organisation, months[kind]).count())
        for kind, rule in RULES.items()
    ]


def due_rows(rule: Rule, organisation: Organisation, months: int | None) -> QuerySet[Any]:
    """Return the rows of a club beyond a number of months, oldest first."""
    moment = months_before(timezone.now(), months or 0)
    rows = rule.due(organisation, moment)
    return rows if months is not None else rows.none()


def months_before(moment: datetime, months: int) -> datetime:
    """Subtract months from a day; the 28th where the month is shorter."""
    years, month = divmod(moment.month - 1 - months, MONTHS_OF_YEAR)
    return moment.replace(year=moment.year + years, month=month + 1, day=min(moment.day, LAST_DAYS))
