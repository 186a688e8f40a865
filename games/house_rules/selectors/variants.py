"""Rules by the key stored on games, sections, ladders and rating lists.

Shipped variants are in a table. House rules are rows; as their key is the hash of the rules, a derivation is
valid for ever, and each process caches it. A text of rules, as records carry it, is as good as a key.
"""

import re
from functools import lru_cache

from games.core.errors import UnknownVariant
from games.models import HouseRules
from games.rules import VARIANTS, HouseRulesError, HouseVariant, Variant, derive, derive_from_text
from games.rules.house import HOUSE
from games.rules.house_facts import HASH_DIGITS

CACHE_SIZE = 512
BASE_IN_TEXT = "base="
KEY = re.compile(rf"{HOUSE}[0-9a-f]{{{HASH_DIGITS}}}")


class StoredRulesChanged(RuntimeError):
    """Stored rules no longer give the key they are stored under: facts of a shipped variant changed."""


def variant_named(key: str) -> Variant:
    """Return the rules of this key, or of this text of rules; refuse unknown ones."""
    found = variant_if_known(key)
    if found is None:
        raise UnknownVariant(key=key[:40], known=list(VARIANTS))
    return found


def variant_if_known(key: str) -> Variant | None:
    """Return the rules of this key, or None for an empty or unknown key."""
    if key in VARIANTS:
        return VARIANTS[key]
    if BASE_IN_TEXT in key:
        return _parse_rules(key)
    return _house_variant(key) if KEY.fullmatch(key) else None


def is_variant(key: str) -> bool:
    """Check that the key names rules that can be played here."""
    return variant_if_known(key) is not None


def text_or_key(variant: Variant) -> str:
    """Return an identifier of rules that is valid without a row: house rules as their own text."""
    return variant.rules_text if isinstance(variant, HouseVariant) else variant.key


def derived_from_row(row: HouseRules) -> HouseVariant:
    """The rules of a row under the club's own name."""
    derived = derive(VARIANTS[row.base], row.changes, name=row.name)
    if derived.key != row.key:
        raise StoredRulesChanged(row.key, derived.key)
    return derived


def rules_of_row(row: HouseRules) -> HouseVariant:
    """The rules of a row, derived once in a process; their name is that of the facts."""
    return _derive_cached(row.key, row.base, tuple(row.changes.items()))


@lru_cache(maxsize=CACHE_SIZE)
def _derive_cached(key: str, base: str, changes: tuple[tuple[str, str], ...]) -> HouseVariant:
    derived = derive(VARIANTS[base], dict(changes))
    if derived.key != key:
        raise StoredRulesChanged(key, derived.key)
    return derived


def _house_variant(key: str) -> HouseVariant | None:
    try:
        return _stored_rules(key)
    except HouseRules.DoesNotExist:
        return None  # it may be made a moment later: only existing rows are cached


@lru_cache(maxsize=CACHE_SIZE)
def _stored_rules(key: str) -> HouseVariant:
    """Return the rules from any club's row: they are the same in all; the name is that of the facts."""
    row = HouseRules.objects.filter(key=key).order_by("pk").first()
    if row is None:
        raise HouseRules.DoesNotExist(key)
    return rules_of_row(row)


@lru_cache(maxsize=CACHE_SIZE)
def _parse_rules(text: str) -> HouseVariant | None:
    try:
        return derive_from_text(text)
    except HouseRulesError:
        return None
