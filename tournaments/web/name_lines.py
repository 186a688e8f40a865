"""A round by name, and its games one by one: what lists and sheets for the hall are made of."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.models import Entry, TeamMember
from tournaments.openings import ballots_of
from tournaments.web.boards import BoardLine

GAMES_AN_OPENING: Final = 2


class NameLine(NamedTuple):
    """A player in the list by name; without an opponent the bye is told."""

    entry: Entry
    line: BoardLine
    opponent: Entry | None
    is_white: bool


class GameSheet(NamedTuple):
    """One game to be written down: who has White, who has Black, and the opening that was drawn.

    Between teams those are their members, or the team itself where nobody is named.
    """

    line: BoardLine
    game: int
    white: Entry | TeamMember
    black: Entry | TeamMember
    opening: str


def name_lines(lines: Sequence[BoardLine]) -> list[NameLine]:
    """Everybody in a round by name."""
    found = [NameLine(line.first, line, line.second, is_white=True) for line in lines]
    found += [NameLine(line.second, line, line.first, is_white=False) for line in lines if line.second]
    return sorted(found, key=lambda one: one.entry.name.casefold())


def game_sheets(boards: Sequence[BoardLine]) -> list[GameSheet]:
    """Every game of the boards with its sides and its opening."""
    sheets = []
    for line in boards:
        ballots = ballots_of(line.pairing.ballot)
        for cell in line.games:
            at = (cell.result.number - 1) // GAMES_AN_OPENING
            opening = f"{ballots[at].number}: {ballots[at].label}" if at < len(ballots) else ""
            first = cell.result.first_member or line.first
            second = cell.result.second_member or line.second or line.first
            white, black = (first, second) if cell.first_is_white else (second, first)
            sheets.append(GameSheet(line, cell.result.number, white, black, opening))
    return sheets
