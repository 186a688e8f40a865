# The shapes and numbers of shapes.py in C.
from games.compiled.bits cimport Mask

ctypedef int Shifts[3][4]
ctypedef int Counts[3]
ctypedef int Codes[8]
ctypedef Mask PairOfMasks[2]
ctypedef Mask Route[64]
ctypedef long long Ranks[8]

cdef enum:
    KINGS = 2
    ROUTES = 0
    RESULTS = 1
    LISTING = 2
    ROW = 4
    DEEP = 6
    MOST_PIECES = 0
    MOST_VALUE = 1
    BY_KING = 2
    MOST_KINGS = 3
    KING_EARLIEST = 4
