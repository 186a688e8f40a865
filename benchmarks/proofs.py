"""Proofs of endings: agreement with a larger table, and the share proved in two seconds.

    python -m benchmarks.proofs

First, positions of three and four pieces are searched with a table of two and compared with the shipped
table of four. Then positions of five to eight pieces are searched with the whole table, for two seconds of
processor time each; the number proved is reported, with the time they took.

"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from statistics import median

from benchmarks.machine import heading, row, verdict_on
from games.endings import EndingTable, Probe, Value, open_table
from games.endings.search import Limits, Outcome, prove
from games.rules import VARIANTS, Position, Side

ENGLISH = VARIANTS["english"]
COMPARED = 4_000
NODES = 1_500
SEARCHED = 40  # positions of each number of pieces
SECONDS = 2.0
PROVED_OF_FIVE = 0.5  # of all drawn positions of five pieces, at least
VALUES = {Outcome.WIN: Value.WIN, Outcome.DRAW: Value.DRAW, Outcome.LOSS: Value.LOSS}


class UpToTwo:
    """The shipped table, limited to positions of two pieces."""

    largest = 2

    def __init__(self, table: EndingTable) -> None:
        self.table = table

    def value(self, position: Position) -> Value | None:
        """Return the value of a position of two pieces."""
        return self.table.value(position) if _pieces(position) <= self.largest else None

    def probe(self, position: Position) -> Probe | None:
        """Return the value with its distance."""
        return self.table.probe(position) if _pieces(position) <= self.largest else None


def main() -> int:
    """Compare, then search."""
    heading("Proofs of endings")
    table = open_table(ENGLISH)
    if table is None:
        print("No table is shipped.")
        return 1
    wrong = _compare(table)
    share = {pieces: _search(table, pieces) for pieces in (5, 6, 7, 8)}
    is_met = verdict_on("positions whose proof contradicts the table", wrong, 0, "positions", at_most=True)
    is_met &= verdict_on("five pieces proved in two seconds", share[5], PROVED_OF_FIVE, "of all")
    return 0 if is_met else 1


def _compare(table: EndingTable) -> int:
    """Return the number of proofs that contradict the table."""
    chance = random.Random(20261123)  # noqa: S311 - the same positions every time
    told: Counter[str] = Counter()
    wrong = 0
    for _ in range(COMPARED):
        position = _drawn(chance, chance.choice((3, 4)))
        limits = Limits(nodes=NODES, positions=100_000, is_over=lambda: False)
        proof, known = prove(position, ENGLISH, UpToTwo(table), limits), table.value(position)
        told[proof.outcome.value] += 1
        is_held = known is not None and proof.least <= known <= proof.most
        if not is_held or VALUES.get(proof.outcome, known) is not known:
            wrong += 1
            print(f"WRONG {position.to_fen(ENGLISH)}: {proof.outcome}, the table says {known}")
    row(f"{COMPARED} positions of 3 and 4 pieces, table of 2", *(f"{k} {n}" for k, n in sorted(told.items())))
    return wrong


def _search(table: EndingTable, pieces: int) -> float:
    """Return the share of positions of a number of pieces that are proved in time."""
    chance = random.Random(pieces)  # noqa: S311 - the same positions every time
    took, halves = [], 0
    for _ in range(SEARCHED):
        position = _drawn(chance, pieces)
        begun = time.process_time()
        end = begun + SECONDS
        limits = Limits(nodes=10**9, positions=400_000, is_over=_over_at(end))
        proof = prove(position, ENGLISH, table, limits)
        if proof.outcome is not Outcome.UNPROVED:
            took.append(time.process_time() - begun)
        elif (proof.least, proof.most) != (Value.LOSS, Value.WIN):
            halves += 1
    share = len(took) / SEARCHED
    typical = f"{median(took):.2f} s" if took else "-"
    row(f"{pieces} pieces", f"{share:.0%} proved", f"{halves / SEARCHED:.0%} by half", f"median {typical}")
    return share


def _over_at(end: float) -> Callable[[], bool]:
    """Return a function that checks that the processor time is used up."""
    return lambda: time.process_time() >= end


def _drawn(chance: random.Random, pieces: int) -> Position:
    """Draw a position with both sides on the board, three kings in ten and no man on its crowning row."""
    geometry, sides = ENGLISH.geometry, ENGLISH.tables.sides
    squares = chance.sample(range(1, geometry.squares + 1), pieces)
    whites = pieces // 2 if chance.random() < 0.7 else chance.randint(1, pieces - 1)
    masks = [0, 0, 0, 0]
    for nth, square in enumerate(squares):
        side, bit = int(nth >= whites), geometry.bits[square]
        is_king = chance.random() < 0.3 or bool(bit & sides[side].crown)
        masks[2 * side + is_king] |= bit
    return Position(masks[0], masks[1], masks[2], masks[3], Side(chance.randint(0, 1)))


def _pieces(position: Position) -> int:
    return sum(mask.bit_count() for mask in position[:4])


if __name__ == "__main__":
    sys.exit(main())
