"""Groups of incidents for the arbiter: the most frequent first, then by subject.

A kind that cannot occur in the game, or only in a written record, is not offered.
"""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.house_rules.selectors import variant_named
from games.judging.messages import incident_name
from games.laws.incidents import (
    AT_THE_BOARD,
    BEHAVIOUR,
    CLOCK,
    INCIDENTS,
    MOVES,
    OTHER,
    RESULT,
    TOUCHES,
    possible_incidents,
)

GROUPS: Final[tuple[tuple[str, str | Promise, tuple[str, ...]], ...]] = (
    ("touches", _("Touching"), TOUCHES),
    ("moves", _("Moving"), MOVES),
    ("board", _("At the board"), AT_THE_BOARD),
    ("clock", _("The clock"), CLOCK),
    ("behaviour", _("Behaviour"), BEHAVIOUR),
    ("result", _("The result"), RESULT),
    ("other", _("Other"), (OTHER,)),
)
USUAL: Final = (
    *("must_capture", "touched_not_moved", "capture_incomplete", "out_of_turn"),
    *("wrong_square", "flag_fell", "late_arrival", "electronic_device"),
)
TILES: Final = 8


class Kind(NamedTuple):
    """An incident as a tile."""

    code: str
    name: str


class KindGroup(NamedTuple):
    """Incidents under one heading."""

    key: str
    title: str
    kinds: tuple[Kind, ...]


def offered_kinds(variants: Iterable[str]) -> tuple[str, ...]:
    """Return the incidents that can occur in one of the games; all without a game."""
    possible = {code for key in variants for code in possible_incidents(variant_named(key))}
    return tuple(code for code in INCIDENTS if code in possible or not possible)


def commonest_kinds(used: Iterable[str], offered: Collection[str]) -> tuple[str, ...]:
    """Return the incidents for the tiles: the most frequent of the event, filled up with common ones."""
    return tuple(code for code in dict.fromkeys((*used, *USUAL)) if code in offered)[:TILES]


def kind_groups(used: Iterable[str], offered: Collection[str]) -> list[KindGroup]:
    """Return the offered kinds by subject, after the most frequent of them."""
    groups = (("most", _("Most frequent"), commonest_kinds(used, offered)), *GROUPS)
    return [KindGroup(key, str(title), _kinds(codes, offered)) for key, title, codes in groups]


def _kinds(codes: Iterable[str], offered: Collection[str]) -> tuple[Kind, ...]:
    return tuple(Kind(code, incident_name(code)) for code in codes if code in offered)
