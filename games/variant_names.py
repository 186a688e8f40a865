"""The names of the games of draughts in the reader's language; the federations' names, not a dictionary's."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

NAMES: Final[dict[str, str | Promise]] = {
    "english": gettext_lazy("English draughts (American checkers)"),
    "international": gettext_lazy("International draughts"),
    "russian": gettext_lazy("Russian draughts"),
    "brazilian": gettext_lazy("Brazilian draughts"),
    "italian": gettext_lazy("Italian draughts"),
    "czech": gettext_lazy("Czech draughts"),
    "pool": gettext_lazy("American pool checkers"),
}


def variant_name(key: str) -> str:
    """The name of a game; a key that is not played here is left as it is."""
    return str(NAMES.get(key, key))
