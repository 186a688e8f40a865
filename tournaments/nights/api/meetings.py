"""API of head-to-head results: two players, and all pairs of a season."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
from tournaments.core.api.visibility import visible_section
from tournaments.events.systems import has_nights
from tournaments.nights.selectors.nights import meetings_of, public_head_to_head


class MeetingOut(Shape):
    """A game between two players, from the first player's point of view."""

    event = serializers.CharField()
    event_slug = serializers.CharField()
    section = serializers.CharField()
    on = serializers.DateField(allow_null=True)
    is_white = serializers.BooleanField()
    half_points = serializers.IntegerField(
        help_text="Half points of the first player: 2 for a win, 1 for a draw, 0 for a loss."
    )


class AgainstView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        """Public games between two players, newest first, from the first player's point of view."""

        wins = serializers.IntegerField()
        draws = serializers.IntegerField()
        losses = serializers.IntegerField()
        whites = serializers.IntegerField(help_text="Number of games in which the first player had White.")
        meetings = MeetingOut(many=True)

    @operation("players_against", Output)
    def get(self, request: Request, person_id: int, other_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the public head-to-head record of two players. 404 if it is empty or a name is withheld."""
        told: Any = public_head_to_head(person_id=person_id, other_id=other_id)
        if told is None:
            raise Http404
        return Response(self.Output(told).data)


class SeasonMeetingOut(Shape):
    """Results between two entries of a season, from the point of view of `first`."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    whites = serializers.IntegerField()
    last_on = serializers.DateField(allow_null=True)


class SeasonMeetingsView(ApiView):
    permission_classes = [Public]

    @operation("season_meetings", SeasonMeetingOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the head-to-head results of a season, one row for each pair that has met."""
        section = visible_section(request, section_id)
        if not has_nights(section):
            raise Http404
        lines = [
            met._asdict() | {"second": max(pair)} for pair, met in sorted(_by_pair(meetings_of(section)))
        ]
        return Response([SeasonMeetingOut(line).data for line in lines])


def _by_pair(met: Any) -> list[tuple[tuple[int, ...], Any]]:
    return [(tuple(sorted(pair)), one) for pair, one in met.items()]
