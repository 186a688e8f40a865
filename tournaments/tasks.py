"""Jobs of the tournaments app."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from club.core.actor import SYSTEM
from club.jobs.handlers import every, job
from club.models import Job
from tournaments.evening.services import delete_expired_phones
from tournaments.ladders.services.daily_jobs import (
    drop_idle_players,
    settle_due_challenges,
    warn_of_last_days,
)
from tournaments.leagues.services.fixture_deadlines import remind_captains
from tournaments.leagues.services.handed_line_ups import show_due_line_ups
from tournaments.leagues.services.match_reports import settle_unanswered
from tournaments.records.services.ruling_records import add_missing_tags
from tournaments.rounds.services.large_rounds import TASK, run_proposal_job
from tournaments.site.services.redaction import delete_contacts


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


@job(TASK)
def propose_large_round(*, job: Job) -> None:
    """Pair the next round of a large field."""
    run_proposal_job(told=job.arguments)
