"""Recipients of a person's mails: guardians of wards, and opt-outs of a kind."""

from collections.abc import Collection

from django.db.models import Q
from django.utils import timezone

from club.models import Guardianship, Person


def guardians_of(*, persons: Collection[int]) -> dict[int, list[Person]]:
    """Return the current guardians of each of these persons."""
    found: dict[int, list[Person]] = {}
    rows = Guardianship.objects.filter(_still(), ward__in=persons)
    for row in rows.select_related("guardian").order_by("pk"):
        found.setdefault(row.ward_id, []).append(row.guardian)
    return found


def guardian_of(*, guardian_id: int, ward_id: int | None) -> Person | None:
    """Return the person if they are currently a guardian of the ward."""
    rows = Guardianship.objects.filter(_still(), guardian_id=guardian_id, ward_id=ward_id)
    row = rows.select_related("guardian").first()
    return None if row is None else row.guardian


def _still() -> Q:
    return Q(until__isnull=True) | Q(until__gte=timezone.localdate())
