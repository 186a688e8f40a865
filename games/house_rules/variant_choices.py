"""Choices of games for every form: shipped ones in groups, then house rules.

On public pages house rules are named by their changes, on pages of a club by the club's own name. A game that
was chosen before is always among them, so that saving a form changes nothing.
"""

from collections.abc import Collection, Iterable
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.house_rules.selectors.house_rules import (
    offered_anywhere,
    offered_by_clubs,
    offered_rules,
    rules_of_archived_games,
)
from games.house_rules.selectors.variants import variant_if_known
from games.house_rules.variant_names import grouped_names, house_name, variant_name
from games.models import HouseRules
from games.rules import VARIANTS

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
