"""Jobs of the tournaments app."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from club.core.actor import SYSTEM
from club.jobs.handlers import every, job
from club.models import Job
from tournaments.core.services.entry_keys import delete_old_keys
from tournaments.evening.services.phones import delete_expired_phones
from tournaments.evening.services.pushes import (
    LEASE,
    PAUSE,
    ROUND_TASK,
    SLICE_TASK,
    STARTS,
    plan_slices,
    send_slice,
)
from tournaments.ladders.services.daily_jobs import (
    drop_idle_players,
    settle_due_challenges,
    warn_of_last_days,
)
from tournaments.leagues.services.fixture_deadlines import remind_captains
from tournaments.leagues.services.handed_line_ups import show_due_line_ups
from tournaments.leagues.services.match_reports import settle_unanswered
from tournaments.live_boards.services.feed_reading import read_feed
from tournaments.live_boards.services.feeds import FEED_LEASE, FEED_TASK, resume_feeds
from tournaments.live_boards.services.finishing import record_finished_board
from tournaments.live_boards.services.flags import FLAG_TASK, look_at_flag
from tournaments.live_boards.services.publication import RELEASE_TASK, release_moves
from tournaments.records.services.ruling_records import add_missing_tags
from tournaments.rounds.services.large_rounds import TASK, run_proposal_job
from tournaments.site.selectors import COPY_TASK
from tournaments.site.services.event_copies import COPY_LEASE, delete_old_copies, make_copy
from tournaments.site.services.redaction import delete_contacts
from tournaments.webhooks.services.delivery import DELIVER_LEASE, DELIVER_TASK, deliver, plan_deliveries


@every(timedelta(hours=6), "tournaments.forget_contacts")
def forget_old_contacts(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete the contact data of entrants some days after the event."""
    delete_contacts(
        after_event=settings.CONTACTS_KEPT_DAYS, after_refusal=settings.REFUSED_CONTACTS_KEPT_DAYS
    )


@every(timedelta(hours=6), "tournaments.forget_phones")
def forget_old_phones(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete the phones of players some days after the event."""
    delete_expired_phones()


@every(timedelta(hours=6), "tournaments.forget_entry_keys")
def forget_old_entry_keys(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete the idempotency keys of entries that no device sends any more."""
    delete_old_keys(now=timezone.now())


@every(timedelta(hours=1), "tournaments.supply_old_records")
def supply_records(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Add the names and facts of the pairing to records that an earlier version linked to results."""
    add_missing_tags(actor=SYSTEM)


@every(timedelta(hours=6), "tournaments.days_of_ladders")
def go_through_ladders(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """End challenges after their last day, warn the day before, and move idle players down."""
    settle_due_challenges()
    warn_of_last_days()
    drop_idle_players()


@every(timedelta(minutes=5), "tournaments.show_line_ups")
def show_line_ups_begun(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Publish line-ups that are handed in when the match begins."""
    show_due_line_ups(now=timezone.now())


@every(timedelta(hours=1), "tournaments.league_deadlines")
def keep_deadlines(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Notify captains of open tasks, and confirm results that were not disputed in time."""
    now = timezone.now()
    settle_unanswered(now=now)
    remind_captains(now=now)


@job(ROUND_TASK)
def notify_phones(*, job: Job) -> None:
    """Divide the phones that are told of a round into slices."""
    plan_slices(job=job)


@job(SLICE_TASK, max_starts=STARTS, first_pause=PAUSE, lease=LEASE)
def notify_slice(*, job: Job) -> None:
    """Tell some phones their boards."""
    send_slice(job=job)


@job(COPY_TASK, lease=COPY_LEASE, max_starts=3)
def copy_event(*, job: Job) -> None:
    """Copy the public pages of an event, outside any transaction: a large field takes many seconds."""
    make_copy(job=job)


@every(timedelta(hours=1), "tournaments.forget_copies")
def forget_old_copies(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Delete the files of old copies of events."""
    delete_old_copies(now=timezone.now())


@job(TASK)
def propose_large_round(*, job: Job) -> None:
    """Pair the next round of a large field."""
    run_proposal_job(told=job.arguments)


@job(RELEASE_TASK)
def release_delayed_moves(*, job: Job) -> None:
    """Show the moves of a live board whose delay is over, and link the record of a finished game."""
    release_moves(board_id=job.arguments["board"])
    record_finished_board(board_id=job.arguments["board"])


@job(FLAG_TASK)
def watch_flag(*, job: Job) -> None:
    """Tell the arbiter if the time of the running side of a live board is over."""
    look_at_flag(board_id=job.arguments["board"])


@job(FEED_TASK, lease=FEED_LEASE)
def read_feed_of_round(*, job: Job) -> None:
    """Read a feed of live boards, and enqueue the next reading."""
    read_feed(feed_id=job.arguments["feed"], key=job.key, after=job.arguments.get("after", ""))


@every(timedelta(minutes=1), "tournaments.resume_feeds")
def resume_feeds_of_rounds(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Go on reading feeds whose last reading was lost, or whose boards were opened again."""
    resume_feeds()


@every(timedelta(minutes=1), "tournaments.plan_webhooks")
def plan_webhooks(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Find webhooks with events to deliver."""
    plan_deliveries()


@job(DELIVER_TASK, lease=DELIVER_LEASE)
def deliver_webhook(*, job: Job) -> None:
    """Send the next events of a webhook."""
    deliver(webhook_id=job.arguments["webhook"])
