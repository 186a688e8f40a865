"""List of an event's cases for the desk."""

from django.db.models import Prefetch, QuerySet

from tournaments.core.selectors import rulings_in_force
from tournaments.models import Case, Event, Ruling


def listed_cases(
    event: Event, *, states: tuple[str, ...] = (), section_id: int | None = None
) -> QuerySet[Case]:
    """The cases of an event, the latest first, each with the ruling in force as `in_force`."""
    rows = event.cases.select_related("entry", "opponent", "section__event", "pairing__round__section__event")
    rows = rows.defer("pairing__round__reasons")
    if states:
        rows = rows.filter(state__in=states)
    if section_id is not None:
        rows = rows.filter(section=section_id)
    standing = Prefetch("rulings", rulings_in_force(), to_attr="in_force")
    return rows.prefetch_related(standing).order_by("-number")


def rulings_of(case: Case) -> QuerySet[Ruling]:
    """Return all rulings of a case, latest first, with the superseded ones and the opponent's choices."""
    rows = case.rulings.select_related("superseded_by", "choice__chooser", "supersedes")
    return rows.order_by("-number")
