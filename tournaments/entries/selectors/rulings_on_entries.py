"""Cases and rulings about an entry."""

from django.db.models import Q, QuerySet

from tournaments.conduct import Consequence
from tournaments.core.selectors import rulings_in_force
from tournaments.models import Case, Entry, Ruling


def exclusion_of(entry: Entry) -> Ruling | None:
    """The ruling in force that excludes a player."""
    rows = rulings_in_force().filter(entry=entry, consequence=Consequence.EXCLUDED)
    return rows.select_related("case").order_by("-pk").first()


def cases_of_entry(entry: Entry) -> QuerySet[Case]:
    """Return the cases that name an entry: as player, opponent or claimant, or in a ruling."""
    named = Q(entry=entry) | Q(opponent=entry) | Q(claimant=entry) | Q(rulings__entry=entry)
    return Case.objects.filter(named)
