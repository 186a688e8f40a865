"""A club with a treasurer."""

from purse import treasurer
from worlds import world


@world
def tess():
    return treasurer()
