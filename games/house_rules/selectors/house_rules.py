"""House rules of clubs: their list, the playable ones of a club, and their facts next to the base."""

from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, Min, OuterRef, QuerySet

from games.core.errors import HouseRulesNotOffered, UnknownVariant
from games.models import Game, HouseRules
from games.rules import VARIANTS, HouseVariant, Variant
from games.rules.house import fact_texts
from games.rules.house_facts import CHANGEABLE

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
