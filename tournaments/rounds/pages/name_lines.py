"""A round by name and by game: the data of lists and sheets for the hall."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.ballots import Ballot
from tournaments.core.openings import ballots_of
from tournaments.models import Entry, TeamMember
from tournaments.results.pages.boards import BoardLine

GAMES_AN_OPENING: Final = 2


class NameLine(NamedTuple):
    """A player in the list by name; without an opponent the bye is shown.

    Between teams these are the teams and all their members at boards, with the board of the match.
    """

    entry: Entry | TeamMember
    line: BoardLine
    opponent: Entry | TeamMember | None
    is_white: bool
    board: int = 0

    @property
    def place(self) -> str:
        """Board number; for a member the match and its board."""
        number = self.line.pairing.board_number
        told = "" if number is None else str(number)
        return f"{told}.{self.board}" if self.board else told


class GameSheet(NamedTuple):
    """One game for a score sheet: White, Black, and the drawn opening.

    Between teams those are their members, or the team itself for a board without a name.
    """

    line: BoardLine
    game: int
    white: Entry | TeamMember
    black: Entry | TeamMember
    opening: str
    ballot: Ballot | None = None


def name_lines(lines: Sequence[BoardLine]) -> list[NameLine]:
    """Return all players of a round by name."""
    found = [NameLine(line.first, line, line.second, is_white=True) for line in lines]
    found += [NameLine(line.second, line, line.first, is_white=False) for line in lines if line.second]
    found += [one for line in lines if line.second for one in member_lines(line, line.second)]
    return sorted(found, key=lambda one: one.entry.name.casefold())


def member_lines(line: BoardLine, second: Entry) -> Iterator[NameLine]:
    """Return the members at the boards of a match; opposite an empty board is the other team."""
    for cell in line.games:
        board, sits = cell.result.number, (cell.result.first_member, cell.result.second_member)
        if sits[0]:
            yield NameLine(sits[0], line, sits[1] or second, cell.first_is_white, board)
        if sits[1]:
            yield NameLine(sits[1], line, sits[0] or line.first, not cell.first_is_white, board)


def game_sheets(boards: Sequence[BoardLine]) -> list[GameSheet]:
    """Every game of the boards with its sides and its opening."""
    sheets = []
    for line in boards:
        ballots = ballots_of(line.pairing.ballot)
        for cell in line.games:
            at = (cell.result.number - 1) // GAMES_AN_OPENING
            ballot = ballots[at] if at < len(ballots) else None
            opening = f"{ballot.number}: {ballot.label}" if ballot else ""
            first = cell.result.first_member or line.first
            second = cell.result.second_member or line.second or line.first
            white, black = (first, second) if cell.first_is_white else (second, first)
            sheets.append(GameSheet(line, cell.result.number, white, black, opening, ballot))
    return sheets
