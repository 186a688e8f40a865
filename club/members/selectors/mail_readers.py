"""Who reads mails for somebody: guardians of wards, and who wants none of a kind."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from club.models import Guardianship, NoticeKind, NoticeOptOut, Person
from club.notices.opt_out_links import opt_out_secret


def guardians_of(*, persons: Collection[int]) -> dict[int, list[Person]]:
    """The guardians of each of these persons today."""
    found: dict[int, list[Person]] = {}
    rows = Guardianship.objects.filter(_still(), ward__in=persons)
    for row in rows.select_related("guardian").order_by("pk"):
        found.setdefault(row.ward_id, []).append(row.guardian)
    return found


def guardian_of(*, guardian_id: int, ward_id: int | None) -> Person | None:
    """The person, if they are guardian of the ward today."""
    rows = Guardianship.objects.filter(_still(), guardian_id=guardian_id, ward_id=ward_id)
    row = rows.select_related("guardian").first()
    return None if row is None else row.guardian


def without_fixture_mails(*, organisation_id: int) -> set[int]:
    """The persons who want no notices about fixtures from a club."""
    rows = NoticeOptOut.objects.filter(organisation_id=organisation_id, kind=NoticeKind.FIXTURES)
    return set(rows.values_list("person_id", flat=True))


class WayOut(NamedTuple):
    """How a reader stops mails about fixtures: the page, what it calls them, what mail programs are told."""

    address: str
    kind: str
    headers: dict[str, str]


def way_out_of_fixture_mails(*, person: Person, organisation_id: int, site: str) -> WayOut:
    """What a mail about fixtures carries to be the last one; without a known site there is no address."""
    kind = str(NoticeKind.FIXTURES.label)
    if not site:
        return WayOut("", kind, {})
    secret = opt_out_secret(person, organisation_id, NoticeKind.FIXTURES)
    address = f"{site}{reverse('club:unsubscribe', args=[secret])}"
    # RFC 8058: mail programs stop it by one press, without opening a page.
    told = {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return WayOut(address, kind, told)


def _still() -> Q:
    return Q(until__isnull=True) | Q(until__gte=timezone.localdate())
