"""API of a match for a team captain: the poll and its answers, the team's line-up, the boards."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.requests import actor_of, site_of
from tournaments.core.api.base import NO_STORE_HEADERS
from tournaments.leagues.api.captains import CaptainView, captain_with
from tournaments.leagues.api.fixtures import FixtureOut, fixture_payload
from tournaments.leagues.errors import UnknownPoll
from tournaments.leagues.selectors.fixtures import (
    FixtureLine,
    boards_of_match,
    fixture_lines,
    line_up_of,
    line_with,
    poll_of,
    squad_answers,
)
from tournaments.leagues.services.polls import close_poll, has_begun, open_poll, remind_squad, squad_on
from tournaments.models import Answer, Captain


class CaptainSquadOut(Shape):
    """Squad player on the day of the match, with the poll answer and the place in the team's line-up."""

    member = serializers.IntegerField(source="member.pk")
    name = serializers.CharField(source="member.name")
    board_order = serializers.IntegerField(source="member.board_order")
    rating = serializers.IntegerField(source="member.rating")
    is_lent = serializers.BooleanField()
    answer = serializers.ChoiceField(Answer.choices, allow_blank=True)
    by_guardian = serializers.BooleanField()
    place = serializers.IntegerField(
        help_text="Board number; numbers above the number of boards are reserves; 0 if not in the line-up."
    )


class CaptainBoardOut(Shape):
    """A board: its players, the result, and the report of each team."""

    number = serializers.IntegerField()
    first = serializers.CharField(allow_blank=True)
    second = serializers.CharField(allow_blank=True)
    first_is_white = serializers.BooleanField()
    outcome = serializers.CharField()
    said_by_first = serializers.CharField(allow_blank=True)
    said_by_second = serializers.CharField(allow_blank=True)
    is_disputed = serializers.BooleanField()


class CaptainPollOut(Shape):
    """Availability poll of a team; `silent` is the number of missing answers."""

    is_open = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    silent = serializers.IntegerField()


class CaptainMatchOut(Shape):
    """A match as seen by a team captain; the opponent's line-up is secret until both are submitted."""

    fixture = FixtureOut()
    poll = CaptainPollOut(
        allow_null=True, help_text="Availability poll of the team; null if none was opened."
    )
    squad = CaptainSquadOut(many=True)
    boards = CaptainBoardOut(many=True)
    is_in = serializers.BooleanField(help_text="Whether the captain's team has submitted its line-up.")
    other_is_in = serializers.BooleanField()
    has_begun = serializers.BooleanField()


def _match(captain: Captain, line: FixtureLine) -> Response:
    entry, fixture = captain.entry, line.fixture
    squad = squad_on(fixture, entry)
    poll, own = poll_of(fixture, entry, squad), line_up_of(fixture, entry)
    other = line.guests if line.home.pk == entry.pk else line.home
    over = has_begun(fixture)
    told: Any = {
        "fixture": fixture_payload(line),
        "poll": None
        if poll is None
        else {
            "is_open": poll.row.closed_at is None and not over,
            "opened_at": poll.row.opened_at,
            "silent": poll.silent,
        },
        "squad": [
            one._asdict() | {"is_lent": one.member.lent_from_id is not None}
            for one in squad_answers(poll, own, squad)
        ],
        "boards": [one._asdict() for one in boards_of_match(fixture)],
        "is_in": own is not None,
        "other_is_in": line_up_of(fixture, other) is not None,
        "has_begun": over,
    }
    return Response(CaptainMatchOut(told).data, headers=NO_STORE_HEADERS)


class CaptainMatchView(CaptainView):
    @operation("captains_match", CaptainMatchOut)
    def get(self, request: Request, secret: str, pairing_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """Get a match with its poll, line-up and boards."""
        captain = captain_with(secret)
        return _match(captain, line_with(captain, pairing_id))


class CaptainReminderView(CaptainView):
    """Reminder to squad members who have not answered a poll."""

    @operation("captains_remind", CaptainMatchOut, refusals=(409,))
    def post(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """Remind squad members who have not answered, at most once a day."""
        return _run_poll_action(self, request, secret, pairing_id, remind_squad)


class CaptainPollEndView(CaptainView):
    @operation("captains_close_poll", CaptainMatchOut, refusals=(409,))
    def post(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """Close an availability poll. Opening it again reopens it."""
        return _run_poll_action(self, request, secret, pairing_id, close_poll)


def _run_poll_action(
    view: CaptainView, request: Request, secret: str, pairing_id: int, service: Any
) -> HttpResponse:
    limited = view.limited(request, secret)
    if limited is not None:
        return limited
    captain = captain_with(secret)
    line = line_with(captain, pairing_id)
    poll = line.fixture.polls.filter(entry=captain.entry_id).first()
    if poll is None:
        raise UnknownPoll
    service(poll_id=poll.pk, secret=secret, actor=actor_of(request))
    return _match(captain, line_with(captain, pairing_id))


class CaptainAskAllView(CaptainView):
    @operation("captains_ask_all", refusals=(409,))
    def post(self, request: Request, secret: str) -> HttpResponse:
        """Open availability polls for all upcoming matches. Open polls stay unchanged."""
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        captain, site = captain_with(secret), site_of(request)
        for line in fixture_lines(captain.entry.section, of_team=captain.entry):
            if not line.is_in and not has_begun(line.fixture):
                facts: dict[str, Any] = {"pairing_id": line.fixture.pairing_id, "entry_id": captain.entry_id}
                open_poll(**facts, secret=secret, site=site, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
