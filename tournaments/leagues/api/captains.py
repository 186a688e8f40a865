"""What captains and those they ask do by their links: matches, line-ups, results, polls, answers."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.limits import count, too_many
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.events.models.section import MAX_TEAM_BOARDS
from tournaments.leagues.api.fixtures import FixtureOut, fixture_answer, fixture_payload
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import UnknownCaptain
from tournaments.leagues.match_outcomes import TeamOutcome
from tournaments.leagues.selectors.fixtures import fixture_lines
from tournaments.leagues.services.handed_line_ups import submit_line_up, withdraw_line_up
from tournaments.leagues.services.match_reports import report_results, withdraw_match_report
from tournaments.leagues.services.polls import answer_poll, asked_by, choose_mail, has_begun, open_poll
from tournaments.models import Answer, Captain

REFUSALS = problems(400, 404, 409, 415, 422, 429)
POSTS = 60
SECONDS = 60


def captain_with(secret: str) -> Captain:
    """The captain whose link it is; anything else opens nothing."""
    captain = captain_of(secret)
    if captain is None:
        raise UnknownCaptain
    return captain


def _facts(request: Request, secret: str, pairing_id: int) -> dict[str, Any]:
    return {
        "pairing_id": pairing_id,
        "entry_id": captain_with(secret).entry_id,
        "secret": secret,
        "actor": actor_of(request),
    }


class CaptainView(ApiView):
    """A view behind a captain's link: so many requests a minute that change something."""

    permission_classes = [Public]

    def limited(self, request: Request, secret: str) -> HttpResponse | None:
        """The answer to too many; None while they are not."""
        counted = count("captain", str(captain_with(secret).pk), most=POSTS, seconds=SECONDS)
        return too_many(request._request, counted) if counted.is_too_many else None  # noqa: SLF001 - the wrapped request


class CaptainMatchesView(CaptainView):
    """The matches of a captain's team."""

    @extend_schema(
        operation_id="captains_matches",
        summary="The matches of the team whose captain has this link",
        responses={200: FixtureOut(many=True), **problems(404)},
    )
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """By round."""
        team = captain_with(secret).entry
        lines = fixture_lines(team.section, of_team=team)
        return Response([FixtureOut(fixture_payload(line)).data for line in lines])


class CaptainLineUpView(CaptainView):
    """The line-up of a captain's team."""

    class Input(Shape):
        """Members by their `id` from board 1 on, and those who stand by."""

        members = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=MAX_TEAM_BOARDS
        )
        reserves = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
            max_length=MAX_TEAM_BOARDS,
            default=list,
        )

    @extend_schema(
        operation_id="captains_hand_in_line_up",
        summary="Hand in the line-up of a match",
        description="Nobody else sees it before both are in or the match begins.",
        request=Input,
        responses={200: FixtureOut, **REFUSALS},
    )
    def put(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """The match as it is then."""
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        submit_line_up(**_facts(request, secret, pairing_id), **given.validated_data)
        return fixture_answer(pairing_id)

    @extend_schema(
        operation_id="captains_take_line_up_back",
        summary="Take a line-up back while it is secret",
        request=None,
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request, secret: str, pairing_id: int) -> Response:
        """Nothing is handed in then."""
        withdraw_line_up(**_facts(request, secret, pairing_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BoardSaidInput(Shape):
    """A board and how it ended."""

    board = serializers.IntegerField(min_value=1, max_value=MAX_TEAM_BOARDS)
    said = serializers.ChoiceField(TeamOutcome.choices)


class CaptainResultsView(CaptainView):
    """The results of a match as a captain tells them."""

    class Input(Shape):
        """Boards with how they ended; the others are left as they are."""

        boards = BoardSaidInput(many=True)

    @extend_schema(
        operation_id="captains_tell_results",
        summary="Tell the results of a match, or answer the other captain",
        description="Where both say the same it is the result; where they differ it is a case.",
        request=Input,
        responses={200: FixtureOut, **REFUSALS},
    )
    def put(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """The match as it is then; the same sent again changes nothing."""
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        said = {one["board"]: one["said"] for one in given.validated_data["boards"]}
        report_results(**_facts(request, secret, pairing_id), said=said)
        return fixture_answer(pairing_id)

    @extend_schema(
        operation_id="captains_take_results_back",
        summary="Take back what was told of boards that have no result yet",
        request=None,
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request, secret: str, pairing_id: int) -> Response:
        """Nothing waits for the other captain then."""
        withdraw_match_report(**_facts(request, secret, pairing_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CaptainPollView(CaptainView):
    """The question who can play."""

    @extend_schema(
        operation_id="captains_ask_squad",
        summary="Ask the squad who can play a match",
        request=None,
        responses={204: None, **REFUSALS},
    )
    def post(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """A poll that is open already is that one."""
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        site = request.build_absolute_uri("/").rstrip("/")
        open_poll(**_facts(request, secret, pairing_id), site=site)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AvailabilityOut(Shape):
    """An answer."""

    member = serializers.IntegerField()
    answer = serializers.ChoiceField(Answer.choices)
    answered_at = serializers.DateTimeField()


class AskedOfMemberOut(Shape):
    """What somebody is asked, and what they answered."""

    match = serializers.CharField()
    team = serializers.CharField()
    name = serializers.CharField()
    answer = serializers.ChoiceField(Answer.choices, allow_blank=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    is_over = serializers.BooleanField(help_text="No more answers are taken.")
    wants_mail = serializers.BooleanField()


class AvailabilityView(ApiView):
    """Whether somebody can play, by their own link."""

    permission_classes = [Public]

    class Input(Shape):
        """The answer."""

        answer = serializers.ChoiceField(Answer.choices)

    class MailInput(Shape):
        """Whether they are asked by mail."""

        wants_mail = serializers.BooleanField()

    @extend_schema(
        operation_id="availability_read",
        summary="What somebody is asked, and what they answered",
        responses={200: AskedOfMemberOut, **problems(404)},
    )
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """By their link, or as their guardian."""
        return self._answer_response(secret)

    @extend_schema(
        operation_id="availability_choose_mail",
        summary="Stop the questions by mail, or ask for them again",
        request=MailInput,
        responses={200: AskedOfMemberOut, **REFUSALS},
    )
    def patch(self, request: Request, secret: str) -> HttpResponse:
        """The link goes on opening the question."""
        limited = self._throttle_response(request, secret)
        if limited is not None:
            return limited
        choose_mail(secret=secret, actor=actor_of(request), **self.MailInput.validated_from(request.data))
        return self._answer_response(secret)

    @staticmethod
    def _answer_response(secret: str) -> Response:
        poll, member, _guardian = asked_by(secret)
        given = poll.answers.filter(member=member).first()
        told = {
            "match": str(poll.fixture),
            "team": poll.entry.name,
            "name": member.name,
            "answer": given.answer if given else "",
            "answered_at": given.answered_at if given else None,
            "is_over": poll.closed_at is not None or has_begun(poll.fixture),
            "wants_mail": member.wants_mail,
        }
        return Response(AskedOfMemberOut(told).data)

    @staticmethod
    def _throttle_response(request: Request, secret: str) -> HttpResponse | None:
        poll, member, _guardian = asked_by(secret)
        counted = count("available", f"{poll.pk}:{member.pk}", most=POSTS, seconds=SECONDS)
        return too_many(request._request, counted) if counted.is_too_many else None  # noqa: SLF001 - the wrapped request

    @extend_schema(
        operation_id="availability_answer",
        summary="Say whether you can play, or change the answer",
        request=Input,
        responses={200: AvailabilityOut, **REFUSALS},
    )
    def put(self, request: Request, secret: str) -> HttpResponse:
        """The answer as it is kept."""
        limited = self._throttle_response(request, secret)
        if limited is not None:
            return limited
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = answer_poll(secret=secret, actor=actor_of(request), **given.validated_data)
        shown = {"member": told.member_id, "answer": told.answer, "answered_at": told.answered_at}
        return Response(AvailabilityOut(shown).data)
