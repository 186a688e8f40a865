"""Queue of the arbiter in an event: calls from boards, cases without a ruling, disputed results.

The case of a disputed result is listed as that result, which has both versions to decide between.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from club.core.actor import Actor
from tournaments.events.selectors.sections import events_for_desk
from tournaments.models import Case, CaseState, Event, ResultDispute

MOST = 20
WAITS = Q(state__in=(CaseState.CALLED, CaseState.OPEN)) & (
    Q(dispute__isnull=True) | Q(dispute__settled_at__isnull=False)
)


def waiting_cases(event: Event) -> QuerySet[Case]:
    """Calls and cases without a ruling, those that wait longest first."""
    return _told(event.cases.filter(WAITS)).order_by("opened_at", "pk")


def waiting_at_desk(actor: Actor) -> QuerySet[Case]:
    """Return the queues of all events at the account's desk."""
    disputed = ResultDispute.objects.filter(pairing=OuterRef("pairing"), settled_at__isnull=True)
    rows = Case.objects.filter(WAITS, event__in=events_for_desk(actor)).annotate(is_disputed=Exists(disputed))
    return _told(rows).order_by("opened_at", "pk")[:MOST]


def disputes_of_event(event: Event) -> QuerySet[ResultDispute]:
    """Return the undecided disputed results of an event, oldest first."""
    rows = ResultDispute.objects.filter(settled_at__isnull=True, pairing__round__section__event=event)
    rows = rows.select_related("pairing__round__section__event", "pairing__white", "pairing__black", "case")
    return rows.defer("pairing__round__reasons").order_by("pk")


def _told(rows: QuerySet[Case]) -> QuerySet[Case]:
    rows = rows.select_related("event", "section__event", "pairing__round__section__event")
    rows = rows.select_related("pairing__white", "pairing__black", "entry", "claimant")
    return rows.defer("pairing__round__reasons")
