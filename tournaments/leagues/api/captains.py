"""API for captains and members by personal links: matches, line-ups, results, availability."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.limits import count, too_many
from club.core.requests import actor_of, site_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.events.models.section import MAX_TEAM_BOARDS
from tournaments.leagues.api.fixtures import FixtureOut, fixture_answer, fixture_payload
from tournaments.leagues.captain_links import captain_of
from tournaments.leagues.errors import UnknownCaptain
from tournaments.leagues.match_outcomes import TeamOutcome
from tournaments.leagues.selectors.fixtures import fixture_lines
from tournaments.leagues.services.handed_line_ups import submit_line_up, withdraw_line_up
from tournaments.leagues.services.match_reports import report_results, withdraw_match_report
from tournaments.leagues.services.polls import answer_poll, choose_mail, has_begun, open_poll, poll_by_secret
from tournaments.models import Answer, Captain

POSTS = 60
SECONDS = 60


def captain_with(secret: str) -> Captain:
    """Return the captain of a link; raise UnknownCaptain if the link is invalid."""
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
    """Base of the views behind a captain's link, with a rate limit on changes."""

    permission_classes = [Public]

    def limited(self, request: Request, secret: str) -> HttpResponse | None:
        """Return the 429 response if the rate limit is exceeded, otherwise None."""
        counted = count("captain", str(captain_with(secret).pk), most=POSTS, seconds=SECONDS)
        return too_many(request._request, counted) if counted.is_too_many else None  # noqa: SLF001 - the wrapped request


class CaptainMatchesView(CaptainView):
    @operation("captains_matches", FixtureOut(many=True))
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """List the matches of a captain's team."""
        team = captain_with(secret).entry
        lines = fixture_lines(team.section, of_team=team)
        return Response([FixtureOut(fixture_payload(line)).data for line in lines])


class CaptainLineUpView(CaptainView):
    class Input(Shape):
        members = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=MAX_TEAM_BOARDS
        )
        reserves = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
            max_length=MAX_TEAM_BOARDS,
            default=list,
        )

    @operation("captains_hand_in_line_up", FixtureOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """Submit or replace the line-up of a match.

        Secret until both teams have submitted theirs or the match begins. Answers 409 once it has been shown.
        """
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        payload = self.Input.validated_from(request.data)
        submit_line_up(**_facts(request, secret, pairing_id), **payload)
        return fixture_answer(pairing_id)

    @operation("captains_take_line_up_back", refusals=(400, 409, 415, 422))
    def delete(self, request: Request, secret: str, pairing_id: int) -> Response:
        """Withdraw a line-up while it is secret."""
        withdraw_line_up(**_facts(request, secret, pairing_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BoardSaidInput(Shape):
    """Input of a result report for one board."""

    board = serializers.IntegerField(min_value=1, max_value=MAX_TEAM_BOARDS)
    said = serializers.ChoiceField(TeamOutcome.choices)


class CaptainResultsView(CaptainView):
    class Input(Shape):
        """Input of a result report; boards that are not listed stay unchanged."""

        boards = BoardSaidInput(many=True)

    @operation("captains_tell_results", FixtureOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """Report or confirm the results of a match.

        Equal reports of both captains become the result, different ones open a dispute. Idempotent.
        """
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        payload = self.Input.validated_from(request.data)
        said = {one["board"]: one["said"] for one in payload["boards"]}
        report_results(**_facts(request, secret, pairing_id), said=said)
        return fixture_answer(pairing_id)

    @operation("captains_take_results_back", refusals=(400, 409, 415, 422))
    def delete(self, request: Request, secret: str, pairing_id: int) -> Response:
        """Withdraw reports on boards without a result. The other captain no longer has to answer them."""
        withdraw_match_report(**_facts(request, secret, pairing_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CaptainPollView(CaptainView):
    @operation("captains_ask_squad", refusals=(400, 409, 415, 422))
    def post(self, request: Request, secret: str, pairing_id: int) -> HttpResponse:
        """Open an availability poll for a match. A poll that is already open stays unchanged."""
        limited = self.limited(request, secret)
        if limited is not None:
            return limited
        site = site_of(request)
        open_poll(**_facts(request, secret, pairing_id), site=site)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AvailabilityOut(Shape):
    """Response with the stored answer of a member."""

    member = serializers.IntegerField()
    answer = serializers.ChoiceField(Answer.choices)
    answered_at = serializers.DateTimeField()


class AskedOfMemberOut(Shape):
    """Availability poll for a member, with the answer."""

    match = serializers.CharField()
    team = serializers.CharField()
    name = serializers.CharField()
    answer = serializers.ChoiceField(Answer.choices, allow_blank=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    is_over = serializers.BooleanField(help_text="Whether the poll no longer accepts answers.")
    wants_mail = serializers.BooleanField()


class AvailabilityView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        answer = serializers.ChoiceField(Answer.choices)

    class MailInput(Shape):
        wants_mail = serializers.BooleanField()

    @operation("availability_read", AskedOfMemberOut)
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """Get an availability poll and its answer, by the link of the member or a guardian."""
        return self._answer_response(secret)

    @operation("availability_choose_mail", AskedOfMemberOut, request=MailInput, refusals=(409, 422))
    def patch(self, request: Request, secret: str) -> HttpResponse:
        """Turn poll emails to a member on or off. The link stays valid."""
        limited = self._throttle_response(request, secret)
        if limited is not None:
            return limited
        choose_mail(secret=secret, actor=actor_of(request), **self.MailInput.validated_from(request.data))
        return self._answer_response(secret)

    @staticmethod
    def _answer_response(secret: str) -> Response:
        poll, member, _guardian = poll_by_secret(secret)
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
        poll, member, _guardian = poll_by_secret(secret)
        counted = count("available", f"{poll.pk}:{member.pk}", most=POSTS, seconds=SECONDS)
        return too_many(request._request, counted) if counted.is_too_many else None  # noqa: SLF001 - the wrapped request

    @operation("availability_answer", AvailabilityOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, secret: str) -> HttpResponse:
        """Answer an availability poll or change the answer."""
        limited = self._throttle_response(request, secret)
        if limited is not None:
            return limited
        payload = self.Input.validated_from(request.data)
        told = answer_poll(secret=secret, actor=actor_of(request), **payload)
        shown = {"member": told.member_id, "answer": told.answer, "answered_at": told.answered_at}
        return Response(AvailabilityOut(shown).data)
