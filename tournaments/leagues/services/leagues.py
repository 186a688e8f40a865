"""Seasons of leagues: every round of the table at once, with a row for the day and venue of every match."""

from django.db import transaction
from django.utils import timezone

from club.backups.services.restore_points import restore_point
from club.core.actor import Actor
from tournaments.core.league_rules import is_league
from tournaments.core.services.event_log import log_section
from tournaments.core.services.locks import locked_section
from tournaments.entries.services.numbers import give_numbers
from tournaments.events.selectors.planned_rounds import TABLES, planned_rounds
from tournaments.leagues.errors import NoLeague, SeasonBegun, SeasonDrawn
from tournaments.models import (
    Fixture,
    GameResult,
    HandedLineUp,
    Outcome,
    Pairing,
    ResultReport,
    Round,
    RoundState,
    Section,
)
from tournaments.rounds.services.drafts import fill, proposal_for, reasons_of


@transaction.atomic
def draw_season(*, section_id: int, actor: Actor) -> list[Round]:
    """Publish every round of the table with empty boards, so that captains know their matches.

    Days come from the schedule of the section, and follow it. Raises NoLeague, SeasonDrawn, and the errors of
    pairing a round.
    """
    section = _league(section_id, actor)
    if section.system not in TABLES:
        raise NoLeague(section=section.name)
    there = section.round_rows.count()
    if there:
        raise SeasonDrawn(section=section.name, rounds=there)
    give_numbers(section, before_round=1)
    days = dict(section.round_times.values_list("number", "starts_at"))
    now, made = timezone.now(), []
    for number in range(1, (planned_rounds(section) or 1) + 1):
        row = Round(section=section, number=number, system=section.system, starts_at=days.get(number))
        row.state, row.published_at = RoundState.PUBLISHED, now
        row.save(force_insert=True)
        proposal = proposal_for(section, number, [])
        fill(row, proposal, [])
        row.reasons = reasons_of(proposal)
        row.save(update_fields=["reasons"])
        made.append(row)
    count = sum(len(add_fixtures(row)) for row in made)
    restore_point(reason=f"{section.event.name}: season drawn", organisation_id=section.event.organisation_id)
    log_section("tournaments.season.drawn", section, actor, after={"rounds": len(made), "count": count})
    return made


@transaction.atomic
def delete_season_rounds(*, section_id: int, actor: Actor, reason: str = "") -> Section:
    """Delete the rounds of a season before any result, report or line-up. Raises SeasonBegun."""
    section = _league(section_id, actor)
    games = GameResult.objects.filter(pairing__round__section=section).exclude(outcome=Outcome.PENDING)
    said = ResultReport.objects.filter(pairing__round__section=section)
    handed = HandedLineUp.objects.filter(fixture__pairing__round__section=section)
    if games.exists() or said.exists() or handed.exists():
        raise SeasonBegun(section=section.name)
    rounds = section.round_rows.count()
    count = Fixture.objects.filter(pairing__round__section=section).count()
    section.round_rows.all().delete()
    before = {"rounds": rounds, "count": count}
    log_section("tournaments.season.taken_back", section, actor, before=before, reason=reason)
    return section


def add_fixtures(row: Round) -> list[Fixture]:
    """Create a row for every match of a round without one. Callers write the audit entry."""
    fresh = Pairing.objects.filter(round=row, black__isnull=False, fixture__isnull=True)
    return Fixture.objects.bulk_create(Fixture(pairing=pairing) for pairing in fresh)


def add_fixtures_of_league(row: Round) -> None:
    """Create the fixtures of a round that is about to be published, in a league."""
    if is_league(row.section):
        add_fixtures(row)


def _league(section_id: int, actor: Actor) -> Section:
    section = locked_section(section_id, actor)
    if not is_league(section):
        raise NoLeague(section=section.name)
    return section
