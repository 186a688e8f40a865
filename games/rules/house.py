"""House variants: a club's rules, derived from a shipped variant with some facts changed.

The key of a house variant is the hash of its rules: the same rules have the same key wherever they are
read, and other rules are another variant. Under one key the facts never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Final, NamedTuple

from games.rules.house_facts import (
    CHANGEABLE,
    FACTS,
    LATER,
    REMEDY,
    Remedy,
    canonical_text,
    hash_of,
    text_of,
)
from games.rules.variant import Variant
from games.rules.variants import VARIANTS

HOUSE: Final = "house-"
RULES_TAG: Final = "HouseRules"
NAME_BEGINS: Final = "House: "
MAX_RULES_LENGTH: Final = 1000
"""Characters of rules as text: every fact that can be changed fits in it more than once."""


class HouseRulesError(ValueError):
    """Rules that cannot be derived: a stable code with the facts behind it."""

    def __init__(self, code: str, **facts: str) -> None:
        """Store the facts for the message built by the view or API."""
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HouseVariant(Variant):
    """House variant: changed facts of a base variant; `changes` has what differs from `base`, as text."""

    base: Variant
    changes: Mapping[str, str]
    remedy: Remedy

    @property
    def rules_text(self) -> str:
        """The rules as a record carries them: hash, base, changes; enough to derive them anywhere."""
        changes = "".join(f"; {name}={value}" for name, value in self.changes.items())
        return f"{self.key.removeprefix(HOUSE)}; base={self.base.key}{changes}"

    @property
    def pinning_tags(self) -> tuple[tuple[str, str], ...]:
        """The tags that bind a record to these rules."""
        return (("Variant", f"{NAME_BEGINS}{self.name}"), (RULES_TAG, self.rules_text))


class HouseRules(NamedTuple):
    """Rules read from a text; `written_hash` is the hash written with them, "" without one."""

    base: str
    changes: Mapping[str, str]
    written_hash: str


def base_key_of(variant: Variant) -> str:
    """Return the key of the shipped variant: of a house variant that of its base."""
    return variant.base.key if isinstance(variant, HouseVariant) else variant.key


def remedy_of(variant: Variant) -> Remedy:
    """Return the remedy for a missed capture: that of the law book, unless house rules change it."""
    return variant.remedy if isinstance(variant, HouseVariant) else Remedy.INSIST


def fact_texts(variant: Variant) -> dict[str, str]:
    """Return every rule of play of a variant as text."""
    texts = {name: text_of(getattr(variant, name)) for name in (*FACTS, *LATER)}
    return {**texts, REMEDY: text_of(remedy_of(variant))}


def facts_hash(variant: Variant) -> str:
    """Return the hash that pins the rules of a variant: it differs when any rule of play differs."""
    return hash_of(canonical_text(base_key_of(variant), fact_texts(variant)))


def derive(base: Variant, changes: Mapping[str, str], *, name: str = "") -> HouseVariant:
    """Derive the base with the changed facts; refuse if they contradict each other or change nothing.

    Facts that follow from the changes are changed with them and listed in `changes`: kings that come to
    fly go on where they can, and kings that do not fly land right behind what they take.
    """
    if isinstance(base, HouseVariant):
        raise HouseRulesError("base_is_house", base=base.key)
    asked = {fact: _read_value(base, fact, value) for fact, value in changes.items()}
    before = fact_texts(base)
    facts = {**before, **asked}
    _settle(facts, asked, before)
    if facts == before:
        raise HouseRulesError("nothing_changed", base=base.key)
    changed = {fact: facts[fact] for fact in CHANGEABLE if facts[fact] != before[fact]}
    return _build(base, facts, changed, name)


def shipped_twin(variant: HouseVariant) -> Variant | None:
    """Return the shipped variant with exactly these rules, if there is one: no club need make it."""
    facts = fact_texts(variant)
    return next((known for known in VARIANTS.values() if fact_texts(known) == facts), None)


def _read_value(base: Variant, fact: str, value: str) -> str:
    if fact not in CHANGEABLE:
        raise HouseRulesError("fact_is_fixed", fact=fact[:40], known=", ".join(CHANGEABLE))
    plain = value.strip().lower().replace(" ", "")
    allowed = CHANGEABLE[fact].values(base)
    if plain not in allowed:
        raise HouseRulesError("value_unknown", fact=fact, value=value[:40], known=" / ".join(allowed))
    return plain


def _settle(facts: dict[str, str], asked: Mapping[str, str], before: Mapping[str, str]) -> None:
    """Bring facts that hang on others in line with them, or refuse what was asked against them."""
    if facts["king_flies"] == "no":
        _imply(facts, asked, "king_landing", "anywhere", needs="king_flies=yes")
        _imply(facts, asked, "king_must_land_to_go_on", "no", needs="king_flies=yes")
    elif before["king_flies"] == "no" and "king_must_land_to_go_on" not in asked:
        facts["king_must_land_to_go_on"] = "yes"  # a capture has to be completed
    if facts["removal"] == "at_end":
        _imply(facts, asked, "may_turn_back", "no", needs="removal=at_once")


def _imply(facts: dict[str, str], asked: Mapping[str, str], fact: str, value: str, *, needs: str) -> None:
    if asked.get(fact, value) != value:
        raise HouseRulesError("facts_contradict", fact=fact, value=asked[fact], needs=needs)
    facts[fact] = value


def _build(base: Variant, facts: Mapping[str, str], changes: Mapping[str, str], name: str) -> HouseVariant:
    pinned = hash_of(canonical_text(base.key, facts))
    values = {field.name: getattr(base, field.name) for field in fields(Variant) if field.init}
    values |= {fact: CHANGEABLE[fact].read(text) for fact, text in changes.items() if fact != REMEDY}
    values |= {
        "key": HOUSE + pinned,
        "name": name or f"{base.name}, house rules {pinned}",
        "articles": {fact: article for fact, article in base.articles.items() if fact not in changes},
        "unconfirmed": base.unconfirmed - set(changes),
    }
    return HouseVariant(
        **values, base=base, changes=MappingProxyType(dict(changes)), remedy=Remedy(facts[REMEDY])
    )


def read_house_rules(text: str) -> HouseRules:
    """Rules as written: `base=english; king_flies=yes`, a hash before, after or between them."""
    base = written_hash = ""
    changes: dict[str, str] = {}
    if len(text) > MAX_RULES_LENGTH:
        raise HouseRulesError("rules_unreadable", text=f"{text[:40]}...")
    for part in filter(None, (part.strip() for part in text.split(";"))):
        fact, has_value, value = (word.strip().lower() for word in part.partition("="))
        if not has_value and not written_hash:
            written_hash = fact
        elif fact == "base" and not base:
            base = value
        elif has_value and fact not in {"base", *changes}:
            changes[fact] = value
        else:
            raise HouseRulesError("rules_unreadable", text=part[:40])
    return HouseRules(base, changes, written_hash)


def derive_from_text(text: str, *, name: str = "") -> HouseVariant:
    """Return the house variant that a text describes; a hash in it has to be that of the facts."""
    rules = read_house_rules(text)
    if rules.base not in VARIANTS:
        raise HouseRulesError("base_unknown", base=rules.base[:40], known=", ".join(VARIANTS))
    derived = derive(VARIANTS[rules.base], rules.changes, name=name)
    if rules.written_hash and rules.written_hash != derived.key.removeprefix(HOUSE):
        raise HouseRulesError("hash_differs", written=rules.written_hash[:40], found=derived.key)
    return derived
