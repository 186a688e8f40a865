"""Who is in the hall; the hall itself is that of the desk's tests."""

import sys
from pathlib import Path

from worlds import world

sys.path.append(str(Path(__file__).resolve().parent.parent / "desk"))

from hall import somebody


@world
def director():
    return somebody("director", name="dora")


@world
def arbiter():
    return somebody("arbiter", name="arno")
