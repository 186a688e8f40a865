"""Cases with all that is shown of them, and rulings as everybody may know them."""

from django.db.models import QuerySet

from tournaments.models import Case, CaseState, Event, Ruling
from tournaments.selectors.case_proposals import rulings_in_force

RULINGS = ("rulings__supersedes", "rulings__superseded_by", "rulings__choice")


def cases_shown() -> QuerySet[Case]:
    """Every case with what is shown of it."""
    rows = Case.objects.select_related("event", "section", "entry", "opponent", "pairing__round")
    return rows.prefetch_related(*RULINGS)


def cases_of(event: Event) -> QuerySet[Case]:
    """The cases of an event, the latest first."""
    return cases_shown().filter(event=event).order_by("-number")


def public_rulings(event: Event) -> QuerySet[Ruling]:
    """The rulings of an event that are in force, by case; none of a case that was dropped."""
    rows = rulings_in_force().filter(case__event=event).exclude(case__state=CaseState.DROPPED)
    return rows.select_related("case__entry", "case__section").order_by("case__number")
