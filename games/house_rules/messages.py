"""Refusal of unfit house rules, and its sentences: the fact, the reason, and the next action."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.errors import Refusal
from games.house_rules.fact_labels import QUESTIONS, fact_question, value_text
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
            "House rules cannot change this: %(fact)s. Game records use the GameType of the base "
            "variant, and other programs take the board, the first side and the moves from it."
        ),
        gettext_lazy(
            "Choose a base variant that already has this rule. Rules that can be changed: %(known)s."
        ),
    ),
    "no_fact": (
        gettext_lazy("There is no rule “%(fact)s”."),
        gettext_lazy("Check the spelling. Rules that can be changed: %(known)s."),
    ),
    "value_unknown": (
        gettext_lazy("%(fact)s: “%(value)s” is not a valid value."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "facts_contradict": (
        gettext_lazy("%(fact)s: “%(value)s” contradicts the other rules."),
        gettext_lazy("It requires %(needs)s. Change both rules, or leave both unchanged."),
    ),
    "nothing_changed": (
        gettext_lazy("Nothing was changed: these are exactly the rules of %(base)s."),
        gettext_lazy("Change a rule, or choose that variant; no house rules are needed."),
    ),
    "base_unknown": (
        gettext_lazy("There is no variant “%(base)s” to base house rules on."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "base_is_house": (
        gettext_lazy("House rules must be based on a standard variant, not on other house rules."),
        gettext_lazy("Specify the base variant of those rules and every changed rule."),
    ),
    "name_missing": (
        gettext_lazy("House rules need a name."),
        gettext_lazy("Enter the club's name for them."),
    ),
    "rules_unreadable": (
        gettext_lazy("The notation of the rules is not valid: “%(text)s”."),
        gettext_lazy("Write the base variant and each rule once, for example: base=english; king_flies=yes."),
    ),
    "hash_differs": (
        gettext_lazy("The hash “%(written)s” does not match these rules: one of the two was changed."),
        gettext_lazy("Copy the rules again from their source, or omit the hash."),
    ),
}

IN_SHORT: Final[dict[str, Text]] = {
    "fact_is_fixed": gettext_lazy("a rule that house rules cannot change"),
    "value_unknown": gettext_lazy("an invalid value for a rule"),
    "facts_contradict": gettext_lazy("rules that contradict each other"),
    "nothing_changed": gettext_lazy("no difference from the base variant"),
    "base_unknown": gettext_lazy("unknown base variant"),
    "base_is_house": gettext_lazy("the base is not a standard variant"),
    "rules_unreadable": gettext_lazy("invalid notation"),
    "hash_differs": gettext_lazy("the hash does not match the rules"),
}

VALUE_SEPARATOR: Final = " / "  # in the derivation's notation: an order of captures has commas of its own
ABOUT_A_FACT: Final = frozenset({"fact_is_fixed", "value_unknown", "facts_contradict"})


class HouseRulesUnfit(Refusal):
    """Facts that give no valid house rules. Facts: reason (the derivation's code) and its facts."""

    code = "house_rules_unfit"
    status = 422

    def sentences(self) -> tuple[str, str]:
        """Return the sentences of the derivation; they have their facts, so a percent sign is doubled."""
        what, next_step = derivation_message(self.facts["reason"], self.facts)
        return what.replace("%", "%%"), next_step.replace("%", "%%")


def derivation_message(reason: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Return the fault of the rules and the next action; the reason is the code of the derivation."""
    is_no_fact = reason == "fact_is_fixed" and facts["fact"] not in FIXED_FACTS
    what, next_step = TEXTS["no_fact" if is_no_fact else reason]
    values = (
        _fact_texts(facts)
        if reason in ABOUT_A_FACT
        else {name: _join_values(value) for name, value in facts.items()}
    )
    if reason == "nothing_changed":
        values["base"] = variant_name(values["base"])
    return str(what) % values, str(next_step) % values


def reason_in_short(reason: str) -> str:
    """Return the reason in brackets."""
    return str(IN_SHORT[reason])


def _fact_texts(facts: Mapping[str, Any]) -> dict[str, str]:
    fact = str(facts["fact"])
    words: dict[str, Callable[[str], str]] = {
        "fact": _fact_text,
        "value": lambda value: _value(fact, value),
        "needs": _needed_text,
        "known": lambda known: _known_text(fact, known),
    }
    return {name: words.get(name, str)(_join_values(value)) for name, value in facts.items()}


def _fact_text(fact: str) -> str:
    """Return a fact in words with its code name; an unknown name alone."""
    if fact in QUESTIONS:
        named = fact_question(fact)
    elif fact in FIXED_FACTS:
        named = str(FIXED_FACTS[fact])
    else:
        return fact
    return _("%(words)s (%(name)s)") % {"words": named, "name": fact}


def _value(fact: str, value: str) -> str:
    words = value_text(fact, value) if fact in CHANGEABLE else value
    return value if words == value else _("%(words)s (%(name)s)") % {"words": words, "name": value}


def _needed_text(needs: str) -> str:
    fact, _is, value = needs.partition("=")
    return _("%(fact)s: %(value)s") % {"fact": _fact_text(fact), "value": _value(fact, value)}


def _known_text(fact: str, known: str) -> str:
    """Return the known facts, or the values of one fact."""
    if fact not in CHANGEABLE:
        return _(", ").join(map(_fact_text, known.split(", ")))
    return VALUE_SEPARATOR.join(_value(fact, value) for value in known.split(VALUE_SEPARATOR))


def _join_values(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
