"""Texts of failed derivations of house rules: the fact, the reason, and the next action."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.house_rules.house_words import QUESTIONS, fact_question, value_words
from games.house_rules.variant_names import variant_name
from games.rules.house_facts import CHANGEABLE

Text = str | Promise

FIXED_FACTS: Final[dict[str, Text]] = {
    "geometry": gettext_lazy("the board"),
    "first_to_move": gettext_lazy("who begins"),
    "empty_rows_behind": gettext_lazy("the empty rows behind the men"),
    "moves_along": gettext_lazy("the lines along which pieces move"),
    "captures_along": gettext_lazy("the lines along which pieces capture"),
    "king_moves_in_a_row": gettext_lazy("how often one king may move in a row"),
    "man_goes_sideways": gettext_lazy("whether men go sideways"),
}
"""Facts that stay those of the base, by name."""

TEXTS: Final[dict[str, tuple[Text, Text]]] = {
    "fact_is_fixed": (
        gettext_lazy(
            "A house cannot change %(fact)s: it stays as the base has it. Records of the game carry the "
            "GameType of the base, and others read board, first side and ways of moving from that."
        ),
        gettext_lazy("Derive the rules from a game that has it so. What can be changed: %(known)s."),
    ),
    "no_fact": (
        gettext_lazy("Rules have no fact “%(fact)s”."),
        gettext_lazy("Check the spelling. What can be changed: %(known)s."),
    ),
    "value_unknown": (
        gettext_lazy("%(fact)s: “%(value)s” is no value of that fact."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "facts_contradict": (
        gettext_lazy("%(fact)s: “%(value)s” contradicts the other rules."),
        gettext_lazy("It needs %(needs)s. Change both, or leave both as the base has them."),
    ),
    "nothing_changed": (
        gettext_lazy("Nothing is changed: just these are the rules of the base, %(base)s."),
        gettext_lazy("Change a fact, or choose that game: it needs no rules of the house."),
    ),
    "base_unknown": (
        gettext_lazy("There is no game “%(base)s” to derive rules from."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "base_is_house": (
        gettext_lazy("Rules of a house are derived from a shipped game, not from other rules of a house."),
        gettext_lazy("Name the game that those are derived from, and all that is changed in it."),
    ),
    "name_missing": (
        gettext_lazy("Rules of a house have a name in their club."),
        gettext_lazy("Write what the club calls them."),
    ),
    "rules_unreadable": (
        gettext_lazy("Rules cannot be written like that: “%(text)s”."),
        gettext_lazy("Write the base and each fact once, as in: base=english; king_flies=yes."),
    ),
    "hash_differs": (
        gettext_lazy("The hash “%(written)s” is not that of these facts: one or the other was changed."),
        gettext_lazy("Copy the rules again from where they were made, or leave the hash out."),
    ),
}

IN_SHORT: Final[dict[str, Text]] = {
    "fact_is_fixed": gettext_lazy("a fact that a house cannot change"),
    "value_unknown": gettext_lazy("a value that the fact cannot have"),
    "facts_contradict": gettext_lazy("facts that contradict each other"),
    "nothing_changed": gettext_lazy("nothing is changed in the base"),
    "base_unknown": gettext_lazy("no game to derive them from"),
    "base_is_house": gettext_lazy("a base that is no shipped game"),
    "rules_unreadable": gettext_lazy("not written as rules are"),
    "hash_differs": gettext_lazy("the hash is not that of the facts"),
}

VALUES_APART: Final = " / "  # in the derivation's notation: an order of captures has commas of its own
ABOUT_A_FACT: Final = frozenset({"fact_is_fixed", "value_unknown", "facts_contradict"})


def rules_refused(reason: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Return the fault of the rules and the next action; the reason is the code of the derivation."""
    is_no_fact = reason == "fact_is_fixed" and facts["fact"] not in FIXED_FACTS
    what, next_step = TEXTS["no_fact" if is_no_fact else reason]
    told = _told(facts) if reason in ABOUT_A_FACT else {name: _listed(value) for name, value in facts.items()}
    if reason == "nothing_changed":
        told["base"] = variant_name(told["base"])
    return str(what) % told, str(next_step) % told


def reason_in_short(reason: str) -> str:
    """Return the reason in brackets."""
    return str(IN_SHORT[reason])


def _told(facts: Mapping[str, Any]) -> dict[str, str]:
    fact = str(facts["fact"])
    words: dict[str, Callable[[str], str]] = {
        "fact": _fact_words,
        "value": lambda value: _value(fact, value),
        "needs": _needed,
        "known": lambda known: _known(fact, known),
    }
    return {name: words.get(name, str)(_listed(value)) for name, value in facts.items()}


def _fact_words(fact: str) -> str:
    """Return a fact in words with its code name; an unknown name alone."""
    if fact in QUESTIONS:
        named = fact_question(fact)
    elif fact in FIXED_FACTS:
        named = str(FIXED_FACTS[fact])
    else:
        return fact
    return _("%(words)s (%(name)s)") % {"words": named, "name": fact}


def _value(fact: str, value: str) -> str:
    words = value_words(fact, value) if fact in CHANGEABLE else value
    return value if words == value else _("%(words)s (%(name)s)") % {"words": words, "name": value}


def _needed(needs: str) -> str:
    fact, _is, value = needs.partition("=")
    return _("%(fact)s: %(value)s") % {"fact": _fact_words(fact), "value": _value(fact, value)}


def _known(fact: str, known: str) -> str:
    """Return the known facts, or the values of one fact."""
    if fact not in CHANGEABLE:
        return _(", ").join(map(_fact_words, known.split(", ")))
    return VALUES_APART.join(_value(fact, value) for value in known.split(VALUES_APART))


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
