"""Shipped table of English endings: rebuilt, every value proved from its moves, and looked up.

    python -m benchmarks.endings [--pieces N] [--variant KEY]

Without options: English up to four pieces; the file built must equal the shipped one to the byte. The
interpreted kernel takes some ten minutes for it, so it stops at three pieces unless an option asks for more.
Processor time.

"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import heading, row, verdict_on
from games.compiled import kernel_form
from games.endings import EndingTable, open_table
from games.endings.builder import Pair, TableBuilder
from games.endings.pieces import pairs_of, slices_of
from games.endings.table import slice_index
from games.endings.table_store import files_of
from games.rules import VARIANTS, Position, Side, Variant

SECONDS = 60.0  # to build up to four pieces
MICROSECONDS = 1000.0  # a position looked up for the first time, interpreted or not
SHIPPED_PIECES, LOOKED_UP, SEED = 4, 3000, 2026


def built(variant: Variant, folder: Path, pairs: list[Pair]) -> float:
    """Build all pairs from scratch and pack them; return the processor seconds."""
    started = time.process_time()
    shop = TableBuilder(variant, folder, is_afresh=True)
    for pair in pairs:
        shop.build(pair, lambda _: None)
    shop.join(pairs, folder / "joined.endings")
    return time.process_time() - started


def proved(variant: Variant, folder: Path, pairs: list[Pair]) -> tuple[float, int]:
    """Recompute every value from its moves; return processor seconds and the number of differing slices."""
    started = time.process_time()
    shop = TableBuilder(variant, folder)
    differing = sum(len(shop.check(pair, lambda _: None)) for pair in pairs)
    return time.process_time() - started, differing


def looked_up(variant: Variant, table: EndingTable) -> float:
    """Look up positions for the first time; return the microseconds of processor time for one."""
    lots = random.Random(SEED)  # noqa: S311 - a sample that is the same every time
    names = [pieces for pieces in slices_of(table.most_pieces) if pieces.has_both_sides]
    positions = []
    for pieces in lots.choices(names, k=LOOKED_UP):
        masks = slice_index(variant, pieces).masks(lots.randrange(pieces.placements(variant)))
        positions.append(Position(*masks, Side.WHITE))
    started = time.process_time()
    for position in positions:
        table.probe(position)
    return (time.process_time() - started) / LOOKED_UP * 1e6


def main() -> int:
    """Build, compare, prove, look up; return 1 on a difference or a missed budget."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="english")
    parser.add_argument("--pieces", type=int)
    given = parser.parse_args()
    form = kernel_form()
    variant = VARIANTS[given.variant]
    pieces = given.pieces or (SHIPPED_PIECES if form == "compiled" else SHIPPED_PIECES - 1)
    heading(f"Endings of {variant.name} up to {pieces} pieces, {form}")
    pairs = [pair for total in range(2, pieces + 1) for pair in pairs_of(total)]
    placements = sum(each.placements(variant) for pair in pairs for each in pair)
    is_shipped = variant.key == "english" and pieces == SHIPPED_PIECES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds = built(variant, folder, pairs)
        file = folder / "joined.endings"
        is_same = not is_shipped or file.read_bytes() == files_of(variant, None)[0].read_bytes()
        proof, differing = proved(variant, folder, pairs)
        table = open_table(variant, folder)
        microseconds = looked_up(variant, table) if table is not None else 0.0
        row("placements", f"{placements:,}")
        row("built and packed, s", f"{seconds:.1f}", f"{seconds / placements * 1e6:.2f} µs each")
        row("every value proved, s", f"{proof:.1f}", f"{differing} slices differ")
        row("file, bytes", f"{file.stat().st_size:,}", "not as shipped" if not is_same else "")
        row("a position looked up, µs", f"{microseconds:.0f}")
    is_well = is_same and not differing
    if is_shipped and form == "compiled":
        is_well &= verdict_on("building four pieces", seconds, SECONDS, "s", at_most=True)
    is_well &= verdict_on("looking up", microseconds, MICROSECONDS, "µs", at_most=True)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
