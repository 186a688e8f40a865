"""PDN feeds of rounds: which are read, their problems in words, and the results that they offer."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from club.core.messages import RefusalText, refusal_text
from tournaments.live_boards.errors import FEED_FAULTS
from tournaments.live_boards.selectors.boards import LiveView
from tournaments.models import LiveBoard, LiveFeed, LiveState, Outcome


class FeedOffer(NamedTuple):
    """A result that a feed has for a board which is still open."""

    view: LiveView
    outcome: Outcome


class FeedFault(NamedTuple):
    """A problem of a feed at a board, or of the whole feed."""

    view: LiveView | None
    text: RefusalText


def feeds_to_read(*, unread_since: datetime) -> QuerySet[LiveFeed]:
    """Return feeds that are on, were not read since a moment, and have a board that is not finished."""
    boards = LiveBoard.objects.filter(pairing__round=OuterRef("round")).exclude(state=LiveState.FINISHED)
    rows = LiveFeed.objects.filter(
        Q(read_at__isnull=True) | Q(read_at__lt=unread_since), Exists(boards), is_on=True
    )
    return rows.select_related("round__section__event").defer("round__reasons")


def has_open_boards(feed: LiveFeed) -> bool:
    """True while a board of the feed's round is not finished."""
    boards = LiveBoard.objects.filter(pairing__round=feed.round_id)
    return boards.exclude(state=LiveState.FINISHED).exists()


def fault_text(code: str, facts: dict[str, Any]) -> RefusalText | None:
    """Put a stored problem into words, in the language in force."""
    fault = FEED_FAULTS.get(code)
    return refusal_text(fault(**facts)) if fault is not None else None


def faults_of(feeds: Sequence[LiveFeed], views: Sequence[LiveView]) -> list[FeedFault]:
    """Return the problems of a round's feeds: of the feeds themselves, then at single boards."""
    told = [(None, feed.fault, feed.fault_facts) for feed in feeds]
    at_boards = [
        (view, str(view.board.fed.get("fault", "")), view.board.fed.get("facts", {})) for view in views
    ]
    return [
        FeedFault(view, text)
        for view, code, facts in [*told, *at_boards]
        if code and (text := fault_text(code, facts)) is not None
    ]


def offers_of(views: Sequence[LiveView]) -> list[FeedOffer]:
    """Return results that the feed has for boards that are open; they wait for a person to enter them."""
    return [
        FeedOffer(view, Outcome(outcome))
        for view in views
        if view.board.state != LiveState.FINISHED
        and (outcome := view.board.fed.get("result", Outcome.PENDING)) != Outcome.PENDING
    ]
