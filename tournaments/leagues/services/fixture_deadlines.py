"""Timed reminders to captains: line-ups before a match, results after it, an answer."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce

from tournaments.core.league_rules import league_rules
from tournaments.leagues.mails import CaptainMail, write_to_captains
from tournaments.models import Fixture, FixtureState, Outcome, RoundState

BEFORE_THE_MATCH = timedelta(days=1)
AFTER_THE_MATCH = timedelta(hours=20)
LOOKBACK = timedelta(days=14)


def remind_captains(*, now: datetime) -> None:
    """Send reminders to captains; at most one for each action in a match."""
    _remind_line_ups(now)
    _remind_results(now)
    _remind_answers(now)


def _on_days(first: datetime, last: datetime) -> list[Fixture]:
    rows = Fixture.objects.filter(state=FixtureState.PLANNED, pairing__round__state=RoundState.PUBLISHED)
    rows = rows.annotate(day=Coalesce("starts_at", "pairing__round__starts_at"))
    rows = rows.filter(day__gt=first, day__lte=last)
    return list(rows.select_related("pairing__white", "pairing__black", "pairing__round"))


def _remind_line_ups(now: datetime) -> None:
    soon = _on_days(now, now + BEFORE_THE_MATCH)
    handed = set(
        Fixture.objects.filter(pk__in=[one.pk for one in soon]).values_list("pk", "line_ups__entry_id")
    )
    for fixture in soon:
        for entry in (fixture.pairing.white, fixture.pairing.black):
            if entry is not None and (fixture.pk, entry.pk) not in handed:
                write_to_captains(fixture, entry, CaptainMail.LINE_UP)


def _remind_results(now: datetime) -> None:
    over = [one for one in _on_days(now - LOOKBACK, now - AFTER_THE_MATCH) if one.told_at is None]
    open_ones = set(
        Fixture.objects.filter(
            pk__in=[one.pk for one in over], pairing__games__outcome=Outcome.PENDING
        ).values_list("pk", flat=True)
    )
    for fixture in over:
        if fixture.pk in open_ones:
            write_to_captains(fixture, fixture.pairing.white, CaptainMail.RESULTS)


def _remind_answers(now: datetime) -> None:
    waiting = Fixture.objects.filter(
        Q(pairing__games__outcome=Outcome.PENDING) | Q(pairing__games__outcome=Outcome.ADJOURNED),
        told_at__isnull=False,
        settled_at__isnull=True,
        pairing__round__state=RoundState.PUBLISHED,
    ).distinct()
    for fixture in waiting.select_related(
        "pairing__white", "pairing__black", "pairing__round__section", "told_by"
    ):
        days = league_rules(fixture.pairing.round.section).confirm_within
        assert fixture.told_at is not None  # noqa: S101 - filtered above
        stands = fixture.told_at + timedelta(days=days)
        if days and stands - BEFORE_THE_MATCH <= now < stands:
            white, black = fixture.pairing.white, fixture.pairing.black
            other = black if fixture.told_by_id == white.pk else white
            if other is not None:
                write_to_captains(fixture, other, CaptainMail.CONFIRM_SOON)
