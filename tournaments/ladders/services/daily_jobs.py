"""Daily jobs of ladders: challenges not answered or played, players who have been idle for long."""

from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from club.core.actor import SYSTEM
from tournaments.ladders.mails import warn_of_end
from tournaments.ladders.selectors import rules_of
from tournaments.ladders.services.challenges import expire_challenge, locked_challenge
from tournaments.ladders.services.ladder_order import add_step, locked_ladder, log_ladder
from tournaments.models import OPEN_CHALLENGES, Challenge, Ladder, LadderPlace, StepKind
from tournaments.standings.ranking.ladder import Effect, Step, is_idle


def settle_due_challenges() -> int:
    """End every challenge after its last day. Return their number."""
    today = timezone.localdate()
    due = Challenge.objects.filter(state__in=OPEN_CHALLENGES, due_on__lt=today).order_by("due_on", "pk")
    return sum(_expire(key, today) for key in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _expire(key: int, today: date) -> bool:
    row = locked_challenge(key)
    if not row.is_open or row.due_on >= today:
        return False
    expire_challenge(row, SYSTEM)
    return True


def warn_of_last_days() -> int:
    """Send reminders of challenges that end tomorrow, once each. Return the mails sent."""
    tomorrow = timezone.localdate() + timedelta(days=1)
    rows = Challenge.objects.filter(state__in=OPEN_CHALLENGES, due_on=tomorrow).order_by("pk")
    told = rows.select_related("ladder__organisation", "challenger", "challenged")
    return sum(warn_of_end(row) for row in told)


def drop_idle_players() -> int:
    """Drop players who have been idle for too long. Return their number."""
    rows = Ladder.objects.filter(idle_days__gt=0, idle_drop__gt=0).order_by("pk")
    return sum(_drop_idle(key) for key in list(rows.values_list("pk", flat=True)))


@transaction.atomic
def _drop_idle(ladder_id: int) -> int:
    """Drop from the last place up, so that no player falls past another who falls as well."""
    ladder, today = locked_ladder(ladder_id), timezone.localdate()
    places = ladder.places.select_related("person").order_by("-place")
    idle = [one for one in places if is_idle(rules_of(ladder), _idle_since(one), today)]
    for place in idle:
        step = Step(effect=Effect.DROP, player=place.person_id, places=ladder.idle_drop)
        done = add_step(ladder, StepKind.IDLE, step, SYSTEM)
        LadderPlace.objects.filter(pk=place.pk).update(active_at=timezone.now())
        facts = {"player": place.person.name, "step": done.number, "place": done.place_after}
        log_ladder(
            "tournaments.ladder.idled", ladder, SYSTEM, before={"place": done.place_before}, after=facts
        )
    return len(idle)


def _idle_since(place: LadderPlace) -> date:
    """Return the day since which a player has been idle; days away do not count."""
    active = timezone.localdate(place.active_at)
    return active if place.away_until is None else max(active, place.away_until)
