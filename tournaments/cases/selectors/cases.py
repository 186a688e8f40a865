"""Cases with all related rows that are displayed."""

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from club.core.actor import Actor
from tournaments.core.selectors import rulings_in_force
from tournaments.events.selectors.sections import events_with_work
from tournaments.models import Case, CaseState, Event, ResultDispute, Ruling

RULINGS = ("rulings__supersedes", "rulings__superseded_by", "rulings__choice")


def cases_with_related() -> QuerySet[Case]:
    """Return all cases with the related rows that are displayed."""
    rows = Case.objects.select_related("event", "section", "entry", "opponent", "pairing__round")
    return rows.prefetch_related(*RULINGS)


def cases_of(event: Event) -> QuerySet[Case]:
    """The cases of an event, the latest first."""
    return cases_with_related().filter(event=event).order_by("-number")


MAX_CASES = 20
IS_QUEUED = Q(state__in=(CaseState.CALLED, CaseState.OPEN)) & (
    Q(dispute__isnull=True) | Q(dispute__settled_at__isnull=False)
)


def queued_cases(event: Event) -> QuerySet[Case]:
    """Calls and cases without a ruling, those that wait longest first."""
    return _with_related(event.cases.filter(IS_QUEUED)).order_by("opened_at", "pk")


def queued_cases_at_desk(actor: Actor) -> QuerySet[Case]:
    """Return the queues of all events at the account's desk."""
    disputed = ResultDispute.objects.filter(pairing=OuterRef("pairing"), settled_at__isnull=True)
    rows = Case.objects.filter(IS_QUEUED, event__in=events_with_work(actor)).annotate(
        is_disputed=Exists(disputed)
    )
    return _with_related(rows).order_by("opened_at", "pk")[:MAX_CASES]


def disputes_of_event(event: Event) -> QuerySet[ResultDispute]:
    """Return the undecided disputed results of an event, oldest first."""
    rows = ResultDispute.objects.filter(settled_at__isnull=True, pairing__round__section__event=event)
    rows = rows.select_related("pairing__round__section__event", "pairing__white", "pairing__black", "case")
    return rows.defer("pairing__round__reasons").order_by("pk")


def _with_related(rows: QuerySet[Case]) -> QuerySet[Case]:
    rows = rows.select_related("event", "section__event", "pairing__round__section__event")
    rows = rows.select_related("pairing__white", "pairing__black", "entry", "claimant")
    return rows.defer("pairing__round__reasons")


def listed_cases(
    event: Event, *, states: tuple[str, ...] = (), section_id: int | None = None
) -> QuerySet[Case]:
    """The cases of an event, the latest first, each with the ruling in force as `in_force`."""
    rows = event.cases.select_related("entry", "opponent", "section__event", "pairing__round__section__event")
    rows = rows.defer("pairing__round__reasons")
    if states:
        rows = rows.filter(state__in=states)
    if section_id is not None:
        rows = rows.filter(section=section_id)
    standing = Prefetch("rulings", rulings_in_force(), to_attr="in_force")
    return rows.prefetch_related(standing).order_by("-number")


def rulings_of(case: Case) -> QuerySet[Ruling]:
    """Return all rulings of a case, latest first, with the superseded ones and the opponent's choices."""
    rows = case.rulings.select_related("superseded_by", "choice__chooser", "supersedes")
    return rows.order_by("-number")
