"""Webhooks of events, and what is next to be delivered."""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from itertools import islice
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet

from club.live.selectors import as_document, events_after, last_numbers
from tournaments.live_boards.channels import boards_channel
from tournaments.models import EventState, Section, Webhook, WebhookKind

MAX_EVENTS: Final = 100  # of a message

Found = tuple[datetime, dict[str, Any]]


class Batch(NamedTuple):
    """Live events of the next message, in order, and the cursors after it.

    `is_reset`: events before these were deleted by age. `has_more`: another message follows at once.
    """

    events: list[dict[str, Any]]
    cursors: dict[str, int]
    is_reset: bool
    has_more: bool


def webhooks_of(event_id: int) -> QuerySet[Webhook]:
    """Return the webhooks of an event."""
    return Webhook.objects.filter(event=event_id).select_related("event")


def due_webhooks(*, now: datetime) -> QuerySet[Webhook]:
    """Return webhooks that are on, of public events, and not waiting after a failure."""
    rows = Webhook.objects.filter(Q(next_at__isnull=True) | Q(next_at__lte=now), is_on=True)
    return rows.exclude(event__state=EventState.DRAFT).select_related("event")


def webhooks_with_news(*, now: datetime) -> list[Webhook]:
    """Return due webhooks with events to deliver: one query without webhooks, three with them."""
    rows = list(due_webhooks(now=now))
    if not rows:
        return []
    sections = _sections_of({row.event_id for row in rows})
    channels = {row.pk: channels_of(row.kinds, row.event_id, sections[row.event_id]) for row in rows}
    last = last_numbers(set().union(*channels.values()))
    return [row for row in rows if _behind(row.cursors, channels[row.pk], last)]


def next_batch(row: Webhook) -> Batch | None:
    """Return the events after the cursors of a webhook, oldest first; None if there are none."""
    channels = event_channels(row.event_id, row.kinds)
    last = last_numbers(channels)
    cursors = {name: row.cursors.get(name, 0) for name in channels}
    behind = _behind(cursors, channels, last)
    if not behind:
        return None
    found: list[list[Found]] = []
    is_reset = False
    for name in behind:
        batch = events_after(name, cursors[name], limit=MAX_EVENTS)
        is_reset |= batch.is_broken
        found.append([(one.at, {"channel": name, **as_document(one)}) for one in batch.events])
        if not batch.events:
            cursors[name] = batch.last
    events = _first(found)
    cursors |= {one["channel"]: one["number"] for one in events}
    return Batch(events, cursors, is_reset, bool(_behind(cursors, channels, last)))


def event_channels(event_id: int, kinds: Collection[str]) -> list[str]:
    """Return the live channels of kinds of an event."""
    return channels_of(kinds, event_id, _sections_of({event_id})[event_id])


def channels_of(kinds: Collection[str], event_id: int, sections: Iterable[int]) -> list[str]:
    """Return the live channels of kinds; all of them are open to every visitor of a public event."""
    sections = list(sections)
    of_kinds = {
        WebhookKind.EVENT: [f"event:{event_id}"],
        WebhookKind.ROUNDS: [f"rounds:{one}" for one in sections],
        WebhookKind.RESULTS: [f"section:{one}" for one in sections],
        WebhookKind.BOARDS: [boards_channel(event_id)],
    }
    return [name for kind, names in of_kinds.items() if kind in kinds for name in names]


def _sections_of(events: Collection[int]) -> defaultdict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for event_id, section_id in Section.objects.filter(event__in=events).values_list("event_id", "pk"):
        found[event_id].append(section_id)
    return found


def _behind(cursors: Mapping[str, int], channels: Iterable[str], last: Mapping[str, int]) -> list[str]:
    """Return channels with events after the cursors, or with fewer events than the cursors say."""
    return [name for name in channels if cursors.get(name, 0) != last.get(name, 0)]


def _first(found: Iterable[Iterable[Found]]) -> list[dict[str, Any]]:
    """Merge channels by time, each in the order of its numbers, up to the limit of a message."""
    merged = heapq.merge(*found, key=itemgetter(0))
    return [document for _at, document in islice(merged, MAX_EVENTS)]
