"""Command-line option for house rules, shared by every command that takes a game."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Final

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE
from games.house_rules.messages import derivation_message
from games.house_rules.selectors import KEY, text_or_key
from games.rules import VARIANTS, HouseRulesError, HouseVariant, Variant, derive_from_text
from games.rules.house import read_house_rules

NO_GAME: Final = frozenset({"", "auto"})
"""What stands where a command may be given a game and was given none."""


def add_house_rules(parser: ArgumentParser, does: str) -> None:
    """Add the option, with the command's use of the rules in its help."""
    example = "king_flies=yes; man_captures_backward=yes"
    message = f'{does} by rules of a house, as in "{example}"; base=KEY names the game they are derived from'
    parser.add_argument("--house-rules", default="", metavar="RULES", help=message)


def game_key(text: str) -> str:
    """Return the key of a shipped game or of house rules, as an archive search takes it; "" is every game."""
    if text and text not in VARIANTS and not KEY.fullmatch(text):
        message = _("There is no variant %(key)s; choose one of: %(known)s.")
        raise ArgumentTypeError(message % {"key": text, "known": ", ".join(VARIANTS)})
    return text


def text_given(key: str, house_rules: str) -> str:
    """Return the name of the game: a key, house rules as text, or "" for none."""
    return text_or_key(found) if (found := variant_given(key, house_rules)) is not None else ""


def variant_given(key: str, house_rules: str) -> Variant | None:
    """Return the named game, by house rules if given; None without a name."""
    if house_rules:
        return rules_given(house_rules, base="" if key in NO_GAME else key)
    return None if key in NO_GAME else VARIANTS[key]


def rules_given(text: str, *, base: str) -> HouseVariant:
    """Parse house rules; their base must equal the game named with them, if any."""
    try:
        written = read_house_rules(text).base
        if base and written and written != base:
            message = _(
                "--house-rules is based on %(written)s, but the command specifies %(named)s: use one variant."
            )
            raise CommandError(message % {"written": written, "named": base}, returncode=BAD_USAGE)
        if not (base or written):
            message = _("--house-rules has no base variant: start it with base=KEY. Variants: %(known)s.")
            raise CommandError(message % {"known": ", ".join(VARIANTS)}, returncode=BAD_USAGE)
        return derive_from_text(text if written else f"base={base}; {text}")
    except HouseRulesError as refusal:
        said = " ".join(derivation_message(refusal.code, refusal.facts))
        raise CommandError(f"--house-rules: {said} ({refusal.code})", returncode=BAD_USAGE) from refusal
