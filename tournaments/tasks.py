"""Jobs of the tournaments app."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from club.core.actor import SYSTEM
from club.jobs.handlers import every, job
from club.models import Job
from tournaments.cases.services.ruling_records import supply_old_records
from tournaments.ladders.services.ladder_days import (
    drop_idle_players,
    settle_due_challenges,
    warn_of_last_days,
)
from tournaments.leagues.services.fixture_deadlines import tell_captains
from tournaments.leagues.services.handed_line_ups import show_due_line_ups
from tournaments.leagues.services.match_reports import settle_unanswered
from tournaments.rounds.services.large_rounds import TASK, propose_as_asked
from tournaments.site.services.retention import forget_contacts


@every(timedelta(hours=6), "tournaments.forget_contacts")
def forget_old_contacts(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Mail addresses of entrants are kept until some days after the event."""
    forget_contacts(
        after_event=settings.CONTACTS_KEPT_DAYS, after_refusal=settings.REFUSED_CONTACTS_KEPT_DAYS
    )


@every(timedelta(hours=1), "tournaments.supply_old_records")
def supply_records(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Records put beside results by an earlier version get the names and facts of their pairing."""
    supply_old_records(actor=SYSTEM)


@every(timedelta(hours=6), "tournaments.days_of_ladders")
def go_through_ladders(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Challenges end with their last day, told of the day before; idle players go down."""
    settle_due_challenges()
    warn_of_last_days()
    drop_idle_players()


@every(timedelta(minutes=5), "tournaments.show_line_ups")
def show_line_ups_begun(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Line-ups that are handed in are shown when the match begins."""
    show_due_line_ups(now=timezone.now())


@every(timedelta(hours=1), "tournaments.league_deadlines")
def keep_deadlines(*, job: Job) -> None:  # noqa: ARG001 - a handler's signature
    """Captains hear what is waited for, and results that nobody contradicted in time stand."""
    now = timezone.now()
    settle_unanswered(now=now)
    tell_captains(now=now)


@job(TASK)
def propose_large_round(*, job: Job) -> None:
    """Pair the next round of a large field."""
    propose_as_asked(told=job.arguments)
