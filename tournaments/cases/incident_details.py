"""Details of each kind of incident. They are written to the record of the game, so none of them is private.

Squares and moves use the notation of the section's variant.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.house_rules.selectors import variant_named
from games.laws.incidents import MOVES, OTHER, TOUCHES
from games.laws.lexicon import lexicon
from games.rules.notation import square_text
from tournaments.cases.errors import UnknownDetail, WrongDetail

MAX_MINUTES: Final = 600
MAX_TEXT_LENGTH: Final = 80
SIGNS: Final = re.compile(r"\s*[-x:\N{EN DASH}\N{MULTIPLICATION SIGN}]\s*")  # between the squares of a move
MIN_MOVE_SQUARES: Final = 2  # squares


class DetailKind(StrEnum):
    """Input format of a detail."""

    SQUARE = "square"
    MOVE = "move"
    MINUTES = "minutes"
    WORDS = "words"


class Detail(NamedTuple):
    """A detail that an incident asks for."""

    name: str
    kind: DetailKind
    label: str | Promise


SQUARE: Final = Detail("square", DetailKind.SQUARE, _("square of the piece"))
TOWARD: Final = Detail("toward", DetailKind.SQUARE, _("towards square"))
REMOVED: Final = Detail("square", DetailKind.SQUARE, _("square of the removed piece"))
MOVE: Final = Detail("move", DetailKind.MOVE, _("move made"))
MINUTES: Final = Detail("minutes", DetailKind.MINUTES, _("minutes"))
ABOUT: Final = Detail("about", DetailKind.WORDS, _("short description (public)"))

_REMOVALS: Final = ("own_piece_removed", "piece_not_jumped_removed")
DETAILS: Final[Mapping[str, tuple[Detail, ...]]] = {
    **dict.fromkeys(TOUCHES, (SQUARE,)),
    "left_over_corner": (SQUARE, TOWARD),
    **dict.fromkeys(MOVES, (MOVE,)),
    **dict.fromkeys(_REMOVALS, (MOVE, REMOVED)),
    "crowning_forgotten": (SQUARE,),
    "pieces_displaced": (ABOUT,),
    "time_corrected": (MINUTES, ABOUT),
    "late_arrival": (MINUTES,),
    "left_the_hall": (MINUTES,),
    OTHER: (ABOUT,),
}
"""Incidents that are not here ask for nothing more."""
NEEDED: Final = frozenset({(OTHER, ABOUT.name)})
"""Required details of an incident."""


def details_of(incident: str) -> tuple[Detail, ...]:
    """Return the details that an incident asks for; empty for an unknown incident."""
    return DETAILS.get(incident, ())


def validate_details(incident: str, told: Mapping[str, Any], variant: str) -> dict[str, str]:
    """Return the details of an incident in their stored form, without empty ones.

    Raises UnknownDetail for a detail that the incident does not have, WrongDetail for an invalid value.
    """
    asked = {detail.name: detail for detail in details_of(incident)}
    kept: dict[str, str] = {}
    for name, value in told.items():
        text = " ".join(str(value).split())
        if not text:
            continue
        if name not in asked:
            raise UnknownDetail(incident=incident, detail=name)
        kept[name] = _validate_detail(asked[name], text, variant)
    return kept


def filter_details(incident: str, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Filter the stored details of another incident to those that this incident shares."""
    asked = {detail.name for detail in details_of(incident)}
    return {name: value for name, value in kept.items() if name in asked}


def _validate_detail(detail: Detail, text: str, variant: str) -> str:
    if detail.kind is DetailKind.WORDS:
        return text[:MAX_TEXT_LENGTH]
    if detail.kind is DetailKind.MINUTES:
        if not (text.isascii() and text.isdecimal() and 0 < int(text) <= MAX_MINUTES):
            raise WrongDetail(detail=detail.name, value=text)
        return str(int(text))
    rules = variant_named(variant)
    known = lexicon(rules).squares
    written = SIGNS.split(text.lower())
    squares = [known.get(int(name) if name.isdecimal() else name, 0) for name in written]
    is_one = detail.kind is DetailKind.SQUARE
    if 0 in squares or (len(squares) != 1 if is_one else len(squares) < MIN_MOVE_SQUARES):
        raise WrongDetail(detail=detail.name, value=text)
    return square_text(squares[0], rules) if is_one else text
