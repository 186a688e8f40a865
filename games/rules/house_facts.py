"""Facts of a rule set as text: those a club may change, their values, and the hash that pins them.

A rule set is written one fact a line in the order of `FACTS`. How moves are written down (letters, capture
sign, result) and names are no rules and are left out. A fact that a later edition adds is listed in `LATER`
with the value it had before it could be named, and is written only where it differs: so no hash of
an earlier edition changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games.rules.variant_facts import Criterion, Crowning, Goal, KingLanding, Removal

if TYPE_CHECKING:
    from games.rules.tables import Variant

HASH_DIGITS: Final = 12
REMEDY: Final = "remedy_for_missed_capture"
NOTHING: Final = "none"
FEWEST_ROWS: Final = 1
FREE_ROWS: Final = 2  # between the men of both sides

NOT_RULES: Final = frozenset(
    {
        *("key", "name", "pdn_type", "game_type", "uses_letters", "capture_sign", "result_family"),
        *("articles", "unconfirmed", "tables"),
    }
)
"""What of a variant is identity, notation or source, and no rule of play."""

FACTS: Final = (
    *("geometry", "first_to_move", "rows_of_men", "empty_rows_behind", "moves_along", "captures_along"),
    *("king_flies", "king_landing", "king_must_land_to_go_on", "king_moves_in_a_row", "man_goes_sideways"),
    *(
        "man_captures_backward",
        "man_captures_king",
        "crowning",
        "priority",
        "removal",
        "may_turn_back",
        "goal",
    ),
)
"""Every rule of play, in the order in which it is written."""

LATER: Final[Mapping[str, str]] = MappingProxyType({})
"""Rules of play that came after the first edition, with what held before."""

OF_THE_START: Final = frozenset({"first_to_move", "rows_of_men", "empty_rows_behind"})
"""What decides how play begins, and of no position who wins it."""


class Remedy(StrEnum):
    """Remedy for a capture that was not made, or for the wrong choice of capture."""

    INSIST = "insist"  # the law book's way: the move is taken back and the capture made
    HUFF = "huff"  # the opponent may take off a piece that should have captured, or accept the move
    OPPONENT_CHOOSES = "opponent_chooses"  # huff, insist on the capture, or accept the move


class Changeable(NamedTuple):
    """A fact that a club may change: how its text is read, and every text that it may have."""

    read: Callable[[str], Any]
    values: Callable[[Variant], tuple[str, ...]]


def text_of(value: Any) -> str:
    """Return a fact as written: yes and no, the words of a choice, criteria with commas, a number."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(text_of(one) for one in value) or NOTHING
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value.value, int) else str(value.value)
    return str(getattr(value, "key", value))


def _criteria(text: str) -> tuple[Criterion, ...]:
    return () if text == NOTHING else tuple(Criterion(word.strip()) for word in text.split(","))


def _yes_or_no(_base: Variant) -> tuple[str, ...]:
    return ("yes", "no")


def _names_of(kind: type[Enum]) -> Callable[[Variant], tuple[str, ...]]:
    return lambda _base: tuple(text_of(one) for one in kind)


def _rows(base: Variant) -> tuple[str, ...]:
    free = (base.geometry.height - FREE_ROWS) // 2 - base.empty_rows_behind
    most = max(base.rows_of_men, free)
    return tuple(str(number) for number in range(FEWEST_ROWS, most + 1))


PRIORITIES: Final = (
    *(NOTHING, "most_pieces", "by_king", "most_pieces,by_king", "most_pieces,most_kings"),
    *("most_value", "most_value,by_king"),
    "most_pieces,by_king,most_kings,king_earliest",
)
"""The orders of captures that are played somewhere; any other order would be a game of nobody's."""

_BOOLEAN: Final = Changeable(lambda text: text == "yes", _yes_or_no)
CHANGEABLE: Final[Mapping[str, Changeable]] = MappingProxyType(
    {
        "rows_of_men": Changeable(int, _rows),
        "king_flies": _BOOLEAN,
        "king_landing": Changeable(KingLanding, _names_of(KingLanding)),
        "king_must_land_to_go_on": _BOOLEAN,
        "man_captures_backward": _BOOLEAN,
        "man_captures_king": _BOOLEAN,
        "crowning": Changeable(Crowning, _names_of(Crowning)),
        "priority": Changeable(
            _criteria, lambda base: tuple(dict.fromkeys((*PRIORITIES, text_of(base.priority))))
        ),
        "removal": Changeable(Removal, _names_of(Removal)),
        "may_turn_back": _BOOLEAN,
        "goal": Changeable(Goal, _names_of(Goal)),
        REMEDY: Changeable(Remedy, _names_of(Remedy)),
    }
)
"""What a club may change. The board, who begins and along which lines men and kings go stay the base's."""


def facts_stated(facts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the facts that pin a rule set, in order: a later one only where it differs."""
    return (*FACTS, *(name for name, before in LATER.items() if facts[name] != before))


def canonical_text(base_key: str, facts: Mapping[str, str]) -> str:
    """Return the rule set in one form: its base, a line a fact, the remedy for a missed capture last."""
    lines = [f"base={base_key}", *(f"{name}={facts[name]}" for name in facts_stated(facts))]
    return "\n".join([*lines, f"{REMEDY}={facts[REMEDY]}"])


def hash_of(text: str) -> str:
    """Return the first twelve hexadecimal digits of the SHA-256 of a canonical text."""
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]
