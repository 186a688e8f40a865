"""Names of the games in the reader's language, as the federations name them, and choices for forms."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.house_rules.fact_labels import changes_text
from games.house_rules.selectors import (
    offered_anywhere,
    offered_by_clubs,
    offered_rules,
    rules_of_archived_games,
    variant_if_known,
)
from games.models import HouseRules
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


Choice = tuple[str, str | Promise]
Group = tuple[str | Promise, list[Choice]]


def games_of_club(organisation_id: int, *, chosen: str = "") -> list[Group]:
    """Return the choices of games for an object of a club."""
    rows = offered_rules(organisation_id=organisation_id)
    return _with_chosen(
        [*grouped_names(), *_group(_("House rules of the club"), map(_of_club, rows))], chosen
    )


def games_of_clubs(clubs: frozenset[int] | None, *, chosen: str = "") -> list[Group]:
    """Return the choices while the club is not chosen yet: of these clubs, None for all clubs."""
    if clubs is not None and len(clubs) == 1:
        return games_of_club(next(iter(clubs)), chosen=chosen)
    groups: list[Group] = [*grouped_names()]
    for club, rows in groupby(offered_by_clubs(clubs), key=lambda row: row.organisation):
        groups += _group(_("House rules: %(club)s") % {"club": club.name}, map(_of_club, rows))
    return _with_chosen(groups, chosen)


def public_games(*, chosen: str = "", offered: Iterable[HouseRules] | None = None) -> list[Group]:
    """Return the public choices for entry, checks and adjudication; `offered` are rows already loaded."""
    rows = offered_anywhere() if offered is None else offered
    return _with_chosen([*grouped_names(), *_group(_("House rules"), map(_public_choice, rows))], chosen)


def games_of_archive(*, chosen: str = "") -> list[Group]:
    """Return the choices of an archive search: shipped games, and rules of at least one game."""
    rows = rules_of_archived_games()
    return _with_chosen([*grouped_names(), *_group(_("House rules"), map(_public_choice, rows))], chosen)


def _of_club(row: HouseRules) -> Choice:
    return row.key, f"{row.name} ({house_name(row.base, row.changes)})"


def _public_choice(row: HouseRules) -> Choice:
    return row.key, house_name(row.base, row.changes)


def _group(label: str, choices: Iterable[Choice]) -> list[Group]:
    listed = sorted(choices, key=lambda choice: str(choice[1]).casefold())
    return [(label, listed)] if listed else []


def _with_chosen(groups: list[Group], chosen: str) -> list[Group]:
    """Add a group with the current choice if no group has it: it is retired, or of another club."""
    if not chosen or chosen in VARIANTS or _is_among(chosen, groups):
        return groups
    found = variant_if_known(chosen)
    return groups if found is None else [*groups, (_("Other house rules"), [(chosen, variant_name(found))])]


def _is_among(key: str, groups: Collection[Group]) -> bool:
    return any(key == one for _label, choices in groups for one, _name in choices)


DEFAULT_VARIANT = "english"
