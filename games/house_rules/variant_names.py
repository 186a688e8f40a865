"""The names of the games of draughts in the reader's language; the federations' names, not a dictionary's."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.house_rules.fact_labels import changes_text
from games.house_rules.selectors.variants import variant_if_known
from games.rules import VARIANTS, HouseVariant, Variant

SMALL_BOARD: Final = 8

NAMES: Final[dict[str, str | Promise]] = {
    "english": gettext_lazy("English draughts (American checkers)"),
    "international": gettext_lazy("International draughts"),
    "russian": gettext_lazy("Russian draughts"),
    "brazilian": gettext_lazy("Brazilian draughts"),
    "italian": gettext_lazy("Italian draughts"),
    "czech": gettext_lazy("Czech draughts"),
    "pool": gettext_lazy("American pool checkers"),
    "spanish": gettext_lazy("Spanish draughts"),
    "portuguese": gettext_lazy("Portuguese draughts (clássicas)"),
    "turkish": gettext_lazy("Turkish draughts (dama)"),
    "frisian": gettext_lazy("Frisian draughts"),
    "canadian": gettext_lazy("Canadian draughts"),
    "thai": gettext_lazy("Thai draughts (makhos)"),
    "jamaican_pool": gettext_lazy("Jamaican pool checkers"),
    "unified_pool": gettext_lazy("Unified (Zimbabwe) pool checkers"),
    "spantsiretti": gettext_lazy("Spantsiretti draughts"),
    "killer": gettext_lazy("Killer draughts"),
    "frysk": gettext_lazy("Frysk!"),
    "breakthrough": gettext_lazy("Breakthrough draughts"),
    "antidraughts": gettext_lazy("Antidraughts"),
}

OFTEN_PLAYED: Final = ("english", "international", "russian", "brazilian", "italian", "pool", "turkish")


def grouped_names() -> list[tuple[str | Promise, list[tuple[str, str | Promise]]]]:
    """Return all games by key and name, in groups of choices: common ones, then by the size of the board."""
    rest = [key for key in NAMES if key not in OFTEN_PLAYED]
    large = [key for key in rest if VARIANTS[key].geometry.width > SMALL_BOARD]
    small = [key for key in rest if key not in large]
    groups = (
        (gettext_lazy("Often played"), OFTEN_PLAYED),
        (gettext_lazy("Others on 64 squares"), small),
        (gettext_lazy("Others on larger boards"), large),
    )
    return [(label, [(key, NAMES[key]) for key in keys]) for label, keys in groups]


def variant_name(rules: str | Variant) -> str:
    """Return the name of a game; house rules by their base and changes, an unknown key unchanged.

    A club's name for its rules is its own: it appears on its pages, not at every use of the key.
    """
    key = rules if isinstance(rules, str) else rules.key
    if key in NAMES:
        return str(NAMES[key])
    found = variant_if_known(key) if isinstance(rules, str) else rules
    if not isinstance(found, HouseVariant):
        return key
    return house_name(found.base.key, found.changes)


def house_name(base: str, changes: Mapping[str, str]) -> str:
    """Return the name of rules: the game they are derived from and the changes."""
    named = {"base": variant_name(base), "changes": changes_text(changes)}
    return _("%(base)s: %(changes)s") % named
