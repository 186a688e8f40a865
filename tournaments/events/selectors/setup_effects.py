"""Effects of a change of a list, as counts before the change."""

from typing import NamedTuple

from django.db.models import Count

from tournaments.models import RoundState, Section


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
    return Effects(is_played=closed >= section.rounds)
