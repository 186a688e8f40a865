"""Forbidden pairs in some rounds: add, remove."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from club.core.actor import Actor
from tournaments.core.services.event_log import log_forbidden_pair
from tournaments.core.services.locks import locked_section
from tournaments.entries.errors import NoPair, PairForbiddenAlready
from tournaments.models import Entry, ForbiddenPair


@transaction.atomic
def forbid_pair(
    *,
    section_id: int,
    first_id: int,
    second_id: int,
    actor: Actor,
    first_round: int = 1,
    last_round: int = 99,
    reason: str = "",
) -> ForbiddenPair:
    """Forbid a pairing of two players of a section from one round to another, both included."""
    section = locked_section(section_id, actor)
    players = Entry.objects.filter(section=section).in_bulk([first_id, second_id])
    if len(players) != 2:  # noqa: PLR2004 - a pair
        raise NoPair
    first, second = players[first_id], players[second_id]
    first_round, last_round = sorted((first_round, last_round))
    same = Q(first=first, second=second) | Q(first=second, second=first)
    there = ForbiddenPair.objects.filter(same, first_round__lte=last_round, last_round__gte=first_round)
    if there.exists():
        raise PairForbiddenAlready(first=first.name, second=second.name)
    pair = ForbiddenPair(first=first, second=second, first_round=first_round, last_round=last_round)
    pair.save(force_insert=True)
    log_forbidden_pair(
        "tournaments.pair.forbidden", pair, section, actor, after=pair_facts(pair), reason=reason
    )
    return pair


@transaction.atomic
def allow_pair(*, pair_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a forbidden pair: the two may meet from now on."""
    section_id = Entry.objects.values_list("section_id", flat=True).get(
        pk=ForbiddenPair.objects.values_list("first_id", flat=True).get(pk=pair_id)
    )
    section = locked_section(section_id, actor)
    pair = ForbiddenPair.objects.select_related("first", "second").get(pk=pair_id)
    log_forbidden_pair(
        "tournaments.pair.allowed", pair, section, actor, before=pair_facts(pair), reason=reason
    )
    pair.delete()


def pair_facts(pair: ForbiddenPair) -> dict[str, Any]:
    """Return a forbidden pair in the form of the audit log."""
    return {
        "first": pair.first.name,
        "second": pair.second.name,
        "first_round": pair.first_round,
        "last_round": pair.last_round,
        "entries": [pair.first_id, pair.second_id],
        "section": pair.first.section_id,
    }
