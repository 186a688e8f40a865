"""Names as people see them: what nobody sees in them would make two persons of one."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

JOINERS = frozenset("\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}")
"""Persian and Indian names are written with them."""


def plain_name(text: str) -> str:
    """A name in composed letters and single spaces, without controls, marks of direction and empty letters.

    A name of nothing that can be seen is empty.
    """
    composed = unicodedata.normalize("NFC", text)
    seen = (letter for letter in composed if letter in JOINERS or not _is_unseen(letter))
    name = " ".join("".join(seen).split())
    return name if any(letter not in JOINERS and not letter.isspace() for letter in name) else ""


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in {"Cf", "Cc"} and not letter.isspace()


def insist_seen(text: str) -> None:
    """Refuse a name of which nothing can be seen."""
    if not plain_name(text):
        raise ValidationError(_("Write a name."), code="required")
