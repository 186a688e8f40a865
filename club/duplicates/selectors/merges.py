"""Queries of merges."""

from club.models import Person, PersonMerge


def merges_into(person: Person) -> list[PersonMerge]:
    """Return the merges that ended in a person, including chains of merges."""
    found: list[PersonMerge] = []
    kept = {person.pk}
    while rows := list(PersonMerge.objects.filter(kept__in=kept).select_related("merged").order_by("pk")):
        found += rows
        kept = {row.merged_id for row in rows}
    return found
