"""Results of matches: one captain reports, the other confirms or contradicts, board by board."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from tournaments.core.league_rules import league_rules
from tournaments.core.services.event_log import log_player_report
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import BoardStands, BoardUnsaid, NothingSaid, NothingToTakeBack
from tournaments.leagues.mails import CaptainMail, write_to_captains
from tournaments.leagues.match_outcomes import outcome_of
from tournaments.leagues.services.audit_facts import match_facts
from tournaments.leagues.services.fixture_locks import locked_fixture, speaker_for, team_of
from tournaments.models import (
    DisputeKind,
    Entry,
    Event,
    Fixture,
    GameResult,
    Outcome,
    Pairing,
    ResultReport,
    RoundState,
    Settled,
)
from tournaments.results.services.disputes import open_dispute
from tournaments.results.services.results import record_result
from tournaments.teams.errors import RoundNotPublished
from tournaments.teams.services.line_ups import require_members_seated

OPEN = frozenset({Outcome.PENDING, Outcome.ADJOURNED})
"""Results that captains can still report on."""


@transaction.atomic
def report_results(
    *, pairing_id: int, entry_id: int, said: Mapping[int, str], actor: Actor, secret: str = ""
) -> Fixture:
    """Report results of a match for a team; `said` maps boards to captains' terms (`match_outcomes`).

    Equal reports of both teams become the result. Different reports become a case, until the director decides
    or one team adopts the other's version. An identical report changes nothing, so both may send it twice.
    Raises BoardUnsaid, BoardStands, NothingSaid, RoundNotPublished, UnknownCaptain.
    """
    _lock_event(pairing_id)
    fixture = locked_fixture(pairing_id)
    entry = team_of(fixture.pairing, entry_id)
    speaker = speaker_for(entry, actor, secret, Capability.RECORD_RESULTS)
    row = fixture.pairing.round
    if row.state != RoundState.PUBLISHED:
        raise RoundNotPublished(round=row.number, state=row.state)
    games = {game.number: game for game in fixture.pairing.games.all()}
    told = {number: _outcome(games, number, word) for number, word in said.items() if word}
    if not told:
        raise NothingSaid(match=str(fixture))
    other = _other(fixture, entry)
    fresh = _new_reports(fixture, entry, games, told)
    if not fresh:
        return fixture
    for number, outcome in fresh.items():
        require_members_seated(fixture.pairing, games[number], outcome)
    after = match_facts(fixture, entry.name, boards=[f"{at}: {fresh[at]}" for at in sorted(fresh)])
    for number, outcome in fresh.items():
        _save_report(fixture, entry, number, outcome, secret)
    log_player_report("tournaments.match.told", fixture.pairing, speaker, after=after)
    is_first = fixture.told_by_id is None or fixture.settled_at is not None
    if is_first:
        fixture.told_by, fixture.told_at = entry, timezone.now()
        fixture.settled_at, fixture.settled_how = None, ""
        fixture.save(update_fields=["told_by", "told_at", "settled_at", "settled_how"])
    if not _compare(fixture, entry, other, fresh, speaker) and is_first:
        write_to_captains(fixture, other, CaptainMail.CONFIRM)
    return fixture


@transaction.atomic
def withdraw_match_report(*, pairing_id: int, entry_id: int, actor: Actor, secret: str = "") -> Fixture:
    """Withdraw a team's reports on boards without a result. Raises NothingToTakeBack."""
    _lock_event(pairing_id)
    fixture = locked_fixture(pairing_id)
    entry = team_of(fixture.pairing, entry_id)
    speaker = speaker_for(entry, actor, secret, Capability.RECORD_RESULTS)
    pending = fixture.pairing.games.filter(outcome=Outcome.PENDING).values_list("number", flat=True)
    disputed = fixture.pairing.disputes.filter(settled_at__isnull=True).values_list("game", flat=True)
    own = fixture.pairing.reports.filter(entry=entry, game__in=list(pending)).exclude(game__in=list(disputed))
    boards = [f"{one.game}: {one.outcome}" for one in own.order_by("game")]
    if not boards:
        raise NothingToTakeBack(match=str(fixture))
    own.delete()
    if fixture.told_by_id == entry.pk and not fixture.pairing.reports.filter(entry=entry).exists():
        fixture.told_by, fixture.told_at = None, None
        fixture.save(update_fields=["told_by", "told_at"])
    before = match_facts(fixture, entry.name, boards=boards)
    log_player_report("tournaments.match.untold", fixture.pairing, speaker, before=before)
    return fixture


@transaction.atomic
def accept_match_report(*, pairing_id: int, actor: Actor, reason: str = "") -> Fixture:
    """Accept the reports of one captain as results; boards with reports of both are unchanged.

    The program does so after the days that the league sets, the director at any time.
    """
    _lock_event(pairing_id)
    fixture = locked_fixture(pairing_id)
    teller = fixture.told_by
    if teller is None:
        raise NothingSaid(match=str(fixture))
    teller = team_of(fixture.pairing, teller.pk)
    speaker = speaker_for(teller, actor, "", Capability.CORRECT_RESULTS)
    boards = []
    for number, outcome in _single_reports(fixture):
        record_result(pairing_id=pairing_id, game=number, outcome=outcome, actor=speaker, reason=reason)
        _delete_adjourned_reports(fixture, number, outcome)
        boards.append(f"{number}: {outcome}")
    if not boards:
        return fixture
    after = match_facts(fixture, teller.name, boards=boards)
    log_player_report("tournaments.match.stands", fixture.pairing, speaker, after=after, reason=reason)
    _settle(fixture, Settled.LAPSE if actor.is_system else Settled.DIRECTOR)
    write_to_captains(fixture, _other(fixture, teller), CaptainMail.STANDS)
    return fixture


def settle_unanswered(*, now: datetime) -> int:
    """Accept reports that the other captain has not answered in time; return the number of matches."""
    rows = Fixture.objects.filter(told_at__isnull=False, settled_at__isnull=True)
    rows = rows.filter(pairing__round__state=RoundState.PUBLISHED)
    settled = 0
    for fixture in rows.select_related("pairing__round__section").order_by("pk"):
        days = league_rules(fixture.pairing.round.section).confirm_within
        assert fixture.told_at is not None  # noqa: S101 - filtered above
        if not days or fixture.told_at + timedelta(days=days) > now or not _single_reports(fixture):
            continue
        accept_match_report(pairing_id=fixture.pairing_id, actor=SYSTEM)
        settled += 1
    return settled


def _lock_event(pairing_id: int) -> None:
    """Lock the event of a pairing before the pairing, as all services do.

    A dispute is a case of the event.
    """
    found = Pairing.objects.filter(pk=pairing_id).values_list("round__section__event_id", flat=True)
    Event.objects.select_for_update(no_key=True).only("pk").filter(pk__in=list(found)).first()


def _outcome(games: Mapping[int, GameResult], number: int, word: str) -> Outcome:
    outcome = outcome_of(word, number)
    if number not in games or outcome is None:
        raise BoardUnsaid(board=number)
    return outcome


def _other(fixture: Fixture, entry: Entry) -> Entry:
    white, black = fixture.pairing.white, fixture.pairing.black
    other = black if white.pk == entry.pk else white
    assert other is not None  # noqa: S101 - a bye is no match
    return team_of(fixture.pairing, other.pk)


def _new_reports(
    fixture: Fixture, entry: Entry, games: Mapping[int, GameResult], told: Mapping[int, Outcome]
) -> dict[int, Outcome]:
    """Return the new part of a team's report; a final result may be repeated but not contradicted."""
    mine = dict(fixture.pairing.reports.filter(entry=entry).values_list("game", "outcome"))
    fresh = {}
    for number, outcome in told.items():
        there = games[number].outcome
        if outcome == there or (there in OPEN and mine.get(number) == outcome):
            continue
        if there not in OPEN:
            raise BoardStands(board=number)
        fresh[number] = outcome
    return fresh


def _save_report(fixture: Fixture, entry: Entry, number: int, outcome: Outcome, secret: str) -> None:
    captain = captain_of(secret) if secret else None
    ResultReport.objects.update_or_create(
        pairing=fixture.pairing,
        game=number,
        entry=entry,
        defaults={
            "outcome": outcome,
            "device": f"captain:{captain.pk}" if captain else "desk",
            "reported_at": timezone.now(),
        },
    )


def _compare(
    fixture: Fixture, entry: Entry, other: Entry, fresh: Mapping[int, Outcome], speaker: Actor
) -> bool:
    """Turn equal reports into results, different ones into cases; return whether the other reported."""
    theirs = dict(
        fixture.pairing.reports.filter(entry=other, game__in=list(fresh)).values_list("game", "outcome")
    )
    both = replace(
        speaker,
        label=f"{other.name} / {entry.name}"[:200],
        user=None,
        helper_pass=None,
        abilities=None,
        is_system=True,
    )
    disputed = set(fixture.pairing.disputes.filter(settled_at__isnull=True).values_list("game", flat=True))
    differs = False
    for number in sorted(theirs):
        outcome = fresh[number]
        if theirs[number] == outcome:
            record_result(
                pairing_id=fixture.pairing_id,
                game=number,
                outcome=outcome,
                actor=both,
                seconded_by=entry.name,
            )
            _delete_adjourned_reports(fixture, number, outcome)
        elif number not in disputed:
            versions = (other.name, theirs[number]), (entry.name, outcome)
            open_dispute(fixture.pairing, number, DisputeKind.PLAYERS, *versions, actor=speaker)
            differs = True
    if differs:
        write_to_captains(fixture, other, CaptainMail.DIFFERS)
    if theirs:
        _settle(fixture, Settled.CAPTAINS)
    return bool(theirs)


def _delete_adjourned_reports(fixture: Fixture, number: int, outcome: str) -> None:
    """Delete the reports from before an adjournment: the finished board is reported again."""
    if outcome == Outcome.ADJOURNED:
        fixture.pairing.reports.filter(game=number).delete()


def _settle(fixture: Fixture, how: Settled) -> None:
    """Record that every board has its result, and the source of the last one."""
    if fixture.settled_at is None and not fixture.pairing.games.filter(outcome=Outcome.PENDING).exists():
        fixture.settled_at, fixture.settled_how = timezone.now(), how
        fixture.save(update_fields=["settled_at", "settled_how"])


def _single_reports(fixture: Fixture) -> list[tuple[int, str]]:
    """Return the boards with a report of the first team alone, and that report."""
    games = fixture.pairing.games.filter(outcome__in=OPEN).values_list("number", flat=True)
    said: dict[int, dict[int, str]] = {}
    for one in fixture.pairing.reports.filter(game__in=list(games)):
        said.setdefault(one.game, {})[one.entry_id] = one.outcome
    told_by = fixture.told_by_id
    return sorted(
        (number, teams[told_by]) for number, teams in said.items() if told_by in teams and len(teams) == 1
    )
