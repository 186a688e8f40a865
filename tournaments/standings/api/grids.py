"""Cross-table and progress table of a section, as published or as of the moment."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import SeatOut
from tournaments.core.api.visibility import visible_section
from tournaments.standings.selectors.grids import (
    Grid,
    ProgressLine,
    cross_lines,
    grid_now,
    progress_lines,
    public_grid,
)


class GridQuery(Shape):
    """State of the table: in force, or current."""

    now = serializers.BooleanField(
        default=False, help_text="As the results make it now, instead of what the standings in force count."
    )


def requested_grid(request: Request, section_id: int) -> Grid:
    """The state that is asked for."""
    asked = GridQuery(data=request.query_params)
    asked.is_valid(raise_exception=True)
    section = visible_section(request, section_id)
    return grid_now(section) if asked.validated_data["now"] else public_grid(section)


class GridLine(Shape):
    """Fields of the table, repeated in every line."""

    after = serializers.IntegerField(help_text="The last round that is counted.")
    is_provisional = serializers.BooleanField(help_text="A round that is counted is not closed.")


class CrossTableLine(GridLine):
    """A player's rounds in order."""

    rank = serializers.IntegerField()
    entry = SeatOut()
    points = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="Opponent's number, side (w or b, + or - by forfeit) and points; a dash for no opponent.",
    )


class CrossTableView(ApiView):
    """The cross-table of a section."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="sections_crosstable",
        summary="Cross-table in the order of the standings",
        parameters=[GridQuery],
        responses={200: CrossTableLine(many=True), **problems(400, 404, 422)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """List the players' rounds that the standings in force count."""
        grid = requested_grid(request, section_id)
        lines = [
            {"rank": row.rank, "entry": SeatOut(row.entry).data, "points": row.points, "rounds": cells}
            for row, cells in cross_lines(grid)
        ]
        return Response([line | grid_object(grid) for line in lines])


class StepOut(Shape):
    """A round of a player: the score after it."""

    round = serializers.IntegerField()
    score = serializers.IntegerField()
    points = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="Pairing number.")
    colour = serializers.CharField(allow_blank=True, help_text="white, black, or nothing.")


class ProgressOut(GridLine):
    """A player's scores."""

    rank = serializers.IntegerField()
    entry = SeatOut()
    steps = StepOut(many=True)


class ProgressView(ApiView):
    """The progress table of a section."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="sections_progress",
        summary="Everybody's score after each round",
        parameters=[GridQuery],
        responses={200: ProgressOut(many=True), **problems(400, 404, 422)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """List the rounds that the standings in force count, in their order."""
        grid = requested_grid(request, section_id)
        return Response([progress_object(line) | grid_object(grid) for line in progress_lines(grid)])


def grid_object(grid: Grid) -> dict[str, Any]:
    """Of which state a line is."""
    return {"after": grid.results.rounds, "is_provisional": grid.is_provisional}


def progress_object(line: ProgressLine) -> dict[str, Any]:
    """A player's scores."""
    steps = [
        {
            "round": step.round,
            "score": step.score,
            "points": step.points,
            "opponent": step.opponent.number if step.opponent else None,
            "colour": step.colour.value if step.colour else "",
        }
        for step in line.steps
    ]
    return {"rank": line.rank, "entry": SeatOut(line.entry).data, "steps": steps}
