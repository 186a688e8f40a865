"""Matches of leagues for pages: date, place, results, open tasks."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from club.models import Person
from tournaments.core.translate import Scorer
from tournaments.events.selectors.sections import GAMES
from tournaments.leagues.captain_links import captain_secret
from tournaments.leagues.errors import NoFixture
from tournaments.models import (
    Answer,
    Availability,
    AvailabilityPoll,
    Captain,
    Entry,
    EventState,
    Fixture,
    FixtureState,
    HandedLineUp,
    LineUpPlace,
    Outcome,
    RoundState,
    Section,
    TeamMember,
)


class BoardOfMatch(NamedTuple):
    """A board: its players, its result, and the report of each team."""

    number: int
    first: str
    second: str
    first_is_white: bool
    outcome: str
    said_by_first: str
    said_by_second: str
    is_disputed: bool


class FixtureLine(NamedTuple):
    """A match of a league; the points are those of the boards that have results."""

    fixture: Fixture
    home: Entry
    guests: Entry
    begins_at: datetime | None
    venue: str
    address: str
    home_points: int
    guest_points: int
    is_in: bool
    has_results: bool
    is_over: bool

    @property
    def waits(self) -> bool:
        """True if one captain has reported and the other has not."""
        return self.fixture.told_at is not None and not self.is_in

    @property
    def is_late(self) -> bool:
        """True if the match should have been played and no captain has reported."""
        return self.is_over and not self.is_in and self.fixture.told_at is None


def fixture_rows() -> QuerySet[Fixture]:
    """Matches of rounds that are no drafts, ready for lines."""
    rows = Fixture.objects.exclude(pairing__round__state=RoundState.DRAFT)
    return rows.select_related(
        "pairing__round__section__event",
        "pairing__white__league_team",
        "pairing__black__league_team",
        "told_by",
    ).prefetch_related(Prefetch("pairing__games", GAMES.queryset))


def fixture_lines(
    section: Section, *, of_team: Entry | None = None, number: int | None = None
) -> list[FixtureLine]:
    """Return the matches of a section by round and board, optionally of one team or one round."""
    rows = fixture_rows().filter(pairing__round__section=section)
    if of_team is not None:
        rows = rows.filter(Q(pairing__white=of_team) | Q(pairing__black=of_team))
    if number is not None:
        rows = rows.filter(pairing__round__number=number)
    return lines_of(rows.order_by("pairing__round__number", "pairing__board_number", "pk"))


def lines_of(rows: Iterable[Fixture]) -> list[FixtureLine]:
    """Return matches as lines; data of each section is read once."""
    scorers: dict[int, Scorer] = {}
    now, lines = timezone.now(), []
    for fixture in rows:
        section = fixture.pairing.round.section
        scorer = scorers.setdefault(section.pk, Scorer(section))
        line = _line(fixture, scorer, now)
        if line is not None:
            lines.append(line)
    return lines


def _line(fixture: Fixture, scorer: Scorer, now: datetime) -> FixtureLine | None:
    pairing = fixture.pairing
    if pairing.black is None:
        return None
    games = list(pairing.games.all())
    day, (venue, address) = fixture.begins_at, place_of(fixture)
    return FixtureLine(
        fixture,
        pairing.white,
        pairing.black,
        day,
        venue,
        address,
        scorer.games_of(games, is_white=True),
        scorer.games_of(games, is_white=False),
        is_in=all(game.outcome != Outcome.PENDING for game in games),
        has_results=any(game.outcome != Outcome.PENDING for game in games),
        is_over=day is not None and day <= now,
    )


def fixture_line(pairing_id: int) -> FixtureLine | None:
    """One match."""
    return next(iter(lines_of(fixture_rows().filter(pairing_id=pairing_id))), None)


def fixtures_of_club(organisation_id: int) -> list[FixtureLine]:
    """Return the latest matches of a club's teams in public leagues, by day, those without a day last."""
    rows = _by_day(_public_rows_of_club(organisation_id)).order_by(F("day").desc(nulls_first=True), "-pk")
    lines = lines_of(rows[:MAX_PER_CLUB])
    return sorted(lines, key=lambda line: (line.begins_at or NO_DAY, line.fixture.pk))


def has_fixtures(organisation_id: int) -> bool:
    """Check that a team of the club plays in a public league."""
    return _public_rows_of_club(organisation_id).exists()


def days_of_club(organisation_id: int, begin: datetime, end: datetime) -> QuerySet[Fixture]:
    """Return the public matches of a club's teams that begin in a span, without cancelled ones."""
    return _between(_public_rows_of_club(organisation_id), begin, end)


def days_of_player(person: Person, begin: datetime, end: datetime) -> QuerySet[Fixture]:
    """Return the public matches of all teams that have the person in their squad."""
    teams = TeamMember.objects.filter(person=person).values("entry")
    own = Q(pairing__white__in=teams) | Q(pairing__black__in=teams)
    return _between(fixture_rows().filter(own), begin, end).exclude(
        pairing__round__section__event__state=EventState.DRAFT
    )


def _between(rows: QuerySet[Fixture], begin: datetime, end: datetime) -> QuerySet[Fixture]:
    held = rows.filter(state=FixtureState.PLANNED, pairing__black__isnull=False)
    found: QuerySet[Fixture] = _by_day(held).filter(day__gte=begin, day__lt=end).order_by("day", "pk")
    return found


def _by_day(rows: QuerySet[Fixture]) -> QuerySet[Any]:
    return rows.annotate(day=Coalesce("starts_at", "pairing__round__starts_at"))


def place_of(fixture: Fixture) -> tuple[str, str]:
    """Return venue and address of a match: its own venue, else that of the home team."""
    at_home = getattr(fixture.pairing.white, "league_team", None)
    if fixture.venue or at_home is None:
        return fixture.venue, fixture.address
    return at_home.venue, fixture.address or at_home.address


def _public_rows_of_club(organisation_id: int) -> QuerySet[Fixture]:
    own = Q(pairing__white__league_team__club=organisation_id)
    own |= Q(pairing__black__league_team__club=organisation_id)
    return fixture_rows().filter(own).exclude(pairing__round__section__event__state=EventState.DRAFT)


MAX_PER_CLUB: Final = 400
NO_DAY: Final = datetime.max.replace(tzinfo=UTC)


def boards_of_match(fixture: Fixture) -> list[BoardOfMatch]:
    """Return the boards of a match with the reports of both teams."""
    pairing = fixture.pairing
    said = {(one.game, one.entry_id): one.outcome for one in pairing.reports.all()}
    disputed = set(pairing.disputes.filter(settled_at__isnull=True).values_list("game", flat=True))
    return [
        BoardOfMatch(
            game.number,
            _name(game.first_member),
            _name(game.second_member),
            first_is_white=game.number % 2 == 1,
            outcome=game.outcome,
            said_by_first=said.get((game.number, pairing.white_id), ""),
            said_by_second=said.get((game.number, pairing.black_id or 0), ""),
            is_disputed=game.number in disputed,
        )
        for game in pairing.games.all()
    ]


def _name(member: TeamMember | None) -> str:
    return "" if member is None else member.name


class Asked(NamedTuple):
    """A member of a squad with their answer, and the board or place in the line-up (0: none)."""

    member: TeamMember
    answer: str
    text: str
    by_guardian: bool
    place: int


class Poll(NamedTuple):
    """A poll with the count of each answer."""

    row: AvailabilityPoll
    counts: list[tuple[str, str, int]]
    silent: int


def poll_of(fixture: Fixture, entry: Entry, squad: Iterable[TeamMember]) -> Poll | None:
    """Return a team's poll about a match, counted over the squad of the day; None if there is no poll."""
    row = fixture.polls.filter(entry=entry).prefetch_related("answers").first()
    if row is None:
        return None
    keys = {member.pk for member in squad}
    given = [one.answer for one in row.answers.all() if one.member_id in keys]
    counts = [(one.value, str(one.label), given.count(one.value)) for one in Answer]
    return Poll(row, counts, len(keys) - len(given))


def squad_answers(
    poll: Poll | None, line_up: HandedLineUp | None, squad: Iterable[TeamMember]
) -> list[Asked]:
    """Return the members of a squad with their answers, in the order of the list."""
    answers = {one.member_id: one for one in poll.row.answers.all()} if poll else {}
    places = {one.member_id: one.place for one in places_of(line_up)}
    told = []
    for member in squad:
        one = answers.get(member.pk)
        told.append(
            Asked(
                member,
                one.answer if one else "",
                one.get_answer_display() if one else "",
                one is not None and one.by_guardian,
                places.get(member.pk, 0),
            )
        )
    return told


def line_up_of(fixture: Fixture, entry: Entry) -> HandedLineUp | None:
    """The line-up that a team has handed in: for its own captains alone while it is secret."""
    return fixture.line_ups.filter(entry=entry).prefetch_related("places__member").first()


def places_of(line_up: HandedLineUp | None) -> list[LineUpPlace]:
    """Return the players of a line-up, by place."""
    return [] if line_up is None else sorted(line_up.places.all(), key=lambda one: one.place)


class LedTeam(NamedTuple):
    """A team that the account leads, with the address of its pages."""

    team: Entry
    secret: str


def teams_led_by(persons: Iterable[Person]) -> list[LedTeam]:
    """The teams that these persons lead."""
    rows = Captain.objects.filter(person__in=list(persons), removed_at__isnull=True)
    rows = rows.exclude(entry__section__event__state=EventState.FINISHED)
    return [
        LedTeam(row.entry, captain_secret(row))
        for row in rows.select_related("entry__section__event").order_by("entry__name", "pk")
    ]


class OpenQuestion(NamedTuple):
    """A poll with the account's answer, or without one yet."""

    poll: AvailabilityPoll
    member: TeamMember
    answer: str


def questions_for(persons: Iterable[Person]) -> list[OpenQuestion]:
    """The open polls that ask these persons, the next match first."""
    keys, now = [person.pk for person in persons], timezone.now()
    members: dict[int, list[TeamMember]] = {}
    for member in TeamMember.objects.filter(person__in=keys).select_related("entry", "person"):
        members.setdefault(member.entry_id, []).append(member)
    polls = AvailabilityPoll.objects.filter(entry__in=members, closed_at__isnull=True).select_related(
        "fixture__pairing__white", "fixture__pairing__black", "fixture__pairing__round", "entry"
    )
    asked = [one for one in polls if one.fixture.begins_at is None or one.fixture.begins_at > now]
    asked.sort(key=lambda one: (one.fixture.begins_at or NO_DAY, one.pk))
    answers = Availability.objects.filter(poll__in=asked, member__person__in=keys)
    given = {(one.poll_id, one.member_id): one.get_answer_display() for one in answers}
    return [
        OpenQuestion(poll, member, given.get((poll.pk, member.pk), ""))
        for poll in asked
        for member in members[poll.entry_id]
    ]


class LeagueState(NamedTuple):
    """Open matches for the director of a league, grouped by the missing action."""

    undated: list[FixtureLine]
    late: list[FixtureLine]
    waiting: list[FixtureLine]
    disputed: list[FixtureLine]
    by_lapse: list[FixtureLine]


def league_state(section: Section, lines: Iterable[FixtureLine]) -> LeagueState:
    """Return the open matches of a league."""
    lines = list(lines)
    disputed = set(
        Fixture.objects.filter(pairing__round__section=section, pairing__disputes__settled_at__isnull=True)
        .filter(pairing__disputes__isnull=False)
        .values_list("pk", flat=True)
    )
    open_lines = [one for one in lines if one.fixture.state != FixtureState.NOT_PLAYED and not one.is_in]
    return LeagueState(
        undated=[one for one in open_lines if one.begins_at is None],
        late=[one for one in open_lines if one.is_late],
        waiting=[one for one in open_lines if one.waits and one.fixture.pk not in disputed],
        disputed=[one for one in lines if one.fixture.pk in disputed],
        by_lapse=[one for one in lines if one.fixture.settled_how == "lapse"],
    )


def line_with(captain: Captain, pairing_id: int) -> FixtureLine:
    """Return a match of the captain's team; raise NoFixture for any other pairing."""
    line = fixture_line(pairing_id)
    if line is None or captain.entry_id not in {line.home.pk, line.guests.pk}:
        raise NoFixture
    return line
