"""Cross-table and progress table of a section, as published or current."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
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
    """Query for the state of the table: in force, or current."""

    now = serializers.BooleanField(
        default=False,
        help_text=(
            "True for the table from current results. If false, the rounds that the standings in force count."
        ),
    )


def requested_grid(request: Request, section_id: int) -> Grid:
    """Return the grid in the requested state."""
    payload = GridQuery.validated_from(request.query_params)
    section = visible_section(request, section_id)
    return grid_now(section) if payload["now"] else public_grid(section)


class GridLine(Shape):
    """Fields of the table, repeated in every line."""

    after = serializers.IntegerField(help_text="Number of the last counted round.")
    is_provisional = serializers.BooleanField(help_text="True if a counted round is not closed.")


class CrossTableLine(GridLine):
    """A player's rounds, in order."""

    rank = serializers.IntegerField()
    entry = SeatOut()
    points = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text=(
            "For each round the opponent's number, side (w or b, + or - by forfeit) and points; a "
            "dash without an opponent."
        ),
    )


class CrossTableView(ApiView):
    permission_classes = [Public]

    @operation("sections_crosstable", CrossTableLine(many=True), query=GridQuery, refusals=(422,))
    def get(self, request: Request, section_id: int) -> Response:
        """Get the cross-table in the order of the standings."""
        grid = requested_grid(request, section_id)
        lines = [
            {"rank": row.rank, "entry": SeatOut(row.entry).data, "points": row.points, "rounds": cells}
            for row, cells in cross_lines(grid)
        ]
        return Response([line | grid_object(grid) for line in lines])


class StepOut(Shape):
    """A round of a player and the score after it."""

    round = serializers.IntegerField()
    score = serializers.IntegerField()
    points = serializers.IntegerField()
    opponent = serializers.IntegerField(
        allow_null=True, help_text="Pairing number of the opponent; null if there is none."
    )
    colour = serializers.CharField(
        allow_blank=True, help_text="Side of the player: `white`, `black`, or empty."
    )


class ProgressOut(GridLine):
    """A player's score after each round."""

    rank = serializers.IntegerField()
    entry = SeatOut()
    steps = StepOut(many=True)


class ProgressView(ApiView):
    permission_classes = [Public]

    @operation("sections_progress", ProgressOut(many=True), query=GridQuery, refusals=(422,))
    def get(self, request: Request, section_id: int) -> Response:
        """Get every player's score after each round, in the order of the standings."""
        grid = requested_grid(request, section_id)
        return Response([progress_object(line) | grid_object(grid) for line in progress_lines(grid)])


def grid_object(grid: Grid) -> dict[str, Any]:
    """Serialize the state of the grid, as repeated in every line."""
    return {"after": grid.results.rounds, "is_provisional": grid.is_provisional}


def progress_object(line: ProgressLine) -> dict[str, Any]:
    """Serialize a player's scores after each round."""
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
