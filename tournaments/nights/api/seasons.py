"""API of a season: its table and settings, and the ratings of the section's players."""

from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.visibility import may_see_desk, visible_section
from tournaments.core.scopes import of_section
from tournaments.models import Section
from tournaments.nights.models.night import MAX_ATTENDANCE_POINTS
from tournaments.nights.selectors.season_table import season_lines
from tournaments.nights.services.night_ratings import count_nights
from tournaments.nights.services.seasons import MAX_NIGHTS, set_season
from tournaments.ratings.api.rating_shapes import RatingPeriodOut
from tournaments.ratings.selectors.entry_ratings import RatingMove, rating_moves
from tournaments.ratings.services.entry_ratings import refresh_ratings


class SeasonLineOut(serializers.Serializer[Any]):
    """A row of the table; ratings are current, and null if the reader may not see the rating list."""

    rank = serializers.IntegerField(source="row.rank")
    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name")
    points = serializers.IntegerField(source="row.total")
    nights = serializers.IntegerField(source="row.nights")
    games = serializers.IntegerField(source="row.games")
    wins = serializers.IntegerField(source="row.wins")
    draws = serializers.IntegerField(source="row.draws")
    losses = serializers.IntegerField(source="row.losses")
    whites = serializers.IntegerField(source="row.whites")
    blacks = serializers.IntegerField(source="row.blacks")
    rating = serializers.SerializerMethodField()
    moved = serializers.SerializerMethodField()
    is_provisional = serializers.BooleanField()
    performance = serializers.SerializerMethodField()

    def get_performance(self, line: Any) -> int | None:
        """Return the performance rating, computed from the current ratings of the opponents."""
        return line.performance if self.context.get("shows") else None

    def get_rating(self, line: Any) -> float | None:
        """Return the current rating."""
        return line.rating if self.context.get("shows") else None

    def get_moved(self, line: Any) -> float | None:
        """Return the rating change by the nights of the season."""
        return line.moved if self.context.get("shows") else None


class SeasonView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Output(Shape):
        rating_list = serializers.IntegerField(allow_null=True)
        best_nights = serializers.IntegerField()
        attendance_points = serializers.IntegerField()
        lines = SeasonLineOut(many=True)

    class Input(Shape):
        rating_list = serializers.IntegerField(
            source="rating_list_id", required=False, allow_null=True, min_value=1, max_value=LARGEST_NUMBER
        )
        best_nights = serializers.IntegerField(required=False, min_value=0, max_value=MAX_NIGHTS)
        attendance_points = serializers.IntegerField(
            required=False, min_value=0, max_value=MAX_ATTENDANCE_POINTS
        )

    @operation("season_read", Output)
    def get(self, request: Request, section_id: int) -> Response:
        """Get the current table of a season, by total, share of the points, then wins."""
        return self._season_response(request, visible_section(request, section_id))

    @operation("season_set", Output, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Set the rating list and the table rules of a season. Omitted settings stay unchanged."""
        section = visible_section(request, section_id)
        payload = self.Input.validated_from(request.data)
        set_season(section_id=section_id, actor=actor_of(request), **payload)
        return self._season_response(request, section)

    def _season_response(self, request: Request, section: Section) -> Response:
        sees_all = may_see_desk(request, section)
        table = season_lines(section, for_everybody=not sees_all)
        chosen = table.rating_list
        shows = chosen is not None and (chosen.is_public or sees_all)
        lines = SeasonLineOut(table.lines, many=True, context={"shows": shows}).data
        season = table.season
        told = {
            "rating_list": season.rating_list_id if shows else None,
            "best_nights": season.best_nights,
            "attendance_points": season.attendance_points,
            "lines": lines,
        }
        return Response(told)


class CountNightsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("season_count_nights", RatingPeriodOut(many=True), refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Count ended club nights on the rating list. Returns one report per night."""
        get_object_or_404(Section, pk=section_id)
        made = count_nights(section_id=section_id, actor=actor_of(request))
        return Response(RatingPeriodOut(made, many=True).data)


class RatingMoveOut(serializers.Serializer[RatingMove]):
    """A player whose rating differs on the list."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.name")
    before = serializers.IntegerField()
    now = serializers.IntegerField()


class EntryRatingsView(ApiView):
    """Ratings of a section's players, taken from its rating list."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        changed = serializers.IntegerField()

    class Input(Shape):
        reason = serializers.CharField(max_length=500)

    @operation("entry_ratings_preview", RatingMoveOut(many=True))
    def get(self, _request: Request, section_id: int) -> Response:
        """Preview the update of ratings from the rating list. Only changed players, by name."""
        section = get_object_or_404(Section, pk=section_id)
        return Response([RatingMoveOut(one).data for one in rating_moves(section)])

    @operation("entry_ratings_refresh", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Update all players' ratings from the rating list. The audit log records the reason."""
        get_object_or_404(Section, pk=section_id)
        payload = self.Input.validated_from(request.data)
        done = refresh_ratings(section_id=section_id, actor=actor_of(request), **payload)
        return Response({"changed": done})
