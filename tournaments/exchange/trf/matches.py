"""Matches of teams in a report: the teams, the players at each board, and the results.

A report lists players alone: their opponents make the matches (records 001). Records 330 add matches that
were not played. Records 300 name players who sat at another board than in the list of the team.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from tournaments.exchange.trf.scoring import announced_bye
from tournaments.exchange.trf.team_seats import Seats
from tournaments.exchange.trf.teams import Team, teams_of
from tournaments.exchange.trf.values import Cell, FileRepair, Report
from tournaments.pairing.values import NOBODY, Colour

SIGNS: Final = frozenset("+-")
ALLOCATED: Final = "U"
OTHER_SIGN: Final = {"+": "-", "-": "-"}
Letters = tuple[str, str]
NOT_IN: Final[Letters] = ("", "")
FORFEITED: Final[Letters] = ("-", "-")


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board: the players of the team named first and of the other (0: none), with their letters."""

    first: int
    second: int
    letters: Letters = NOT_IN


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams in a round; `first` has White on the boards of odd numbers."""

    first: int
    second: int
    boards: tuple[TeamBoard, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if a result is missing."""
        return any(board.letters == NOT_IN for board in self.boards)


@dataclass(frozen=True, slots=True)
class TeamRoundReport:
    """A round of teams: its matches, and the letter of every team without one (empty: not stated)."""

    number: int
    matches: tuple[TeamMatch, ...] = ()
    idle: Mapping[int, str] = field(default_factory=dict)


def rounds_with_teams(report: Report) -> int:
    """Return the last round with any record."""
    cells = ((at, cell) for player in report.players for at, cell in enumerate(player.rounds, start=1))
    told = [at for at, cell in cells if cell.is_paired or cell.result in SIGNS]
    return max([*told, *(one.round_number for one in report.forfeited_matches)], default=0)


def boards_of(report: Report) -> int:
    """Return the boards of a match: record 352, else the most players of a team that sat in a round."""
    if report.board_colours.strip():
        return len(report.board_colours.strip())
    team_of = {player: team.number for team in teams_of(report) for player in team.players}
    seated: Counter[tuple[int, int]] = Counter()
    for player in report.players:
        for at, cell in enumerate(player.rounds, start=1):
            if player.number in team_of and (cell.opponent or cell.result in SIGNS):
                seated[team_of[player.number], at] += 1
    lists = [len(team.players) for team in teams_of(report) if team.players]
    return max(seated.values(), default=min(lists, default=1))


def team_rounds(report: Report) -> tuple[tuple[TeamRoundReport, ...], tuple[FileRepair, ...]]:
    """Return every round, and a note for each contradiction with the lists of the teams."""
    reader = RoundReader(report)
    rounds = tuple(reader.round(number) for number in range(1, rounds_with_teams(report) + 1))
    return rounds, tuple(reader.notes)


class RoundReader:
    """The rounds of a report of teams, one after the other."""

    def __init__(self, report: Report) -> None:
        self.report, self.teams = report, teams_of(report)
        self.size = boards_of(report)
        self.notes: list[FileRepair] = []
        self.players = {player.number: player for player in report.players}
        self.team_of: dict[int, Team] = {}
        self.place: dict[int, int] = {}
        for team in self.teams:
            for at, player in enumerate(team.players, start=1):
                self.team_of.setdefault(player, team)
                self.place.setdefault(player, at)

    def note(self, code: str, **facts: object) -> None:
        """Add a note."""
        self.notes.append(FileRepair(0, code, facts))

    def cell(self, player: int, number: int) -> Cell:
        """Return the cell of a player in a round."""
        return self.players[player].cell(number) if player in self.players else Cell()

    def round(self, number: int) -> TeamRoundReport:
        """Build one round."""
        games = self._games(number)
        for told in self._recorded_matches(number):
            if not any(team in pair for pair in games for team in told):
                games[told] = []
        met = {team for pair in games for team in pair}
        idle = {team.number: self._letter(team, number) for team in self.teams if team.number not in met}
        pair = self._pair_by_forfeit(idle)
        if pair:
            games[pair] = []
            self.note("match_assumed", round=number, first=pair[0], second=pair[1])
            idle = {team: letter for team, letter in idle.items() if team not in pair}
        matches = [self._match(number, pair, found) for pair, found in sorted(games.items())]
        return TeamRoundReport(
            number, tuple(matches), {team: self._bye(team, at, number) for team, at in idle.items()}
        )

    def _games(self, number: int) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Return the games of a round by their teams; of several opponents the one with most games counts."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for player in sorted(self.team_of):
            other, own = self.cell(player, number).opponent, self.team_of[player].number
            theirs = self.team_of.get(other)
            if not other:
                continue
            if theirs is None or theirs.number == own:
                self.note("game_outside_match", player=player, round=number)
            elif own < theirs.number:
                found.setdefault((own, theirs.number), []).append((player, other))
        taken: set[int] = set()
        for pair in sorted(found, key=lambda one: (-len(found[one]), one)):
            if taken.isdisjoint(pair):
                taken.update(pair)
                continue
            for player, _other in found.pop(pair):
                self.note("game_outside_match", player=player, round=number)
        return found

    def _recorded_matches(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the matches that records 330 name."""
        known = {team.number for team in self.teams}
        for one in self.report.forfeited_matches:
            pair = min(one.white, one.black), max(one.white, one.black)
            if one.round_number == number and known.issuperset(pair) and pair[0] != pair[1]:
                yield pair

    def _letter(self, team: Team, number: int) -> str:
        """Return the letter of a team without a match, by its players or records 320 and 240."""
        for record in self.report.team_byes:
            if record.teams[number - 1 : number] == (team.number,):
                return ALLOCATED
        letters = Counter(self.cell(player, number).result for player in team.players)
        letters.pop("", None)
        told = max(letters, key=lambda letter: (letter != "Z", letters[letter]), default="")
        return announced_bye(self.report, team.number, number) or told

    @staticmethod
    def _pair_by_forfeit(idle: Mapping[int, str]) -> tuple[int, int] | None:
        """Return the one team that won by forfeit without an opponent, and the one that lost so."""
        won = [team for team, letter in idle.items() if letter == "+"]
        lost = [team for team, letter in idle.items() if letter == "-"]
        return (min(won + lost), max(won + lost)) if len(won) == len(lost) == 1 else None

    def _bye(self, team: int, letter: str, number: int) -> str:
        """Return the letter of a bye.

        A forfeit won without an opponent was the allocated one, one lost is an absence.
        """
        meant = {"+": ALLOCATED, "-": "Z"}.get(letter, letter)
        if meant not in {letter, "Z"}:
            self.note("team_bye_letter", team=team, round=number, found=letter, meant=meant)
        return meant

    def _match(self, number: int, pair: tuple[int, int], games: list[tuple[int, int]]) -> TeamMatch:
        seated = self._seat_players(number, pair, games)
        if self._first(number, pair, seated) != pair[0]:
            pair, seated = (pair[1], pair[0]), [(two, one) for one, two in seated]
        boards = [self._board(number, one, two) for one, two in seated]
        if not any(board.first or board.second for board in boards):
            boards = [TeamBoard(NOBODY, NOBODY, self._forfeit(number, pair))] * self.size
        return TeamMatch(*pair, tuple(boards))

    def _seat_players(
        self, number: int, pair: tuple[int, int], games: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Return the players at every board."""
        playing = {player for game in games for player in game}
        sides = [self._sitting(team, number, playing) for team in pair]
        told = [self._recorded_seats(team, number) for team in pair]
        seats = Seats(self.size, sides, told)
        seats.seat_games(games)
        seats.seat_unpaired()
        if seats.is_assumed:
            self.note("board_assumed", round=number, first=pair[0], second=pair[1])
        for player in seats.left_out:
            self.note("game_outside_match", player=player, round=number)
        return seats.by_board

    def _sitting(self, team: int, number: int, playing: set[int]) -> list[int]:
        """Return the seated players of a team, in the order of its list: with an opponent or a forfeit.

        A sign of loss is written for reserves, too: they sit only at boards without another player, and not
        if record 300 names the players.
        """
        listed = sorted(
            (player for player, own in self.team_of.items() if own.number == team),
            key=lambda player: self.place[player],
        )
        alone = {
            player: self.cell(player, number).result
            for player in listed
            if not self.cell(player, number).opponent and self.cell(player, number).result in SIGNS
        }
        told = self._recorded_seats(team, number)
        sitting = {
            player
            for player in listed
            if player in playing or alone.get(player) == "+" or (player in alone and player in told)
        }
        free = 0 if told else max(0, self.size - len(sitting))
        reserves = (player for player in listed if player in alone and player not in sitting)
        sitting |= set(islice(reserves, free))
        return [player for player in listed if player in sitting]

    def _recorded_seats(self, team: int, number: int) -> dict[int, int]:
        """Return the boards that a record 300 gives the players of a team."""
        for one in self.report.out_of_order:
            if one.round_number == number and one.team == team:
                return {player: at for at, player in enumerate(one.players, start=1) if player}
        return {}

    def _forfeit(self, number: int, pair: tuple[int, int]) -> Letters:
        """Return the result of a match without players at its boards, seen from the team named first."""
        for one in self.report.forfeited_matches:
            if one.round_number == number and {one.white, one.black} == set(pair):
                white, black = one.outcome[:1], one.outcome[1:]
                return (white, black) if one.white == pair[0] else (black, white)
        return FORFEITED

    def _first(self, number: int, pair: tuple[int, int], seated: list[tuple[int, int]]) -> int:
        """Return the team with White on the boards of odd numbers; records 330 state it, too."""
        votes: Counter[int] = Counter()
        for at, players in enumerate(seated, start=1):
            for team, player in zip(pair, players, strict=True):
                colour = self.cell(player, number).colour
                if colour is not None:
                    other = pair[1] if team == pair[0] else pair[0]
                    votes[team if (colour is Colour.WHITE) == (at % 2 == 1) else other] += 1
        if votes:
            return max(pair, key=lambda team: votes[team])
        for one in self.report.forfeited_matches:
            if one.round_number == number and {one.white, one.black} == set(pair):
                return one.white
        self.note("match_colours_assumed", round=number, first=pair[0], second=pair[1])
        return pair[0]

    def _board(self, number: int, first: int, second: int) -> TeamBoard:
        """Return a board with its letters; those of an empty side follow from the other."""
        mine, theirs = (self.cell(player, number).result for player in (first, second))
        if first and second and self.cell(first, number).opponent == second:
            return TeamBoard(first, second, (mine, theirs))
        if not first and not second:
            return TeamBoard(first, second, FORFEITED)
        if first and not second:
            return TeamBoard(first, second, (mine or "+", OTHER_SIGN.get(mine, "-")))
        if second and not first:
            return TeamBoard(first, second, (OTHER_SIGN.get(theirs, "-"), theirs or "+"))
        return TeamBoard(first, second, (mine or "-", theirs or "-"))
