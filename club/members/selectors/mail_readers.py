"""Recipients of a person's mails: guardians of wards, and opt-outs of a kind."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from club.models import Guardianship, NoticeKind, NoticeOptOut, Person
from club.notices.opt_out_links import opt_out_secret


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


def without_fixture_mails(*, organisation_id: int) -> set[int]:
    """Return the persons who opted out of a club's fixture notices."""
    rows = NoticeOptOut.objects.filter(organisation_id=organisation_id, kind=NoticeKind.FIXTURES)
    return set(rows.values_list("person_id", flat=True))


class WayOut(NamedTuple):
    """Opt-out of fixture mails: the page, its label, and the headers for mail programs."""

    address: str
    kind: str
    headers: dict[str, str]


def way_out_of_fixture_mails(*, person: Person, organisation_id: int, site: str) -> WayOut:
    """Build the opt-out of a fixture mail; without a known site there is no address."""
    kind = str(NoticeKind.FIXTURES.label)
    if not site:
        return WayOut("", kind, {})
    secret = opt_out_secret(person, organisation_id, NoticeKind.FIXTURES)
    address = f"{site}{reverse('club:unsubscribe', args=[secret])}"
    # RFC 8058: mail programs unsubscribe with one click, without opening a page.
    told = {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return WayOut(address, kind, told)


def _still() -> Q:
    return Q(until__isnull=True) | Q(until__gte=timezone.localdate())
