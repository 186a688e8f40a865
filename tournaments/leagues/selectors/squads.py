"""Squads of league teams for the desk."""

from collections import Counter
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Entry, LineUpPlace, TeamMember


class SquadLine(NamedTuple):
    """A player of a squad, with the number of matches at a board."""

    member: TeamMember
    times: int
    has_left: bool


def squad_lines(entry: Entry) -> list[SquadLine]:
    """Return all present and past members of a squad, in the order of its list.

    Line-ups that are still secret are not counted: a count one higher than yesterday would reveal them.
    """
    boards, today = entry.section.games_per_pairing, timezone.localdate()
    places = LineUpPlace.objects.filter(member__entry=entry, place__lte=boards)
    places = places.filter(line_up__fixture__shown_at__isnull=False)
    times = Counter(places.values_list("member_id", flat=True))
    rows = entry.members.select_related("lent_from__entry").order_by("board_order")
    return [
        SquadLine(one, times[one.pk], has_left=one.plays_until is not None and one.plays_until < today)
        for one in rows
    ]


def reserves_for(entry: Entry) -> list[TeamMember]:
    """Return the players of lower teams of the same club in this event who can still be lent."""
    home = getattr(entry, "league_team", None)
    if home is None:
        return []
    same = Q(entry__league_team__club=home.club_id) if home.club_id else Q(pk__in=[])
    if entry.club_name:
        same |= Q(entry__club_name__iexact=entry.club_name)
    lent = entry.members.filter(lent_from__isnull=False).values("lent_from")
    rows = TeamMember.objects.filter(
        same,
        entry__section__event_id=entry.section.event_id,
        entry__league_team__place_in_club__gt=home.place_in_club,
        lent_from__isnull=True,
    ).exclude(pk__in=lent)
    others = rows.exclude(entry=entry).select_related("entry")
    return sorted(others, key=lambda one: (one.entry.name, one.board_order))
