"""Set-up of a section or an event in the form of the audit log, the API and the forms."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, Model

from tournaments.core import section_columns as columns
from tournaments.models import Event, Fee, Official, Prize, RoundState, RoundTime, Section, SectionClass


def class_facts(section: Section) -> dict[str, Any]:
    """The classes of a section."""
    return {"classes": _values(SectionClass.objects.filter(section=section), columns.CLASS)}


def fee_facts(section: Section) -> dict[str, Any]:
    """Return the entry fees."""
    return {"fees": _values(Fee.objects.filter(section=section), columns.FEE)}


def schedule_facts(section: Section) -> dict[str, Any]:
    """Return the start times of the rounds."""
    return {"schedule": _values(RoundTime.objects.filter(section=section), columns.TIME)}


def prize_facts(section: Section) -> dict[str, Any]:
    """Return its prizes, their currency and how they are shared."""
    return {
        "prizes": _values(Prize.objects.filter(section=section), columns.PRIZE),
        "currency": section.currency,
        "prize_sharing": str(section.prize_sharing),
    }


def official_facts(event: Event) -> dict[str, Any]:
    """Return the officials of an event."""
    return {"officials": _values(Official.objects.filter(event=event), columns.OFFICIAL)}


def _values(rows: Iterable[Model], names: Iterable[str]) -> list[dict[str, Any]]:
    names = tuple(names)
    return [{name: getattr(row, name) for name in names} for row in rows]


class Effects(NamedTuple):
    """Counts of the rows that depend on a list."""

    classes: tuple[tuple[str, int], ...] = ()  # by name, how many entries
    prizes: int = 0
    rounds: int = 0  # not closed, so that their start is updated
    is_played: bool = False


def effects_of(section: Section, what: str) -> Effects:
    """Count the rows that depend on a list of the section."""
    if what == "classes":
        found = section.entries.exclude(category="").values_list("category")
        counted = found.annotate(number=Count("pk")).order_by("category")
        return Effects(classes=tuple(counted), prizes=section.prizes.exclude(category="").count())
    rounds = section.round_rows
    if what == "schedule":
        return Effects(rounds=rounds.exclude(state=RoundState.CLOSED).count())
    closed = rounds.filter(state=RoundState.CLOSED).count()
    return Effects(is_played=closed >= section.rounds and section.prizes.exists())
