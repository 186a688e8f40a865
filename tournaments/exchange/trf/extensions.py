"""Extensions of TRF16 by programs, as values of TRF26: JaVaFo's XX? and bbpPairings' BB?."""

from collections.abc import Callable
from typing import Any, Final

from tournaments.exchange.trf.columns import Line
from tournaments.exchange.trf.errors import PointsDifferByColour
from tournaments.exchange.trf.results import tenths_of
from tournaments.exchange.trf.values import (
    Acceleration,
    Prohibition,
    ReportedByes,
    ReportedPlayer,
    ScoreTable,
)
from tournaments.pairing.values import Colour

FIRST_COLOURS: Final = {"white1": Colour.WHITE, "black1": Colour.BLACK}
# XXS: code -> symbol of the score table; W and D mean a result with either colour.
XXS_SYMBOLS: Final = {
    "W": "W",
    "WW": "W",
    "BW": "W",
    "D": "D",
    "WD": "D",
    "BD": "D",
    "L": "L",
    "WL": "L",
    "BL": "L",
    "ZPB": "Z",
    "HPB": "H",
    "FPB": "F",
    "PAB": "P",
    "FW": "+",
    "FL": "-",
    "A": "A",
    "X": "X",
}
BB_SYMBOLS: Final = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBF": "-", "BBU": "P"}
XXA_FIRST: Final = 10
XXA_STEP: Final = 5


class Extensions:
    """Content of the extending records of a file so far."""

    def __init__(self) -> None:
        self.rounds = 0
        self.initial_colour: Colour | None = None
        self.numbers_by_rank = False
        self.symbols: dict[str, int] = {}
        self.symbols_of_bbp: dict[str, int] = {}
        self.absent: list[int] = []
        self.accelerations: list[Acceleration] = []
        self.prohibitions: list[Prohibition] = []

    def applied(self, lists: dict[str, tuple[Any, ...]], texts: dict[str, Any]) -> dict[str, Any]:
        """Return the values of a report; TRF26 records take precedence."""
        values: dict[str, Any] = {
            "rounds": self.rounds,
            "initial_colour": self.initial_colour,
            "numbers_by_rank": self.numbers_by_rank,
        }
        values |= lists | texts
        stated = values.get("score_table", ScoreTable()).stated
        names = {symbol for symbol, _points in stated}
        more = tuple(each for each in self.symbols.items() if each[0] not in names)
        table = ScoreTable(stated + more)
        for symbol, points in self.symbols_of_bbp.items():
            if symbol not in dict(table.stated) and table.points(symbol) != points:
                table = ScoreTable((*table.stated, (symbol, points)))
        values["score_table"] = table
        for name in ("accelerations", "prohibitions"):
            values[name] = (*lists.get(name, ()), *getattr(self, name))
        if self.absent:
            absent = ReportedByes(
                letter="Z", round_number=next_round(lists["players"]), players=tuple(self.absent)
            )
            values["byes"] = (*lists.get("byes", ()), absent)
        return values

    def read_rounds(self, line: Line) -> None:
        """Read XXR: the number of rounds."""
        (self.rounds,) = numbers_in(line)[:1] or (0,)

    def read_configuration(self, line: Line) -> None:
        """Read XXC: the initial colour, and if the ranks of the file number the players."""
        for word in line.content.split():
            if word.lower() == "rank":
                self.numbers_by_rank = True
            elif word.lower() in FIRST_COLOURS:
                self.initial_colour = FIRST_COLOURS[word.lower()]
            else:
                raise line.unreadable(line.text.find(word) + 1, word, "XXC")

    def read_absent(self, line: Line) -> None:
        """Read XXZ: the players absent from the round to be paired."""
        self.absent += numbers_in(line)

    def read_prohibition(self, line: Line) -> None:
        """Read XXP: players no two of whom are to meet."""
        self.prohibitions.append(Prohibition(players=tuple(numbers_in(line))))

    def read_acceleration(self, line: Line) -> None:
        """XXA: a player in columns 5 to 8, and from column 10, every five, the points lent in each round."""
        found = line.text[4:8].strip()
        if not (found.isascii() and found.isdigit()):
            raise line.unreadable(5, found, "number", last=8)
        number = int(found)
        for round_number, first in enumerate(range(XXA_FIRST, len(line.text) + 1, XXA_STEP), start=1):
            text = line.text[first - 1 : first + 3].strip()
            points = tenths_of(text) if text else 0
            if points is None:
                raise line.unreadable(first, text, "points", last=first + 3)
            if points:
                self._lend(number, round_number, points)

    def _lend(self, number: int, round_number: int, points: int) -> None:
        last = self.accelerations[-1] if self.accelerations else None
        first_round = round_number
        if last and (last.first_player, last.last_round, last.points) == (number, round_number - 1, points):
            first_round = self.accelerations.pop().first_round
        self.accelerations.append(
            Acceleration(
                game_points=points,
                first_round=first_round,
                last_round=round_number,
                first_player=number,
                last_player=number,
            )
        )

    def read_scores(self, line: Line) -> None:
        """Read XXS: code=value, several in a line."""
        for word in line.content.split():
            code, _equals, text = word.partition("=")
            points, symbol = tenths_of(text), XXS_SYMBOLS.get(code.upper())
            column = line.text.find(word) + 1
            if points is None or symbol is None:
                raise line.unreadable(column, word, "XXS")
            if self.symbols.setdefault(symbol, points) != points:
                raise PointsDifferByColour(**line.at(column, word), symbol=symbol)

    def read_score(self, line: Line) -> None:
        """Read BBW and similar records: the points of one result."""
        points = tenths_of(line.content)
        if points is None:
            raise line.unreadable(5, line.content, "points")
        self.symbols_of_bbp[BB_SYMBOLS[line.code]] = points


def numbers_in(line: Line) -> list[int]:
    """Return all numbers of a line."""
    words = line.content.split()
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise line.unreadable(line.text.find(word, 3) + 1, word, "number")
    return [int(word) for word in words]


def next_round(players: tuple[ReportedPlayer, ...]) -> int:
    """Return the round after the last one with a paired player."""
    rounds = [at for player in players for at, cell in enumerate(player.rounds, start=1) if cell.is_paired]
    return max(rounds, default=0) + 1


EXTENSIONS: Final[dict[str, Callable[[Extensions, Line], None]]] = {
    "XXR": Extensions.read_rounds,
    "XXC": Extensions.read_configuration,
    "XXZ": Extensions.read_absent,
    "XXA": Extensions.read_acceleration,
    "XXP": Extensions.read_prohibition,
    "XXS": Extensions.read_scores,
    **dict.fromkeys(BB_SYMBOLS, Extensions.read_score),
}
