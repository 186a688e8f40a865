"""Planned number of rounds of a section, if known before it ends."""

from typing import Final

from tournaments.core.league_rules import team_rules
from tournaments.core.section_options import options_of
from tournaments.core.trees import is_over
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.systems import cycles_of
from tournaments.models import EntryState, Section
from tournaments.pairing.knockout.bracket import Knockout
from tournaments.pairing.round_robin.schedule import RoundRobin

MIN_PLAYERS: Final = 2


def planned_rounds(section: Section, entries: int | None = None) -> int | None:
    """Return the rounds of the table or tree of the current entries, else the set number; None if unknown.

    Ninety-nine rounds, the highest value of the setting, means an open number. `entries` is the size of the
    table where the caller has counted it.
    """
    told = _of_its_table(section, entries) if section.system in TABLES else None
    if told is not None:
        return min(told, section.rounds)
    return None if section.rounds >= MAX_ROUNDS else section.rounds


def is_last_round(section: Section, number: int, *, entries: int | None = None) -> bool:
    """Check that no round follows this one; `entries` as in `planned_rounds`."""
    planned = planned_rounds(section, entries)
    if planned is None:
        return False
    return number >= planned or (number == planned - 1 and _ends_before_the_second_final(section, number))


def _ends_before_the_second_final(section: Section, number: int) -> bool:
    """Check that the winner of the upper bracket has won the first final, so that there is no second."""
    return section.system == "double_elimination" and is_over(section, number)


def _of_its_table(section: Section, count: int | None) -> int | None:
    """Return the rounds of the full table or tree; None for fewer than two entries."""
    if count is None:
        entries = section.entries.filter(number__isnull=False).count()
        count = entries or section.entries.filter(state=EntryState.CONFIRMED).count()
    if count < MIN_PLAYERS:
        return None
    if section.system == "scheveningen":
        return count // 2 * options_of(section).cycles
    if section.has_tree:
        is_double = section.system == "double_elimination"
        reset = is_double and options_of(section).second_final
        return Knockout(players=count, is_double=is_double, third_place=False, has_reset=reset).rounds
    cycles = team_rules(section).cycles if section.is_team else cycles_of(section)
    return RoundRobin(players=count, cycles=cycles, swap_last_rounds=False).rounds


TABLES: Final = frozenset(
    {
        *("round_robin", "double_round_robin", "team_round_robin", "scheveningen"),
        *("knockout", "double_elimination"),
    }
)
