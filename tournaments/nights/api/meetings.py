"""Who met whom: two players in all public events, everybody in a season; the matches of a club's teams."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.visibility import visible_section
from tournaments.events.systems import has_nights
from tournaments.nights.selectors.meetings import meetings_of, public_head_to_head


class MeetingOut(Shape):
    """A game of two players, told of the first of them."""

    event = serializers.CharField()
    event_slug = serializers.CharField()
    section = serializers.CharField()
    on = serializers.DateField(allow_null=True)
    is_white = serializers.BooleanField()
    half_points = serializers.IntegerField(help_text="2 for a win, 1 for a draw, 0 for a loss.")


class AgainstView(ApiView):
    """Two players against each other."""

    permission_classes = [Public]

    class Output(Shape):
        """What two players of a club played in public, told of the first, the latest first."""

        wins = serializers.IntegerField()
        draws = serializers.IntegerField()
        losses = serializers.IntegerField()
        whites = serializers.IntegerField(help_text="Games in which the first had White.")
        meetings = MeetingOut(many=True)

    @extend_schema(
        operation_id="players_against",
        summary="What two players of a club played against each other in public",
        responses={200: Output, **problems(404)},
    )
    def get(self, request: Request, person_id: int, other_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """404 for who never met, or whose name is withheld."""
        told: Any = public_head_to_head(person_id=person_id, other_id=other_id)
        if told is None:
            raise Http404
        return Response(self.Output(told).data)


class SeasonMeetingOut(Shape):
    """What two entries played in a season, told of the first."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    whites = serializers.IntegerField()
    last_on = serializers.DateField(allow_null=True)


class SeasonMeetingsView(ApiView):
    """Who of a season met whom."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="season_meetings",
        summary="Who of a season met whom how often, with which result and sides",
        responses={200: SeasonMeetingOut(many=True), **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """A line for each pair that met."""
        section = visible_section(request, section_id)
        if not has_nights(section):
            raise Http404
        lines = [
            met._asdict() | {"second": max(pair)} for pair, met in sorted(_by_pair(meetings_of(section)))
        ]
        return Response([SeasonMeetingOut(line).data for line in lines])


def _by_pair(met: Any) -> list[tuple[tuple[int, ...], Any]]:
    return [(tuple(sorted(pair)), one) for pair, one in met.items()]
