"""Queries of requests to join: the form, its consents, and the waiting requests."""

from collections.abc import Sequence

from django.db.models import Count, Q, QuerySet

from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.selectors import demo_beside_others
from club.members.selectors.similar_names import DuplicateCandidate, Newcomer, duplicate_candidates
from club.models import ConsentKind, ConsentText, JoinForm, JoinRequest, JoinState, Organisation


def form_of(*, organisation_id: int) -> JoinForm:
    """Return the settings of a club's form; closed by default."""
    row = JoinForm.objects.filter(organisation_id=organisation_id).first()
    return row or JoinForm(organisation_id=organisation_id)


def newest_texts(*, organisation_id: int) -> list[ConsentText]:
    """Return the current text of each consent, in the order of kinds."""
    newest: dict[str, ConsentText] = {}
    for text in ConsentText.objects.filter(organisation_id=organisation_id).order_by("version"):
        newest[text.kind] = text
    return [newest[kind.value] for kind in ConsentKind if kind.value in newest]


def requests_to_join(*, organisation_id: int, state: str = JoinState.WAITING) -> QuerySet[JoinRequest]:
    """List the requests of a club in one state, oldest first."""
    rows = JoinRequest.objects.filter(organisation_id=organisation_id, state=state)
    return rows.select_related("plan", "organisation", "person").order_by("pk")


def similar_persons(*, organisation_id: int, rows: Sequence[JoinRequest]) -> list[list[DuplicateCandidate]]:
    """Return similar persons of the club for each request."""
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
    return duplicate_candidates(organisation_id=organisation_id, newcomers=newcomers)


def pending_requests_by_club(*, actor: Actor) -> list[tuple[Organisation, int]]:
    """Count the waiting requests in each club whose members the actor manages."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    known = Organisation.objects.in_order()
    every = known if clubs is None else known.filter(pk__in=clubs)
    waiting = Count("join_requests", filter=Q(join_requests__state=JoinState.WAITING))
    rows = every.annotate(waiting=waiting).filter(waiting__gt=0).exclude(demo_beside_others(""))
    return [(club, club.waiting) for club in rows]
