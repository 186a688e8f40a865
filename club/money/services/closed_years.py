"""Years of the books: closed when they are over, reopened one by one from the last."""

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.models import ClosedYear
from club.money.errors import YearClosed, YearNotClosed, YearNotOver
from club.money.services.books import FIRST_DAY, locked_books


@transaction.atomic
def close_year(*, organisation_id: int, year: int, actor: Actor) -> ClosedYear:
    """Close the books of a year that is over: no entry can be dated in it any more."""
    locked_books(organisation_id, actor)
    if not FIRST_DAY.year <= year < timezone.localdate().year:
        raise YearNotOver(year=year)
    if ClosedYear.objects.filter(organisation_id=organisation_id, year=year).exists():
        raise YearClosed(year=year)
    row = ClosedYear.objects.create(organisation_id=organisation_id, year=year, closed_by=actor.label[:200])
    audit.record("club.year.closed", row, actor=actor, organisation_id=organisation_id, after={"year": year})
    return row


@transaction.atomic
def open_year(*, organisation_id: int, year: int, actor: Actor, reason: str = "") -> None:
    """Reopen the books of the last closed year."""
    locked_books(organisation_id, actor)
    rows = ClosedYear.objects.filter(organisation_id=organisation_id)
    last = rows.order_by("-year").first()
    if last is None or last.year != year:
        raise YearNotClosed(year=year)
    number = last.pk
    last.delete()
    last.pk = number
    audit.record(
        "club.year.opened",
        last,
        actor=actor,
        organisation_id=organisation_id,
        before={"year": year},
        reason=reason,
    )
