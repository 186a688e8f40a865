"""API of leagues: matches and their dates, table, season, and the director's decisions on a match."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import organisation_list
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_pairing, of_section
from tournaments.leagues.errors import NoFixture
from tournaments.leagues.selectors.fixtures import FixtureLine, fixture_line, fixture_lines, fixtures_of_club
from tournaments.leagues.selectors.league_table import TableRow, league_table
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import accept_match_report
from tournaments.models import FixtureState, Settled

FORM = (("won", "won"), ("drawn", "drawn"), ("lost", "lost"))


class FixtureOut(Shape):
    """A league match, identified by its `pairing` id. Points include only boards with a result."""

    pairing = serializers.IntegerField()
    round_number = serializers.IntegerField()
    board_number = serializers.IntegerField(allow_null=True)
    home = serializers.IntegerField(help_text="Entry id of the home team, which is named first.")
    guests = serializers.IntegerField()
    home_name = serializers.CharField()
    guests_name = serializers.CharField()
    state = serializers.ChoiceField(FixtureState.choices)
    begins_at = serializers.DateTimeField(allow_null=True)
    venue = serializers.CharField()
    address = serializers.CharField()
    agreed_by = serializers.CharField()
    line_ups_shown_at = serializers.DateTimeField(allow_null=True)
    home_points = serializers.IntegerField()
    guests_points = serializers.IntegerField()
    is_in = serializers.BooleanField(help_text="Whether every board has a result.")
    told_by = serializers.IntegerField(
        allow_null=True, help_text="Entry id of the team that reported results first; null if neither has."
    )
    settled_how = serializers.ChoiceField(Settled.choices, allow_blank=True)


def fixture_payload(line: FixtureLine) -> dict[str, Any]:
    """Serialize a match."""
    row, pairing = line.fixture, line.fixture.pairing
    return {
        "pairing": pairing.pk,
        "round_number": pairing.round.number,
        "board_number": pairing.board_number,
        "home": line.home.pk,
        "guests": line.guests.pk,
        "home_name": line.home.name,
        "guests_name": line.guests.name,
        "state": row.state,
        "begins_at": line.begins_at,
        "venue": line.venue,
        "address": line.address,
        "agreed_by": row.agreed_by,
        "line_ups_shown_at": row.shown_at,
        "home_points": line.home_points,
        "guests_points": line.guest_points,
        "is_in": line.is_in,
        "told_by": row.told_by_id,
        "settled_how": row.settled_how,
    }


def fixture_answer(pairing_id: int) -> Response:
    """Return the response with the current match."""
    line = fixture_line(pairing_id)
    if line is None:
        raise NoFixture
    return Response(FixtureOut(fixture_payload(line)).data)


class FixturesView(ApiView):
    permission_classes = [Public]

    @operation("fixtures_list", FixtureOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the matches of a league with dates and results, by round and board. Without line-ups."""
        lines = fixture_lines(visible_section(request, section_id))
        return Response([FixtureOut(fixture_payload(line)).data for line in lines])


class MatchCountOut(Shape):
    """Matches won, drawn and lost."""

    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class WhyOut(Shape):
    """First column that separates a team from the one above; `level_on` lists the equal columns before it."""

    above = serializers.IntegerField()
    column = serializers.CharField()
    mine = serializers.CharField()
    theirs = serializers.CharField()
    level_on = serializers.ListField(child=serializers.CharField())


class LeagueRowOut(Shape):
    """A row of the league table."""

    rank = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    total = MatchCountOut()
    home = MatchCountOut()
    away = MatchCountOut()
    board_points = serializers.IntegerField()
    board_points_against = serializers.IntegerField()
    match_points = serializers.IntegerField()
    form = serializers.ListField(child=serializers.ChoiceField(FORM))
    why = WhyOut(allow_null=True)


class LeagueTableView(ApiView):
    permission_classes = [Public]

    @operation("league_table", LeagueRowOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """Get the table of a league. Matches count once all boards have results; `why` explains a rank."""
        section = visible_section(request, section_id)
        rows = league_table(section, fixture_lines(section))
        return Response([LeagueRowOut(_row_payload(row)).data for row in rows])


def _row_payload(row: TableRow) -> dict[str, Any]:
    why = row.why
    return {
        **{name: getattr(row, name) for name in ("rank", "is_shared", "match_points", "form")},
        **{name: getattr(row, name) for name in ("board_points", "board_points_against")},
        **{name: getattr(row, name)._asdict() for name in ("total", "home", "away")},
        "entry": row.team.pk,
        "name": row.team.name,
        "why": None if why is None else why._asdict() | {"above": why.above.pk},
    }


class SeasonView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("season_draw", {201: FixtureOut(many=True)}, refusals=(400, 409, 415))
    def post(self, request: Request, section_id: int) -> Response:
        """Draw and publish all rounds of a league at once."""
        draw_season(section_id=section_id, actor=actor_of(request))
        lines = fixture_lines(visible_section(request, section_id))
        shown = [FixtureOut(fixture_payload(line)).data for line in lines]
        return Response(shown, status=status.HTTP_201_CREATED)

    @operation("season_take_back", refusals=(400, 409, 415))
    def delete(self, request: Request, section_id: int) -> Response:
        """Delete the rounds of a league. Answers 409 once there is a result, a report or a line-up."""
        delete_season_rounds(section_id=section_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class FixtureView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    class Input(ReasonInput):
        """Input of all fields; omitted ones reset to the date of the round and the venue of the home team."""

        starts_at = serializers.DateTimeField(default=None, allow_null=True)
        is_postponed = serializers.BooleanField(default=False)
        venue = serializers.CharField(default="", allow_blank=True, max_length=200)
        address = serializers.CharField(default="", allow_blank=True, max_length=300)
        agreed_by = serializers.CharField(default="", allow_blank=True, max_length=200)

    @operation("fixtures_move", FixtureOut, request=Input, refusals=(409,))
    def put(self, request: Request, pairing_id: int) -> Response:
        """Reschedule, relocate or postpone a match."""
        payload = self.Input.validated_from(request.data)
        move_fixture(pairing_id=pairing_id, actor=actor_of(request), **payload)
        return fixture_answer(pairing_id)


class FixtureStrikeView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_pairing)]

    @operation("fixtures_strike", FixtureOut, request=ReasonInput, refusals=(409,))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Mark a match as not played. Every board gets the result `unplayed`."""
        payload = ReasonInput.validated_from(request.data)
        strike_fixture(pairing_id=pairing_id, actor=actor_of(request), **payload)
        return fixture_answer(pairing_id)

    @operation("fixtures_play", FixtureOut, refusals=(400, 409, 415))
    def delete(self, request: Request, pairing_id: int) -> Response:
        """Reinstate a match that was marked as not played."""
        reinstate_fixture(pairing_id=pairing_id, actor=actor_of(request))
        return fixture_answer(pairing_id)


class FixtureStandView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_pairing)]

    @operation("fixtures_let_stand", FixtureOut, request=ReasonInput, refusals=(409, 422))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Accept results reported by one captain only. Boards that both reported stay unchanged."""
        payload = ReasonInput.validated_from(request.data)
        accept_match_report(pairing_id=pairing_id, actor=actor_of(request), **payload)
        return fixture_answer(pairing_id)


class ClubFixturesView(ApiView):
    permission_classes = [Public]

    @operation("club_fixtures", FixtureOut(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the matches of a club's teams in public leagues by date."""
        club = get_object_or_404(organisation_list(), slug=slug)
        return Response([FixtureOut(fixture_payload(line)).data for line in fixtures_of_club(club.pk)])
