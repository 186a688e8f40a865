"""Incidents of an event so far, and the rulings against players."""

from typing import NamedTuple

from django.db.models import Count, Min

from tournaments.cases.selectors.case_proposals import counted_as, first_ruling_time
from tournaments.conduct import Consequence
from tournaments.core.selectors import rulings_in_force
from tournaments.events.selectors.law_books import regulations_of
from tournaments.models import Case, Event


class EarlierRuling(NamedTuple):
    """A ruling in force that climbs a ladder."""

    entry_id: int | None
    pairing_id: int | None
    game: int
    incident: str
    case_id: int
    is_later: bool  # than the case at hand was ruled on


def used_incidents(event: Event) -> list[str]:
    """Return the incidents of an event, most frequent first."""
    rows = Case.objects.filter(event=event).exclude(incident="").values_list("incident")
    return [code for code, _count in rows.annotate(times=Count("pk")).order_by("-times", "incident")]


def earlier_in_event(event: Event, case: Case | None = None) -> list[EarlierRuling]:
    """Return the earlier rulings in force against each player of the event, as `earlier_rulings` counts them.

    If a ruling is superseded, cases first ruled on after the first ruling count as later.
    """
    rows = rulings_in_force().filter(case__event=event, entry__isnull=False)
    rows = rows.exclude(consequence=Consequence.NONE).annotate(first=Min("case__rulings__ruled_at"))
    own = None if case is None else first_ruling_time(case.pk)
    regulations = regulations_of(event)
    named = ("entry_id", "case__pairing_id", "case__game", "incident", "case_id", "case__details", "first")
    return [
        EarlierRuling(
            *(entry, pairing, game, counted_as(incident, details, regulations), number),
            is_later=own is not None and first >= own,
        )
        for entry, pairing, game, incident, number, details, first in rows.values_list(*named)
    ]
