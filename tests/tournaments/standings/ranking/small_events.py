"""Small events written in a line a player: opponent, colour and result of each round, as in a report."""

import re
from dataclasses import dataclass

from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind
from tournaments.standings.ranking.codes import Code
from tournaments.standings.ranking.ranking import standings
from tournaments.standings.ranking.registry import tiebreak_of
from tournaments.standings.ranking.tiebreak_context import TiebreakContext
from tournaments.standings.ranking.values import Results, Scale, entrants_of

PLAYED = {"1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss"}
COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}


@dataclass
class Worth:
    win: int = 10
    draw: int = 5
    loss: int = 0
    allocated: int | None = None
    absent: int = 0


TWO_ONE_NIL = Worth(win=2, draw=1, loss=0, allocated=2)
CELL = re.compile(r"(\d*)([wb]?)([-+=10UFHZ])")


def event(*rows, ratings=(), worth=TWO_ONE_NIL, **facts):
    """``event("2w1 3b=", ...)``: the first row is number 1; points are 2/1/0 unless told otherwise."""
    players = [
        Player(
            number=number,
            rounds=tuple(read_round(cell(text), worth) for text in row.split()),
            rating=ratings[number - 1] if ratings else 0,
        )
        for number, row in enumerate(rows, 1)
    ]
    rounds = max(len(player.rounds) for player in players)
    scale = Scale(win=worth.win, draw=worth.draw, loss=worth.loss)
    return Results(**{"entrants": entrants_of(players), "rounds": rounds, "scale": scale} | facts)


def cell(text):
    opponent, colour, result = CELL.fullmatch(text).groups()
    return f"{int(opponent or 0):4} {colour or '-'} {result}"


def values(results, text):
    """Everybody's amounts of one tie-break; those among tied entries as if all were tied."""
    code = Code.read(text)
    computed = tiebreak_of(code).compute(
        TiebreakContext(results), code, [each.number for each in results.entrants]
    )
    return {number: value.amount for number, value in computed.items()}


def value(results, text, number):
    code = Code.read(text)
    return tiebreak_of(code).compute(
        TiebreakContext(results), code, [each.number for each in results.entrants]
    )[number]


def order(results, *texts):
    """The numbers in order with their ranks."""
    table = standings(results, tuple(Code.read(text) for text in texts))
    return [(row.rank, row.number) for row in table.standings]


def read_round(text, worth):
    opponent, colour, symbol = int(text[:4].strip() or 0), COLOURS.get(text[5:6]), text[7:8]
    if symbol in PLAYED:
        return PlayerRound(RoundKind.PLAYED, opponent, colour, getattr(worth, PLAYED[symbol]))
    kind, points = {
        "+": (RoundKind.FORFEIT_WIN, worth.win),
        "-": (RoundKind.FORFEIT_LOSS, worth.absent),
        "U": (RoundKind.ALLOCATED_BYE, worth.allocated),
        "F": (RoundKind.FULL_BYE, worth.win),
        "H": (RoundKind.HALF_BYE, worth.draw),
    }.get(symbol, (RoundKind.ZERO_BYE, worth.absent))
    return PlayerRound(kind, opponent, None, points)
