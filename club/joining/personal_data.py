"""Personal data in requests to join."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from club.core.names import fold_name
from club.models import JoinRequest, Person
from club.privacy.personal_data_sets import Erasure, OnErasure, OnMerge, Row, register_data_set

REQUEST = (
    *("name", "email", "phone", "address", "born_on", "languages", "plan__name", "federation"),
    *("federation_number", "message", "guardian_name", "guardian_email", "guardian_signature"),
    *("guardian_confirmed_at", "confirmed_at", "state", "reason", "created_at", "decided_at"),
)


def _earlier_requests(person: Person) -> list[JoinRequest]:
    """Return unsuccessful requests to the same club with this name and address."""
    if person.organisation_id is None or person.erased_at is not None:
        return []
    accepted = JoinRequest.objects.filter(person=person).values("email")
    rows = JoinRequest.objects.filter(organisation=person.organisation_id, person=None)
    known = rows.filter(email__in=accepted) | rows.filter(email=person.email.casefold() or None)
    if person.user is not None:
        known |= rows.filter(email=person.user.email.casefold())
    names = {fold_name(person.name), *(fold_name(one.name) for one in person.join_requests.all())}
    return [one for one in known.order_by("pk") if fold_name(one.name) in names]


def _earlier_request_rows(person: Person) -> Iterable[Row]:
    numbers = [one.pk for one in _earlier_requests(person)]
    return list(JoinRequest.objects.filter(pk__in=numbers).order_by("pk").values(*REQUEST))


def _delete_earlier_requests(erasure: Erasure) -> None:
    for row in _earlier_requests(erasure.person):
        row.delete()


register_data_set(
    "club.join_requests_before",
    label=_("unsuccessful requests to join with this name and email address"),
    fate=OnErasure.DELETE,
    rows=_earlier_request_rows,
    erase=_delete_earlier_requests,
    mentions=lambda person: {"club.joinrequest": [one.pk for one in _earlier_requests(person)]},
)
register_data_set(
    "club.join_requests",
    "club.JoinRequest.person",
    label=_("requests to join"),
    fate=OnErasure.DELETE,
    on_merge=OnMerge.MOVE,
    tells=REQUEST,
    spelled=lambda person: person.join_requests.values_list("name", flat=True),
    reached=lambda person: person.join_requests.values_list("email", flat=True),
)
