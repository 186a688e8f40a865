"""API of head-to-head results of all pairs of a season."""

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
from tournaments.nights.selectors.nights import meetings_of


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
