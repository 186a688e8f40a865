"""Normalization of names: invisible differences must not make two persons of one."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

JOINERS = frozenset("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}")
"""Joiners: Persian and Indian names need them."""


def normalize_name(text: str) -> str:
    """Normalize a name: composed letters, single spaces, no control or direction marks, no empty letters.

    A name without a visible letter becomes empty.
    """
    composed = unicodedata.normalize("NFC", text)
    seen = (letter for letter in composed if letter in JOINERS or not _is_invisible(letter))
    name = " ".join("".join(seen).split())
    return name if any(letter not in JOINERS and not letter.isspace() for letter in name) else ""


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in {"Cf", "Cc"} and not letter.isspace()


def require_visible(text: str) -> None:
    """Refuse a name without a visible letter."""
    if not normalize_name(text):
        raise ValidationError(_("Enter a name."), code="required")


def clean_line(text: str, width: int) -> str:
    """Normalize a line of text for the database."""
    plain = text.encode("utf-8", "replace").decode().replace("\0", " ")
    return " ".join(plain.split())[:width]
