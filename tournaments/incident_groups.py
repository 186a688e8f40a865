"""Incidents as an arbiter looks for them: what happens most first, then by what they are about."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.laws.incidents import AT_THE_BOARD, BEHAVIOUR, CLOCK, MOVES, OTHER, RESULT, TOUCHES
from games.messages import incident_name

GROUPS: Final[tuple[tuple[str, str | Promise, tuple[str, ...]], ...]] = (
    ("touches", _("Touching"), TOUCHES),
    ("moves", _("Moving"), MOVES),
    ("board", _("At the board"), AT_THE_BOARD),
    ("clock", _("The clock"), CLOCK),
    ("behaviour", _("Behaviour"), BEHAVIOUR),
    ("result", _("The result"), RESULT),
    ("other", _("Other"), (OTHER,)),
)
USUAL: Final = ("must_capture", "touched_not_moved", "out_of_turn", "flag_fell", "wrong_square")
MOST_USED: Final = 5


class Kind(NamedTuple):
    """An incident to be tapped."""

    code: str
    name: str


class KindGroup(NamedTuple):
    """Incidents under one heading."""

    key: str
    title: str
    kinds: tuple[Kind, ...]


def kind_groups(used: Iterable[str]) -> list[KindGroup]:
    """The groups, before them those that were used most in the event, filled up with the usual ones."""
    most = tuple(dict.fromkeys((*used, *USUAL)))[:MOST_USED]
    groups = (("most", _("Most used here"), most), *GROUPS)
    return [
        KindGroup(key, str(title), tuple(Kind(code, incident_name(code)) for code in codes))
        for key, title, codes in groups
    ]
