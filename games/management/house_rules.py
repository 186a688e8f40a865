"""House rules given on the command line."""

from django.core.management.base import CommandError

from games.rules import HouseRulesError, HouseVariant, derive_from_text


def rules_given(text: str, *, base: str) -> HouseVariant:
    """The rules that a text describes; a text without a base is about the game named beside it."""
    has_base = any(part.strip().lower().startswith("base=") for part in text.split(";"))
    try:
        return derive_from_text(text if has_base else f"base={base}; {text}")
    except HouseRulesError as refusal:
        facts = ", ".join(f"{name} {value}" for name, value in refusal.facts.items())
        raise CommandError(f"--house-rules: {refusal.code} ({facts})", returncode=2) from refusal
