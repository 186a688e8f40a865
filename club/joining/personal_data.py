"""Personal data in requests to join and in merges."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from club.core.names import folded
from club.members.selectors.persons import merges_into
from club.models import JoinRequest, Person
from club.privacy.personal_data_sets import Erasure, Fate, Row, hold

REQUEST = (
    *("name", "email", "phone", "address", "born_on", "languages", "plan__name", "federation"),
    *("federation_number", "message", "guardian_name", "guardian_email", "guardian_signature"),
    *("guardian_confirmed_at", "confirmed_at", "state", "reason", "created_at", "decided_at"),
)


def _merges(person: Person) -> Iterable[Row]:
    return [
        {"merged__name": row.merged.name, "made_at": row.made_at, "made_by": row.made_by}
        for row in merges_into(person)
    ]


def _asked_before(person: Person) -> list[JoinRequest]:
    """Return unsuccessful requests to the same club with this name and address."""
    if person.organisation_id is None or person.erased_at is not None:
        return []
    accepted = JoinRequest.objects.filter(person=person).values("email")
    rows = JoinRequest.objects.filter(organisation=person.organisation_id, person=None)
    known = rows.filter(email__in=accepted) | rows.filter(email=person.email.casefold() or None)
    if person.user is not None:
        known |= rows.filter(email=person.user.email.casefold())
    names = {folded(person.name), *(folded(one.name) for one in person.join_requests.all())}
    return [one for one in known.order_by("pk") if folded(one.name) in names]


def _told_before(person: Person) -> Iterable[Row]:
    numbers = [one.pk for one in _asked_before(person)]
    return list(JoinRequest.objects.filter(pk__in=numbers).order_by("pk").values(*REQUEST))


def _forget_before(erasure: Erasure) -> None:
    for row in _asked_before(erasure.person):
        row.delete()


def forget_merges(erasure: Erasure) -> None:
    """Delete the undo data of merges, and the names of persons merged into this one."""
    for row in merges_into(erasure.person):
        row.steps = []
        row.save(update_fields=["steps"])
        row.merged.name, row.merged.sort_name = erasure.neutral, ""
        row.merged.save(update_fields=["name"])


hold(
    "club.join_requests_before",
    label=_("requests to join that led to nothing, with this name and mail address"),
    fate=Fate.GOES,
    rows=_told_before,
    erase=_forget_before,
    mentions=lambda person: {"club.joinrequest": [one.pk for one in _asked_before(person)]},
)
hold(
    "club.join_requests",
    "club.JoinRequest.person",
    label=_("requests to join"),
    fate=Fate.GOES,
    tells=REQUEST,
    spelled=lambda person: person.join_requests.values_list("name", flat=True),
    reached=lambda person: person.join_requests.values_list("email", flat=True),
)
hold(
    "club.merges",
    "club.PersonMerge.kept",
    label=_("merges with a second row of the same person"),
    fate=Fate.NEUTRAL,
    why=_("Old addresses lead on to the person. What was known is forgotten; the merge cannot be undone."),
    rows=_merges,
    erase=forget_merges,
    spelled=lambda person: [one.merged.name for one in merges_into(person)],
)
hold(
    "club.merged",
    "club.PersonMerge.merged",
    label=_("merged into another row of the same person"),
    fate=Fate.STAYS,
    why=_("It is a row without facts that leads on to the person."),
    tells=("made_at", "made_by"),
)
for _side in ("first", "second"):
    hold(
        f"club.namesakes_{_side}",
        f"club.NamesakePair.{_side}",
        label=_("namesakes"),
        fate=Fate.GOES,
        tells=("said_at", "said_by"),
    )
