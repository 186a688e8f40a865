"""Requests to join: the form of a club, what it asks, and what waits for the secretary."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Count, Q, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.similar_names import Lookalike, Newcomer, lookalikes
from club.models import ConsentKind, ConsentText, JoinForm, JoinRequest, JoinState, Organisation


def form_of(*, organisation_id: int) -> JoinForm:
    """What a club says about its form; one that said nothing has it closed."""
    row = JoinForm.objects.filter(organisation_id=organisation_id).first()
    return row or JoinForm(organisation_id=organisation_id)


def newest_texts(*, organisation_id: int) -> list[ConsentText]:
    """The words of each consent as they are now, in the order of kinds."""
    newest: dict[str, ConsentText] = {}
    for text in ConsentText.objects.filter(organisation_id=organisation_id).order_by("version"):
        newest[text.kind] = text
    return [newest[kind.value] for kind in ConsentKind if kind.value in newest]


def age_on(day: date, born_on: date) -> int:
    """How old somebody is on a day."""
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


def requests_to_join(*, organisation_id: int, state: str = JoinState.WAITING) -> QuerySet[JoinRequest]:
    """Requests of a club in one state, the oldest first."""
    rows = JoinRequest.objects.filter(organisation_id=organisation_id, state=state)
    return rows.select_related("plan", "organisation", "person").order_by("pk")


def known_alike(*, organisation_id: int, rows: Sequence[JoinRequest]) -> list[list[Lookalike]]:
    """For each request the persons of the club who may be the one who asks."""
    newcomers = [
        Newcomer(
            name=row.name,
            born_on=row.born_on,
            email=row.email,
            federation=row.federation,
            federation_number=row.federation_number,
        )
        for row in rows
    ]
    return lookalikes(organisation_id=organisation_id, newcomers=newcomers)


def waiting_by_club(*, actor: Actor) -> list[tuple[Organisation, int]]:
    """How many requests wait in each club whose members the actor keeps."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    known = Organisation.objects.in_order()
    every = known if clubs is None else known.filter(pk__in=clubs)
    waiting = Count("join_requests", filter=Q(join_requests__state=JoinState.WAITING))
    rows = every.annotate(waiting=waiting).filter(waiting__gt=0)
    return [(club, club.waiting) for club in rows]
