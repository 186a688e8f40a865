# The primitives of bits.py in C: masks of 64 bits, and rows of them that grow.
from libc.stdlib cimport realloc, free

cdef extern from *:
    """
    typedef unsigned long long draughts_mask;
    #define draughts_popcount(mask) __builtin_popcountll(mask)
    """
    ctypedef unsigned long long Mask "draughts_mask"
    int popcount "draughts_popcount"(Mask mask) noexcept nogil

ctypedef Mask *Row

cdef inline Row longer_row(Row row, Py_ssize_t length) except NULL:
    cdef Row longer = <Row> realloc(row, length * sizeof(Mask))
    if longer is NULL:
        raise MemoryError
    return longer

cdef inline void drop_row(Row row) noexcept:
    free(row)
