"""A round in templates: `{% openings pairing as drawn %}`, and `{{ whys|of:pairing.pk }}` for its reasons."""

from collections.abc import Mapping
from typing import Any

from django import template

from games.ballots import Ballot
from tournaments.core.openings import ballots_of
from tournaments.models import Pairing

register = template.Library()


@register.simple_tag
def openings(pairing: Pairing) -> tuple[Ballot, ...]:
    """Return the openings of a board, one for every two games."""
    return ballots_of(pairing.ballot)


@register.filter
def of(told: object, key: object) -> Any:
    """Return the reasons of a board; nothing on a fragment without any."""
    return told.get(key, ()) if isinstance(told, Mapping) else ()
