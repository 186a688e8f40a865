"""House rules of clubs with their facts next to the base, and rules by the key stored on other rows."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, Min, OuterRef, QuerySet

from games.core.errors import HouseRulesNotOffered, UnknownVariant
from games.models import Game, HouseRules
from games.rules import VARIANTS, HouseRulesError, HouseVariant, Variant, derive, derive_from_text
from games.rules.house import HOUSE, fact_texts
from games.rules.house_facts import CHANGEABLE, HASH_DIGITS

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


OFFERED_FIRST: Final = F("retired_at").asc(nulls_first=True)
"""Databases differ on the place of NULL, which offered rules have."""
MAX_OFFERED: Final = 50
"""So many are listed where clubs are not asked for; others are found by the page of the rules themselves."""


class ComparedFact(NamedTuple):
    """A fact of play: in the base, and in the house rules."""

    fact: str
    before: str
    now: str

    @property
    def is_changed(self) -> bool:
        """True if the house differs from the base."""
        return self.before != self.now


def house_rules_of(*, organisation_id: int) -> QuerySet[HouseRules]:
    """Return all rows of a club: those offered first, by name."""
    rows = HouseRules.objects.filter(organisation_id=organisation_id)
    return rows.order_by(OFFERED_FIRST, "name", "pk")


def known_rules(clubs: frozenset[int] | None) -> QuerySet[HouseRules]:
    """The house rules of clubs by number, None for those of all: offered first, club by club."""
    rows = HouseRules.objects.select_related("organisation")
    if clubs is not None:
        rows = rows.filter(organisation__in=clubs)
    return rows.order_by("organisation__name", OFFERED_FIRST, "name", "pk")


def offered_rules(*, organisation_id: int) -> QuerySet[HouseRules]:
    """Return the house rules for new sections and ladders of a club."""
    return HouseRules.objects.filter(organisation_id=organisation_id, retired_at=None).order_by("name", "pk")


def offered_by_clubs(clubs: frozenset[int] | None) -> QuerySet[HouseRules]:
    """Return the rules offered by clubs by number, None for all of them, club by club, up to a limit."""
    return (
        known_rules(clubs).filter(retired_at=None).order_by("organisation__name", "name", "pk")[:MAX_OFFERED]
    )


def offered_anywhere() -> QuerySet[HouseRules]:
    """Return the rules that clubs offer, each once, those of most clubs if there are too many to list.

    They are public: the page of rules is public under their key, and each club has a public page.
    """
    return _one_per_key(HouseRules.objects.filter(retired_at=None))


def rules_of_archived_games() -> QuerySet[HouseRules]:
    """The rules that games of the archive were played by, each once, also those offered no longer."""
    return _one_per_key(HouseRules.objects.filter(Exists(Game.objects.filter(variant=OuterRef("key")))))


def offered_keys() -> tuple[str, ...]:
    """Return the keys by which a page that offers them is known to be unchanged."""
    return tuple(sorted(offered_anywhere().values_list("key", flat=True)))


def _one_per_key(rows: QuerySet[HouseRules]) -> QuerySet[HouseRules]:
    """Return one row for each key."""
    keys = rows.order_by().values("key").annotate(clubs=Count("pk"), first=Min("pk"))
    firsts = keys.order_by("-clubs", "first").values("first")[:MAX_OFFERED]
    return HouseRules.objects.filter(pk__in=firsts).order_by("base", "key")


def require_playable(key: str, *, organisation_id: int) -> None:
    """Refuse rules that the club does not play by: unknown, of another club alone, or retired."""
    if key in VARIANTS:
        return
    row = HouseRules.objects.filter(organisation_id=organisation_id, key=key).first()
    if row is None:
        raise UnknownVariant(key=key[:40], known=list(VARIANTS))
    if not row.is_offered:
        raise HouseRulesNotOffered(name=row.name)


def require_known_to(organisation_id: int, variant: Variant) -> None:
    """Refuse to store a game under house rules that the club never had; a record may bring its own."""
    if not isinstance(variant, HouseVariant):
        return
    if not HouseRules.objects.filter(organisation_id=organisation_id, key=variant.key).exists():
        raise UnknownVariant(key=variant.key, known=list(VARIANTS))


def compared_facts(variant: HouseVariant) -> list[ComparedFact]:
    """Return every fact that a club may change, in the base and in the house rules."""
    before, now = fact_texts(variant.base), fact_texts(variant)
    return [ComparedFact(fact, before[fact], now[fact]) for fact in CHANGEABLE]


def fact_choices(base: Variant) -> dict[str, tuple[str, ...]]:
    """The values that each fact of a base may have, its own among them."""
    return {fact: changeable.values(base) for fact, changeable in CHANGEABLE.items()}
