"""House rules given on the command line: one option and one reading for every command that takes a game."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Final

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.house_rules.house_texts import rules_refused
from games.house_rules.selectors.variants import KEY, text_or_key
from games.rules import VARIANTS, HouseRulesError, HouseVariant, Variant, derive_from_text
from games.rules.house import read_house_rules

BAD_USAGE: Final = 2
NO_GAME: Final = frozenset({"", "auto"})
"""What stands where a command may be given a game and was given none."""


def add_house_rules(parser: ArgumentParser, does: str) -> None:
    """The option, with what the command does by the rules."""
    example = "king_flies=yes; man_captures_backward=yes"
    told = f'{does} by rules of a house, as in "{example}"; base=KEY names the game they are derived from'
    parser.add_argument("--house-rules", default="", metavar="RULES", help=told)


def game_key(text: str) -> str:
    """The key of a shipped game or of rules of a house, as an archive is searched by; "" is every game."""
    if text and text not in VARIANTS and not KEY.fullmatch(text):
        told = _("%(key)s is no game; the games: %(known)s.")
        raise ArgumentTypeError(told % {"key": text, "known": ", ".join(VARIANTS)})
    return text


def text_given(key: str, house_rules: str) -> str:
    """What names the game to those that take a name: a key, rules as their text, "" where none is named."""
    return text_or_key(found) if (found := variant_given(key, house_rules)) is not None else ""


def variant_given(key: str, house_rules: str) -> Variant | None:
    """The game that was named, by the rules of a house where there are some; None where none was named."""
    if house_rules:
        return rules_given(house_rules, base="" if key in NO_GAME else key)
    return None if key in NO_GAME else VARIANTS[key]


def rules_given(text: str, *, base: str) -> HouseVariant:
    """The rules that a text describes; the base in it and the game named beside it have to be one."""
    try:
        written = read_house_rules(text).base
        if base and written and written != base:
            told = _("--house-rules begins from %(written)s, and the command names %(named)s: name one game.")
            raise CommandError(told % {"written": written, "named": base}, returncode=BAD_USAGE)
        if not (base or written):
            told = _("--house-rules names no game: begin it with base=KEY. The games: %(known)s.")
            raise CommandError(told % {"known": ", ".join(VARIANTS)}, returncode=BAD_USAGE)
        return derive_from_text(text if written else f"base={base}; {text}")
    except HouseRulesError as refusal:
        said = " ".join(rules_refused(refusal.code, refusal.facts))
        raise CommandError(f"--house-rules: {said} ({refusal.code})", returncode=BAD_USAGE) from refusal
