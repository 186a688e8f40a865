"""Seeded slips of the pen in real games, and how well legality finds and mends them.

One slip a game, as in NOTATION.md 2.4. A wrong square is one or two off for an arrival and one
off for a departure; the last eight half-moves are left alone, for a slip there has nothing after
it that could betray it. Used by the tests and by `benchmarks/slips.py`.
"""

from dataclasses import dataclass, field
from random import Random

from games.laws import judge, propose_repairs
from games.pdn import read_game, read_games
from games.rules import VARIANTS, legal_moves, move_text

ENGLISH = VARIANTS["english"]
LAST_LEFT_ALONE = 8
MIN_PLIES = 12
BOARD = range(1, 33)

# kind -> (found, at the slip itself), percent of 1,500 games (NOTATION.md 2.4)
TABLE = {
    "half-move left out": (100.0, 100.0),
    "half-move doubled": (100.0, 0.0),
    "arrival square wrong": (99.7, 91.0),
    "departure square wrong": (99.3, 84.0),
    "another legal move written": (99.6, 0.0),
    "two moves of one side swapped": (83.8, 84.0),
}


@dataclass
class Tally:
    """What became of the slips of one kind."""

    games: int = 0
    found: int = 0
    at_the_slip: int = 0
    distances: list = field(default_factory=list)
    mended_first: int = 0
    mended: int = 0

    def share(self, count):
        return 100 * count / self.games

    @property
    def furthest_of_nine_in_ten(self):
        ordered = sorted(self.distances)
        return ordered[int(len(ordered) * 0.9)]


def games_of(path, count):
    """The first games of a file that are long enough, judged."""
    with path.open("rb") as stream:
        records = [record for record in read_games(stream) if len(record.moves) >= MIN_PLIES]
    return [judge(record, variant=ENGLISH) for record in records[:count]]


def ends(text):
    sign = "x" if "x" in text else "-"
    return sign, [int(square) for square in text.split(sign)]


def digits_off(square):
    """Squares that differ from this one in one digit."""
    text = str(square)
    changed = (text[:at] + digit + text[at + 1 :] for at in range(len(text)) for digit in "0123456789")
    return [
        int(other) for other in changed if other != text and other[0] != "0" and 1 <= int(other) <= BOARD[-1]
    ]


def slipped(kind, verdict, random):
    """The texts of a game with one slip of this kind, and the half-move (from zero) it is at."""
    texts = [token.text for token in verdict.record.moves]
    while True:
        at = random.randrange(len(texts) - LAST_LEFT_ALONE)
        changed = _changed(kind, list(texts), at, verdict, random)
        if changed is not None and changed != texts:
            return changed, at


def _changed(kind, texts, at, verdict, random):
    sign, squares = ends(texts[at])
    if kind == "half-move left out":
        return texts[:at] + texts[at + 1 :]
    if kind == "half-move doubled":
        return [*texts[:at], texts[at], *texts[at:]]
    if kind == "two moves of one side swapped":
        texts[at], texts[at + 2] = texts[at + 2], texts[at]
        return texts
    if kind == "another legal move written":
        return _another(texts, at, verdict, random)
    place, options = {
        "arrival square wrong": (-1, [s for s in BOARD if abs(s - squares[-1]) in {1, 2}]),
        "departure square wrong": (0, [s for s in BOARD if abs(s - squares[0]) == 1]),
        "one digit": (0, digits_off(squares[0])),
        "one digit of the arrival": (-1, digits_off(squares[-1])),
    }[kind]
    if not options:
        return None
    squares[place] = random.choice(options)
    texts[at] = sign.join(map(str, squares))
    return texts


def _another(texts, at, verdict, random):
    legal = legal_moves(verdict.replay.positions[at], ENGLISH)
    others = [move for move in legal if move.result != verdict.replay.moves[at].result]
    if not others:
        return None
    texts[at] = move_text(random.choice(others), ENGLISH, legal)
    return texts


def reread(texts):
    """The changed score, read and judged as a file would be."""
    return judge(read_game('[GameType "21"]\n\n' + " ".join(texts) + " *\n"))


def tally(kind, verdicts, seed=7, *, with_repairs=False):
    """Seed one slip of this kind in every game and see what the judge makes of it."""
    random, result = Random(seed), Tally()  # noqa: S311 - the same slips every time
    touched = 3 if kind == "two moves of one side swapped" else 1
    for verdict in verdicts:
        actual = random.choice(("one digit", "one digit of the arrival")) if kind == "one digit" else kind
        texts, at = slipped(actual, verdict, random)
        result.games += 1
        wrong = reread(texts)
        failure = wrong.replay.failure
        if failure is None:
            continue
        result.found += 1
        distance = failure.ply - 1 - at
        result.at_the_slip += distance < touched
        result.distances.append(max(distance - touched + 1, 0))
        if with_repairs:
            meant = move_text(
                verdict.replay.moves[at], ENGLISH, legal_moves(verdict.replay.positions[at], ENGLISH)
            )
            proposed = [(repair.ply, repair.text) for repair in propose_repairs(wrong, 3)]
            result.mended += (at + 1, meant) in proposed
            result.mended_first += proposed[:1] == [(at + 1, meant)]
    return result
