"""Primitives of compiled modules in interpreted form; ``bits.pxd`` has them in C.

A module takes them from where it runs::

    if cython.compiled:
        from cython.cimports.games.compiled.bits import Mask, popcount
    else:
        from games.compiled.bits import Mask, popcount
"""

Mask = int  # of 64 bits in C
Row = list[int]  # masks, as many as there is room for

popcount = int.bit_count


def longer_row(row: Row, length: int) -> Row:
    """Return a row with room for that many masks that begins as the given one."""
    return row + [0] * (length - len(row))


def drop_row(row: Row) -> None:
    """Free the memory of a row."""
    row.clear()
