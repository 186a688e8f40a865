"""API of a section's figures for tools that draw: matrix of results, places, score groups, tallies."""

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
from tournaments.standings.selectors.grids import public_grid
from tournaments.standings.selectors.matrix import MatrixLine, matrix_lines
from tournaments.standings.selectors.section_figures import (
    PlaceLine,
    Tally,
    place_lines,
    results_by_colour,
    results_by_opening,
    score_groups,
)


class MatrixResultOut(Shape):
    """A result against an opponent."""

    round = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Number of the game in its pairing.")
    text = serializers.CharField(help_text="Points of the player, or a sign for a game decided by forfeit.")
    record = serializers.IntegerField(
        allow_null=True, help_text="Id of the stored game; null if there is none."
    )


class MatrixCellOut(Shape):
    """All results against an opponent, the first round first."""

    opponent = serializers.IntegerField(help_text="Pairing number.")
    results = MatrixResultOut(many=True)


class MatrixLineOut(Shape):
    """A player and the results against every other player."""

    rank = serializers.IntegerField()
    entry = SeatOut()
    points = serializers.IntegerField()
    cells = MatrixCellOut(many=True)


class MatrixView(ApiView):
    permission_classes = [Public]

    @operation("sections_matrix", MatrixLineOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """Get the results of all against all, in the order of the standings in force.

        Empty in sections that are neither round robins nor matches of two, or have too many players.
        """
        section = visible_section(request, section_id)
        return Response([_matrix_object(line) for line in matrix_lines(section, public_grid(section))])


class RoundPlaceOut(Shape):
    """Published place after a round."""

    round = serializers.IntegerField()
    rank = serializers.IntegerField()


class PlaceLineOut(Shape):
    """Published places of a player."""

    entry = SeatOut()
    places = RoundPlaceOut(many=True)


class ScoreGroupOut(Shape):
    """Number of players with a score after a round; neighbouring scores share a group if there are many."""

    round = serializers.IntegerField()
    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()
    players = serializers.IntegerField()


class TallyOut(Shape):
    """Games at the board by result."""

    white = serializers.IntegerField(help_text="Games won by White.")
    draws = serializers.IntegerField()
    black = serializers.IntegerField(help_text="Games won by Black.")


class RoundTallyOut(TallyOut):
    """Results of a round."""

    round = serializers.IntegerField()


class OpeningTallyOut(TallyOut):
    """Results of an opening: the drawn one, or the first moves of the records."""

    opening = serializers.CharField()


class FiguresOut(Shape):
    """Figures behind the charts of a section."""

    after = serializers.IntegerField(help_text="Number of the last counted round.")
    is_provisional = serializers.BooleanField(help_text="True if a counted round is not closed.")
    places = PlaceLineOut(many=True, help_text="In the order of the standings; empty in knock-outs.")
    score_groups = ScoreGroupOut(many=True)
    colours = RoundTallyOut(many=True)
    openings = OpeningTallyOut(many=True, help_text="The most frequent ones first.")


class FiguresView(ApiView):
    permission_classes = [Public]

    @operation("sections_figures", FiguresOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get places and score groups by round, and results by colour and by opening."""
        section = visible_section(request, section_id)
        grid = public_grid(section)
        return Response(
            {
                "after": grid.results.rounds,
                "is_provisional": grid.is_provisional,
                "places": [_places_object(line) for line in place_lines(section, grid)],
                "score_groups": [one._asdict() for one in score_groups(grid)],
                "colours": [
                    {"round": one.round} | _tally_object(one.tally)
                    for one in results_by_colour(section, grid)
                ],
                "openings": [
                    {"opening": one.opening} | _tally_object(one.tally)
                    for one in results_by_opening(section, grid)
                ],
            }
        )


def _matrix_object(line: MatrixLine) -> dict[str, Any]:
    cells = [
        {"opponent": cell.opponent.number, "results": [one._asdict() for one in cell.results]}
        for cell in line.cells
        if not cell.is_self
    ]
    row = line.row
    return {"rank": row.rank, "entry": SeatOut(row.entry).data, "points": row.points, "cells": cells}


def _places_object(line: PlaceLine) -> dict[str, Any]:
    places = [{"round": number, "rank": rank} for number, rank in sorted(line.places.items())]
    return {"entry": SeatOut(line.entry).data, "places": places}


def _tally_object(tally: Tally) -> dict[str, int]:
    return tally._asdict()
