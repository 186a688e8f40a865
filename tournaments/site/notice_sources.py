"""Recipient groups of events: visitors of nights, players of an event, squads, ladders."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from club.notices.notice_groups import group_kind, number_in
from tournaments.models import (
    ClubNight,
    Entry,
    EntryState,
    Event,
    Ladder,
    LadderPlace,
    Section,
    TeamMember,
)

MAX_OFFERED = 20


def _seasons(organisation_id: int) -> list[tuple[str, str]]:
    held = ClubNight.objects.values("section_id")
    rows = Section.objects.filter(event__organisation_id=organisation_id, pk__in=held)
    return [
        (str(row.pk), row.event.name) for row in rows.select_related("event").order_by("-pk")[:MAX_OFFERED]
    ]


@group_kind("nights", label=gettext_lazy("Attended club nights of"), choices=_seasons)
def who_came(organisation_id: int, told: str) -> Iterable[int]:
    """Return the known persons who came to a night of a season."""
    number = number_in(told, f"nights:{told}")
    entries = Entry.objects.filter(section_id=number, section__event__organisation_id=organisation_id)
    return _persons(entries.filter(attendances__isnull=False))


def _events(organisation_id: int) -> list[tuple[str, str]]:
    rows = Event.objects.filter(organisation_id=organisation_id).order_by("-starts_on", "-pk")
    return [(str(row.pk), row.name) for row in rows[:MAX_OFFERED]]


@group_kind("event", label=gettext_lazy("Players of"), choices=_events)
def who_plays(organisation_id: int, told: str) -> Iterable[int]:
    """Return the known persons who play in an event."""
    number = number_in(told, f"event:{told}")
    entries = Entry.objects.filter(section__event_id=number, section__event__organisation_id=organisation_id)
    return _persons(entries.filter(state=EntryState.CONFIRMED))


def _squads(organisation_id: int) -> list[tuple[str, str]]:
    rows = Entry.objects.filter(league_team__club=organisation_id).select_related("section__event")
    return [
        (str(row.pk), f"{row.name}, {row.section.event.name}") for row in rows.order_by("-pk")[:MAX_OFFERED]
    ]


@group_kind("squad", label=gettext_lazy("Squad of"), choices=_squads)
def who_is_in_the_squad(organisation_id: int, told: str) -> Iterable[int]:
    """Return the known persons who are registered for one of the club's teams."""
    number = number_in(told, f"squad:{told}")
    rows = TeamMember.objects.filter(entry_id=number, entry__league_team__club=organisation_id)
    known = rows.filter(person__organisation_id=organisation_id)
    return set(known.values_list("person", flat=True))


def _ladders(organisation_id: int) -> list[tuple[str, str]]:
    rows = Ladder.objects.filter(organisation_id=organisation_id).order_by("name", "pk")
    return [(str(row.pk), row.name) for row in rows[:MAX_OFFERED]]


@group_kind("ladder", label=gettext_lazy("On the ladder"), choices=_ladders)
def who_is_on_the_ladder(organisation_id: int, told: str) -> Iterable[int]:
    """Return the persons with a place on a ladder of the club."""
    number = number_in(told, f"ladder:{told}")
    rows = LadderPlace.objects.filter(ladder_id=number, ladder__organisation_id=organisation_id)
    return set(rows.values_list("person", flat=True))


def _persons(entries: "Iterable[Entry]") -> Iterable[int]:
    return {entry.person_id for entry in entries if entry.person_id is not None}
