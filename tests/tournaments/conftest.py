"""Who is in the hall."""

from event_rows import published_round, section_of, somebody
from incidents import Hall
from worlds import world

from tournaments.cases.services.cases import open_case


@world
def section():
    """A published weekend Swiss with six players."""
    return section_of()


@world
def director():
    return somebody("director", name="dora")


@world
def arbiter():
    return somebody("arbiter", name="arno")


@world
def player():
    return somebody("player", name="pia")


@world
def hall():
    """A round under way, with an arbiter, a deputy and a director."""
    return Hall()


@world
def white(hall):
    """Who has White at the first board."""
    return hall.row.pairings.order_by("board_number").first().white.name


@world
def case(hall, white):
    """A case at the first board that waits for the arbiter."""
    return open_case(event_id=hall.event.pk, about=hall.at(white), incident="must_capture", actor=hall.deputy)


@world
def row(section):
    """The first round, published."""
    return published_round(section)
