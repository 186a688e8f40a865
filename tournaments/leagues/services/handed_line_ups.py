"""Line-ups submitted by captains: secret until both are in or the match begins, then at the boards."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from tournaments.core.league_rules import LeagueRules, league_rules
from tournaments.core.services.event_log import line_up_facts, log_board
from tournaments.leagues.errors import (
    LineUpShown,
    ListOrderBroken,
    NoLineUp,
    NotInSquad,
    PlaysElsewhere,
    RatingOrderBroken,
    ReserveSpent,
)
from tournaments.leagues.services.audit_facts import log_of_team, match_facts
from tournaments.leagues.services.fixture_locks import locked_fixture, speaker_for, team_of
from tournaments.leagues.services.polls import has_begun, squad_on
from tournaments.models import Entry, Fixture, FixtureState, HandedLineUp, LineUpPlace, RoundState, TeamMember
from tournaments.teams.errors import LineUpUnfit, MatchBegun, RoundNotPublished
from tournaments.teams.line_ups import Sitter, is_begun, on_boards, order_fault
from tournaments.teams.services.line_ups import seat_team


@transaction.atomic
def submit_line_up(
    *,
    pairing_id: int,
    entry_id: int,
    members: Sequence[int],
    actor: Actor,
    reserves: Sequence[int] = (),
    secret: str = "",
) -> HandedLineUp:
    """Submit a line-up from board 1 on, with reserves; a second submission replaces the first.

    The audit log records the submission, not the players: before both line-ups are shown only the own
    captains know them. Raises LineUpShown, MatchBegun, LineUpUnfit, NotInSquad, ReserveSpent, PlaysElsewhere
    and the error of the broken order.
    """
    fixture = locked_fixture(pairing_id)
    entry = team_of(fixture.pairing, entry_id)
    speaker = speaker_for(entry, actor, secret, Capability.CORRECT_RESULTS)
    _require_open(fixture, entry)
    chosen, standing_by = _validate_line_up(fixture, entry, members, reserves)
    boards = fixture.pairing.round.section.games_per_pairing
    wanted = [(member.pk, place) for place, member in enumerate(chosen, start=1)]
    wanted += [(member.pk, place) for place, member in enumerate(standing_by, start=boards + 1)]
    row = fixture.line_ups.filter(entry=entry).first()
    if row is not None and list(row.places.values_list("member_id", "place")) == wanted:
        return row
    row = row or HandedLineUp(fixture=fixture, entry=entry)
    row.handed_at = timezone.now()
    row.save()
    row.places.all().delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=row, member_id=key, place=place) for key, place in wanted
    )
    after = match_facts(fixture, entry.name, count=len(chosen))
    log_of_team("tournaments.handed.in", fixture, entry, speaker, after=after)
    if fixture.line_ups.count() == 2 or has_begun(fixture):  # noqa: PLR2004 - the two teams of a match
        show_line_ups(fixture=fixture, actor=speaker)
    return row


@transaction.atomic
def withdraw_line_up(*, pairing_id: int, entry_id: int, actor: Actor, secret: str = "") -> Fixture:
    """Withdraw a line-up while it is secret. Raises LineUpShown, NoLineUp."""
    fixture = locked_fixture(pairing_id)
    entry = team_of(fixture.pairing, entry_id)
    speaker = speaker_for(entry, actor, secret, Capability.CORRECT_RESULTS)
    row = fixture.line_ups.filter(entry=entry).first()
    if row is None:
        raise NoLineUp(team=entry.name)
    if fixture.shown_at is not None:
        raise LineUpShown(match=str(fixture))
    row.delete()
    after = match_facts(fixture, entry.name)
    log_of_team("tournaments.handed.taken_back", fixture, entry, speaker, after=after)
    return fixture


@transaction.atomic
def show_line_ups(*, fixture: Fixture, actor: Actor) -> Fixture:
    """Seat the players of the submitted line-ups, which become public. Callers lock the match."""
    pairing = fixture.pairing
    for row in fixture.line_ups.select_related("entry").prefetch_related("places"):
        entry = team_of(pairing, row.entry_id)
        boards = pairing.round.section.games_per_pairing
        seats = [one.member_id for one in row.places.all() if one.place <= boards]
        seat_team(pairing, entry, seats)
        after = line_up_facts(pairing, entry, on_boards(seats, boards))
        log_board("tournaments.handed.shown", pairing, actor, after=after)
    fixture.shown_at = timezone.now()
    fixture.save(update_fields=["shown_at"])
    return fixture


def show_due_line_ups(*, now: datetime) -> int:
    """Show the submitted line-ups of matches that have begun; return the number of matches."""
    day = Coalesce("starts_at", "pairing__round__starts_at")
    due = Fixture.objects.filter(
        shown_at__isnull=True, line_ups__isnull=False, state=FixtureState.PLANNED
    ).annotate(day=day)
    keys = due.filter(day__lte=now).order_by("pairing_id").values_list("pairing_id", flat=True).distinct()
    shown = 0
    for key in list(keys):
        with transaction.atomic():
            fixture = locked_fixture(key)
            if fixture.shown_at is None and not is_begun(list(fixture.pairing.games.all())):
                show_line_ups(fixture=fixture, actor=SYSTEM)
                shown += 1
    return shown


def _require_open(fixture: Fixture, entry: Entry) -> None:
    row = fixture.pairing.round
    if row.state != RoundState.PUBLISHED:
        raise RoundNotPublished(round=row.number, state=row.state)
    if is_begun(list(fixture.pairing.games.all())) or fixture.state == FixtureState.NOT_PLAYED:
        raise MatchBegun(board=fixture.pairing.board_number, round=row.number)
    if fixture.shown_at is not None and fixture.line_ups.filter(entry=entry).exists():
        raise LineUpShown(match=str(fixture))


def _validate_line_up(
    fixture: Fixture, entry: Entry, members: Sequence[int], reserves: Sequence[int]
) -> tuple[list[TeamMember], list[TeamMember]]:
    """Validate a line-up: return players and reserves, or raise the reason against them."""
    rules, boards = league_rules(entry.section), entry.section.games_per_pairing
    squad = {member.pk: member for member in squad_on(fixture, entry)}
    everybody = {member.pk: member for member in entry.members.all()}
    asked = [*members, *reserves]
    if any(key not in everybody for key in asked) or len(set(asked)) != len(asked):
        raise LineUpUnfit(team=entry.name, why="not_of_the_team", boards=boards)
    if not members or len(members) > boards or len(reserves) > boards:
        raise LineUpUnfit(team=entry.name, why="number", boards=boards)
    absent = next((everybody[key] for key in asked if key not in squad), None)
    if absent is not None:
        raise NotInSquad(name=absent.name, team=entry.name)
    chosen, standing_by = ([squad[key] for key in keys] for keys in (members, reserves))
    validate_board_order(chosen, rules)
    for member in chosen:
        _require_reserve_allowed(fixture, member, rules)
        _require_single_line_up(fixture, member)
    return chosen, standing_by


def validate_board_order(chosen: Sequence[TeamMember], rules: LeagueRules) -> None:
    """Refuse a line-up against the order of boards that the league has, by the rule."""
    fault = order_fault([Sitter(one.name, one.board_order, one.rating) for one in chosen], rules)
    if fault is None:
        return
    if fault.rule == "list":
        raise ListOrderBroken(above=fault.above.name, below=fault.below.name)
    raise RatingOrderBroken(
        above=fault.above.name,
        below=fault.below.name,
        difference=fault.below.rating - fault.above.rating,
        tolerance=rules.rating_tolerance,
    )


def _require_reserve_allowed(fixture: Fixture, member: TeamMember, rules: LeagueRules) -> None:
    """Refuse a reserve who has reached the league's limit of matches for higher teams."""
    if member.lent_from_id is None or rules.reserve_limit is None:
        return
    times = times_lent(member, besides=fixture)
    if times >= rules.reserve_limit:
        raise ReserveSpent(name=member.name, times=times, most=rules.reserve_limit)


def times_lent(member: TeamMember, *, besides: Fixture | None = None) -> int:
    """Count the matches in which a member sits at a board for a higher team of the club."""
    rows = LineUpPlace.objects.filter(member__lent_from=member.lent_from_id)
    if besides is not None:
        rows = rows.exclude(line_up__fixture=besides)
    boards = member.entry.section.games_per_pairing
    return rows.filter(place__lte=boards).values("line_up__fixture").distinct().count()


def _require_single_line_up(fixture: Fixture, member: TeamMember) -> None:
    """Refuse a player in the line-ups of two teams for one round of an event, or on one day."""
    own = member.lent_from_id or member.pk
    section = fixture.pairing.round.section
    rows = LineUpPlace.objects.filter(
        line_up__fixture__pairing__round__section__event_id=section.event_id,
        place__lte=section.games_per_pairing,
    ).exclude(line_up__fixture=fixture)
    rows = rows.filter(member_id=own) | rows.filter(member__lent_from_id=own)
    day = _day(fixture)
    for place in rows.exclude(member=member).select_related(
        "line_up__entry", "line_up__fixture__pairing__round"
    ):
        other = place.line_up.fixture
        same_round = other.pairing.round.number == fixture.pairing.round.number
        if same_round if day is None or _day(other) is None else day == _day(other):
            raise PlaysElsewhere(name=member.name, team=place.line_up.entry.name)


def _day(fixture: Fixture) -> object:
    return timezone.localdate(fixture.begins_at) if fixture.begins_at else None
