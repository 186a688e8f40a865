"""Shapes and numbers of the generator's tables; ``shapes.pxd`` has them in C."""

Shifts = tuple[tuple[int, ...], ...]  # for men of White, men of Black and kings; at most four each in C
Counts = tuple[int, ...]  # how many there are of each
Codes = tuple[int, ...]  # at most eight in C
PairOfMasks = tuple[int, ...]
Route = list[int]  # 64 masks
Ranks = list[int]  # at most eight numbers

KINGS = 2  # the third row of each table of shifts
ROUTES, RESULTS, LISTING = 0, 1, 2  # what a search is for
ROW = 4  # masks of a capture that is to be played
DEEP = 6  # plies that take long enough to look for an interruption on the way
MOST_PIECES, MOST_VALUE, BY_KING, MOST_KINGS, KING_EARLIEST = 0, 1, 2, 3, 4  # priority.py
