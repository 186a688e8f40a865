"""Tables worked out backwards from the end, slice by slice, with the variant's own generator.

A slice and its turned one are built together, after every slice that a capture or a crowning leads to. First
each placement is looked at once: without a move it is lost; with a capture its code follows from smaller
slices; otherwise its moves within the pair are counted. Then the distances are taken in order. A placement
with a move to one lost in n plies is won in n + 1. A placement all of whose moves lead to a win of the enemy
is lost one ply after the longest of them. What is left over is drawn.
"""

from collections.abc import Callable

from games.compiled import in_use
from games.endings import core
from games.endings.coverage import require_tables
from games.endings.marks import MarksInMemory, marks_of
from games.endings.pieces import Pieces, pairs_of
from games.endings.table import EndingTable
from games.endings.values import LOST_NOW
from games.rules import Variant

PROGRESS_INTERVAL = 50_000  # placements between two words about the progress

Codebook = in_use(core.Codebook)
PairBuilder = in_use(core.PairBuilder)
SliceIndex = in_use(core.SliceIndex)

Progress = Callable[[int], None]  # called with the number of further placements done


def new_codebook(variant: Variant) -> core.Codebook:
    """Return a codebook without a slice; raises NoEndings for a variant that has no tables."""
    require_tables(variant)
    return Codebook(variant.tables)


def build_pair(
    variant: Variant, book: core.Codebook, pair: tuple[Pieces, ...], progress: Progress
) -> dict[Pieces, bytes]:
    """Work out a slice and its turned one: their codes go into the book, their marks are the answer.

    The slices to which captures and crownings lead are in the book already.
    """
    indexes = [SliceIndex(variant, pieces) for pieces in pair]
    builder = PairBuilder(book, indexes)
    for which, pieces in enumerate(pair):
        size = pieces.placements(variant)
        for start in range(0, size, PROGRESS_INTERVAL):
            end = min(start + PROGRESS_INTERVAL, size)
            builder.look_at_each(which, start, end)
            progress(end - start)
    code = LOST_NOW
    while code <= builder.last_code():
        for which in range(len(pair)):
            if builder.is_waiting(code):
                builder.take_back(which, code)
                progress(0)
        code += 1
    marks: dict[Pieces, bytes] = {}
    for which, pieces in enumerate(pair):
        codes, has_capture = builder.found(which)
        book.put(pieces, indexes[which], codes)
        marks[pieces] = marks_of(codes, has_capture)
    return marks


def build_in_memory(variant: Variant, most_pieces: int) -> EndingTable:
    """Build a table in memory only: two pieces in a second, three in half a minute."""
    book = new_codebook(variant)
    marks: dict[Pieces, bytes] = {}
    for total in range(2, most_pieces + 1):
        for pair in pairs_of(total):
            marks.update(build_pair(variant, book, pair, lambda _: None))
    return EndingTable(variant, MarksInMemory(marks))
