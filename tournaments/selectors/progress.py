"""How everybody's score grew round by round, as the results make it now."""

from typing import NamedTuple

from tournaments.models import Entry, Section
from tournaments.pairing.values import NOBODY, Colour
from tournaments.selectors.standings import last_round, ranked_table
from tournaments.selectors.system_standings import has_own_ranking, own_ranking
from tournaments.standings.crosstable import Step, progress_table


class ProgressStep(NamedTuple):
    """One round of a player: the score after it, and against whom with which side it was made."""

    round: int
    score: int
    points: int
    opponent: Entry | None
    colour: Colour | None


class ProgressLine(NamedTuple):
    """A player's scores, the first round first."""

    rank: int
    entry: Entry
    steps: tuple[ProgressStep, ...]


def progress_lines(section: Section) -> list[ProgressLine]:
    """Everybody in the order of the standings."""
    after = last_round(section)
    table, entries = ranked_table(section, after=after)
    rows = {row.number: row for row in progress_table(table)}
    order = [(row.rank, row.number) for row in rows.values()]
    if has_own_ranking(section):
        order = [(row.rank, row.entry.number or 0) for row in own_ranking(section, after=after).rows]
    return [
        ProgressLine(rank, entries[number], tuple(_step(step, entries) for step in rows[number].steps))
        for rank, number in order
        if number in rows
    ]


def _step(step: Step, entries: dict[int, Entry]) -> ProgressStep:
    opponent = None if step.opponent == NOBODY else entries[step.opponent]
    meeting = step.meeting
    return ProgressStep(meeting.round, step.score, meeting.points, opponent, meeting.colour)
