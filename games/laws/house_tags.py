"""The house rules that a record carries: `[HouseRules "3f2a...; base=english; king_flies=yes"]`."""

from __future__ import annotations

from functools import lru_cache

from games.pdn import GameRecord
from games.rules import HouseRulesError, HouseVariant, derive_from_text
from games.rules.house import NAME_BEGINS, RULES_TAG

LONGEST_NAME = 100


def house_rules_of(record: GameRecord) -> HouseVariant | None:
    """Return the variant that a record describes by itself; None where none can be derived."""
    text = record.tag(RULES_TAG)
    found = _derived(text, _name(record)) if text else None
    return found if isinstance(found, HouseVariant) else None


def unread_house_rules(record: GameRecord) -> str:
    """Return the code of why the house rules of a record cannot be derived; "" if they can or are absent."""
    text = record.tag(RULES_TAG)
    found = _derived(text, _name(record)) if text else None
    return found.code if isinstance(found, HouseRulesError) else ""


def _name(record: GameRecord) -> str:
    name = record.tag("Variant")
    is_house = name.startswith(NAME_BEGINS)
    return " ".join(name.removeprefix(NAME_BEGINS).split())[:LONGEST_NAME] if is_house else ""


@lru_cache(maxsize=64)
def _derived(text: str, name: str) -> HouseVariant | HouseRulesError:
    """Derive the house rules once for all the games of a file."""
    try:
        return derive_from_text(text, name=name)
    except HouseRulesError as refusal:
        return refusal
