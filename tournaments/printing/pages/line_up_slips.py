"""Slips for the line-ups of captains: one for each team of a match."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from tournaments.models import Entry, Pairing, TeamMember
from tournaments.results.pages.boards import BoardLine


class SlipBoard(NamedTuple):
    """A board of the slip: its number and the side that the team has there."""

    number: int
    is_white: bool


class LineUpSlip(NamedTuple):
    """The slip of a team."""

    pairing: Pairing
    team: Entry
    opponent: Entry
    boards: tuple[SlipBoard, ...]
    members: tuple[TeamMember, ...]


def line_up_slips(lines: Sequence[BoardLine]) -> list[LineUpSlip]:
    """Return two slips for every match, in the order of the matches."""
    teams = [team for line in lines for team in (line.first, line.second) if team is not None]
    prefetch_related_objects(teams, "members")
    return [
        LineUpSlip(
            line.pairing,
            team,
            opponent,
            tuple(SlipBoard(cell.result.number, cell.first_is_white == is_first) for cell in line.games),
            tuple(team.members.all()),
        )
        for line in lines
        if line.second is not None
        for team, opponent, is_first in ((line.first, line.second, True), (line.second, line.first, False))
    ]
