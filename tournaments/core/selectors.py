"""Rows that several features read."""

from django.db.models import QuerySet

from tournaments.models import Ruling


def rulings_in_force() -> QuerySet[Ruling]:
    """Return the rulings that are not superseded."""
    return Ruling.objects.filter(superseded_by__isnull=True)
