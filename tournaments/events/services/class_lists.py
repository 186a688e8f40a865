"""Classes of the players of a section: set for many at once, or derived from the numbers."""

from collections.abc import Mapping

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.event_log import log_entries
from tournaments.core.services.locks import locked_section
from tournaments.entries.models.entry import OUTSIDE
from tournaments.events.errors import UnknownClass
from tournaments.models import Entry, Section


@transaction.atomic
def set_entry_classes(
    *, section_id: int, classes: Mapping[int, str], actor: Actor, reason: str = ""
) -> list[Entry]:
    """Assign players to classes, or to none; one audit entry for all changes."""
    section = locked_section(section_id, actor)
    known = {"", *section.classes.values_list("name", flat=True)}
    for name in classes.values():
        if name not in known:
            raise UnknownClass(name=name, known=sorted(known - {""}))
    return _assign_classes(section, classes, actor, reason)


@transaction.atomic
def sort_into_classes(*, section_id: int, actor: Actor) -> list[Entry]:
    """Assign players without a class to the first class with fitting rating and years.

    A class without numbers fits no player.
    """
    section = locked_section(section_id, actor)
    rules = [one for one in section.classes.all() if one.has_numbers]
    found = {}
    for entry in section.entries.filter(category="").exclude(state__in=OUTSIDE):
        fits = (one for one in rules if one.admits(rating=entry.rating, birth_year=entry.birth_year))
        first = next(fits, None)
        if first is not None:
            found[entry.pk] = first.name
    return _assign_classes(section, found, actor, "")


def _assign_classes(section: Section, classes: Mapping[int, str], actor: Actor, reason: str) -> list[Entry]:
    rows = section.entries.filter(pk__in=classes).order_by("name", "pk")
    changed = [entry for entry in rows if entry.category != classes[entry.pk]]
    before = {"by_entry": {str(entry.pk): entry.category for entry in changed}}
    for entry in changed:
        entry.category = classes[entry.pk]
    Entry.objects.bulk_update(changed, ["category"])
    if changed:
        after = {
            "count": len(changed),
            "names": [f"{entry.name}: {entry.category or '-'}" for entry in changed],
            "by_entry": {str(entry.pk): entry.category for entry in changed},
        }
        action = "tournaments.entries.classed"
        log_entries(action, section, actor, before=before, after=after, reason=reason)
    return changed
