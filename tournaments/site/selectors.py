"""Selector of entrants' contact data that is due for deletion."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from club.audit.selectors import keys_changed_since
from tournaments.models import Entry, EntryContact, EntryState, Section

ENDED = (EntryState.REFUSED, EntryState.WITHDRAWN)


def contacts_due(*, now: datetime, after_event: int, after_refusal: int) -> list[EntryContact]:
    """List contacts past their retention period, by section; periods are in days.

    Of an event: `after_event` days after its last day, and after the last form and the last round of the
    section. An event without a day is not over while its form is open. Of an entry that was refused or
    withdrawn: `after_refusal` days after the last action on it.

    """
    over = _of_events_over(now - timedelta(days=after_event))
    refused = _refused_contacts(now - timedelta(days=after_refusal))
    rows = EntryContact.objects.filter(Q(pk__in=over.values("pk")) | Q(pk__in=refused))
    return list(rows.select_related("entry__section__event").order_by("entry__section_id", "pk"))


def _of_events_over(since: datetime) -> QuerySet[EntryContact]:
    at_work = Section.objects.filter(
        Q(round_rows__published_at__gte=since)
        | Q(round_rows__closed_at__gte=since)
        | Q(round_times__starts_at__gte=since)
        | Q(event__starts_on=None, event__ends_on=None, admission__is_open=True)
    )
    rows = EntryContact.objects.filter(consented_at__lt=since).exclude(
        entry__section__in=at_work.values("pk")
    )
    last_day = Coalesce("entry__section__event__ends_on", "entry__section__event__starts_on")
    rows = rows.annotate(last_day=last_day)
    return rows.filter(Q(last_day=None) | Q(last_day__lt=since.date()))


def _refused_contacts(since: datetime) -> list[int]:
    rows = EntryContact.objects.filter(entry__state__in=ENDED, consented_at__lt=since)
    keys = list(rows.values_list("pk", flat=True))
    spoken_of = keys_changed_since(Entry, keys, since)
    return [key for key in keys if key not in spoken_of]
