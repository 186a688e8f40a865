"""Cases with all related rows that are displayed."""

from django.db.models import QuerySet

from tournaments.models import Case, Event

RULINGS = ("rulings__supersedes", "rulings__superseded_by", "rulings__choice")


def cases_shown() -> QuerySet[Case]:
    """Return all cases with the related rows that are displayed."""
    rows = Case.objects.select_related("event", "section", "entry", "opponent", "pairing__round")
    return rows.prefetch_related(*RULINGS)


def cases_of(event: Event) -> QuerySet[Case]:
    """The cases of an event, the latest first."""
    return cases_shown().filter(event=event).order_by("-number")
