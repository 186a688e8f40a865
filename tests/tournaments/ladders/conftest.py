"""A ladder and who is about; the hall itself is that of the desk's tests."""

import sys
from pathlib import Path

from worlds import world

sys.path.append(str(Path(__file__).resolve().parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "desk"))
sys.path.append(str(Path(__file__).resolve().parent.parent / "ratings"))

from hall import club_of, somebody
from ladder_club import ladder_of


@world
def director():
    return somebody("director", name="dora")


@world
def secretary():
    return somebody("secretary", name="sal")


@world
def arbiter():
    return somebody("arbiter", name="arno")


@world
def ladder():
    return ladder_of(club_of())
