"""A ladder and who keeps it."""

from event_rows import club_of, somebody
from ladder_club import ladder_of
from worlds import world


@world
def secretary():
    return somebody("secretary", name="sal")


@world
def ladder():
    return ladder_of(club_of())
