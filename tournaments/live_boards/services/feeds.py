"""PDN feeds of a round: added, paused and removed at the desk, read by jobs while boards are in play."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from club.core.downloads import is_public_page
from club.jobs.services.jobs import enqueue
from tournaments.core.services.event_log import log_round
from tournaments.core.services.locks import locked_round
from tournaments.live_boards.errors import FeedAddressRefused, NoBroadcast, TooManyFeeds, UnknownFeed
from tournaments.live_boards.selectors.feeds import feeds_to_read
from tournaments.models import Broadcast, LiveFeed, Round

FEED_TASK: Final = "tournaments.read_live_feed"
FEED_EVERY: Final = timedelta(seconds=4)
FEED_LEASE: Final = timedelta(seconds=45)
MAX_FEEDS: Final = 5


@transaction.atomic
def add_feed(*, round_id: int, url: str, actor: Actor, enters_results: bool = False) -> LiveFeed:
    """Read the games of a round from an address. The same address again is the same feed.

    Raises NoBroadcast, FeedAddressRefused and TooManyFeeds.
    """
    row = locked_round(round_id, actor)
    event = row.section.event
    if not Broadcast.objects.filter(event=event).exists():
        raise NoBroadcast(event=event.name)
    address = url.strip()
    if not is_public_page(address):
        raise FeedAddressRefused(url=address[:200])
    known = {feed.url: feed for feed in row.live_feeds.all()}
    if address in known:
        return known[address]
    if len(known) >= MAX_FEEDS:
        raise TooManyFeeds(most=MAX_FEEDS)
    feed = LiveFeed.objects.create(round=row, url=address, enters_results=enters_results)
    log_round("tournaments.live_feed.added", row, actor, after=_facts(feed, row))
    plan_reading(feed, now=timezone.now())
    return feed


@transaction.atomic
def set_feed(
    *, feed_id: int, actor: Actor, is_on: bool | None = None, enters_results: bool | None = None
) -> LiveFeed:
    """Pause a feed or go on reading it, and say whether it enters results."""
    row, feed = _locked(feed_id, actor)
    before = _facts(feed, row)
    feed.is_on = feed.is_on if is_on is None else is_on
    feed.enters_results = feed.enters_results if enters_results is None else enters_results
    if _facts(feed, row) == before:
        return feed
    feed.etag = feed.modified = ""  # what it says now is read whole
    feed.save(update_fields=["is_on", "enters_results", "etag", "modified"])
    log_round("tournaments.live_feed.changed", row, actor, before=before, after=_facts(feed, row))
    plan_reading(feed, now=timezone.now())
    return feed


@transaction.atomic
def remove_feed(*, feed_id: int, actor: Actor) -> None:
    """Remove a feed; the moves that came by it stay."""
    row, feed = _locked(feed_id, actor)
    facts = _facts(feed, row)
    feed.delete()
    log_round("tournaments.live_feed.removed", row, actor, before=facts)


def plan_reading(feed: LiveFeed, *, now: datetime, after: str = "") -> None:
    """Enqueue the next reading of a feed that is on: one job for each time slot, whoever plans it.

    `after` is the key of the job that plans it. The next one deletes that row, so that hours of reading leave
    a few rows and not thousands.
    """
    if not feed.is_on:
        return
    seconds = FEED_EVERY.total_seconds()
    slot = int(now.timestamp() // seconds) + 1
    enqueue(
        task=FEED_TASK,
        arguments={"feed": feed.pk, "after": after},
        key=f"feed:{feed.pk}:{slot}",
        queue="interactive",
        due_at=datetime.fromtimestamp(slot * seconds, tz=now.tzinfo),
        organisation_id=feed.round.section.event.organisation_id,
    )


def resume_feeds() -> None:
    """Plan a reading of each feed that should be read and was not for a while. Runs once a minute."""
    now = timezone.now()
    for feed in feeds_to_read(unread_since=now - FEED_LEASE):
        plan_reading(feed, now=now)


def _locked(feed_id: int, actor: Actor) -> tuple[Round, LiveFeed]:
    round_id = LiveFeed.objects.filter(pk=feed_id).values_list("round", flat=True).first()
    if round_id is None:
        raise UnknownFeed
    row = locked_round(round_id, actor)
    feed = LiveFeed.objects.select_for_update(no_key=True).filter(pk=feed_id).first()
    if feed is None:
        raise UnknownFeed
    feed.round = row
    return row, feed


def _facts(feed: LiveFeed, row: Round) -> dict[str, Any]:
    return {
        "round": row.number,
        "address": feed.url,
        "is_on": feed.is_on,
        "enters_results": feed.enters_results,
    }
