"""A PDN file of thousands of records, all different, made from the demo's sixty games.

Each game is written down from each of its positions on, to its end and to the ply before. Some records are
written twice, some go on with a move that no rule allows, some have a position that cannot be read.
"""

from dataclasses import dataclass, field

from processes import REPOSITORY

from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.pdn import read_games

DEMO = REPOSITORY / "games" / "demo" / "nineteenth_century.pdn"
MIN_PLIES = 8
EVERY = 40
TWICE, ILLEGAL, UNREADABLE = 7, 19, 31  # the places of odd records among each forty
RECORD = (
    '[White "{white}"]\n[Black "{black}"]\n[Round "{number}"]\n[GameType "21,B,8,8,N1,0"]\n'
    '[FEN "{fen}"]\n[Result "*"]\n\n{moves} *\n\n'
)


@dataclass(slots=True)
class LargeArchive:
    """The text, and which of its records (counted from 0) are what."""

    text: str = ""
    twice: set[int] = field(default_factory=set)
    illegal: set[int] = field(default_factory=set)
    unreadable: set[int] = field(default_factory=set)
    count: int = 0

    @property
    def stored_indices(self):
        return set(range(self.count)) - self.twice - self.unreadable


def different_games():
    """Players, first position and moves; no two alike."""
    seen = set()
    with DEMO.open("rb") as file:
        for record in read_games(file):
            replay = judge(record, LAW_BOOKS["standard-laws"]).replay
            texts = [move.text for move in record.moves]
            for begin in range(len(texts) - MIN_PLIES):
                fen = replay.positions[begin].to_fen(replay.variant)
                for end in (len(texts), len(texts) - 1):
                    moves = " ".join(texts[begin:end])
                    if (fen, moves) not in seen:
                        seen.add((fen, moves))
                        yield {
                            "white": record.tag("White"),
                            "black": record.tag("Black"),
                            "fen": fen,
                            "moves": moves,
                        }


def large_archive(most):
    """At most so many records; the same ones each time."""
    made, parts, before = LargeArchive(), [], {}
    for number, game in zip(range(most), different_games(), strict=False):
        facts, place = {**game, "number": number}, number % EVERY
        if place == TWICE:
            facts = before
            made.twice.add(number)
        elif place == ILLEGAL:
            facts["moves"] += " 1-32"
            made.illegal.add(number)
        elif place == UNREADABLE:
            facts["fen"] = "W:W99:B0"
            made.unreadable.add(number)
        parts.append(RECORD.format(**facts))
        before = facts
        made.count += 1
    made.text = "".join(parts)
    return made
