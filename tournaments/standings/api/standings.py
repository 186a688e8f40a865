"""API of standings: rows with every sum and its parts."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import SeatOut
from tournaments.core.api.visibility import visible_section
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.models import Entry, RoundState
from tournaments.standings.columns import Place, columns_in
from tournaments.standings.ranking.values import BASIS_ARTICLES, Part
from tournaments.standings.selectors.movement import with_figures
from tournaments.standings.selectors.standings import last_round, standing_rows
from tournaments.standings.selectors.system_standings import StandingRow


class PartOut(Shape):
    """One addend of the sum of a tie-break."""

    round = serializers.IntegerField(help_text="Round number; 0 if the addend belongs to no single round.")
    opponent = serializers.IntegerField(help_text="Pairing number of the opponent; 0 if there is none.")
    amount = serializers.IntegerField()
    basis = serializers.CharField()
    article = serializers.CharField(
        allow_blank=True, help_text="Article of C.07 for this basis; empty if there is none."
    )
    score = serializers.IntegerField()
    result = serializers.IntegerField()
    cut = serializers.CharField(
        allow_blank=True, help_text="Article by which the addend does not count; empty if it counts."
    )


class ValueOut(Shape):
    """Tie-break of a row, as text, with the addends of its sum."""

    code = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    decides = serializers.BooleanField(
        help_text="True if this tie-break separates the row from the one above."
    )
    parts = PartOut(many=True)


API_FIELDS: Final[Mapping[type, type[serializers.Field[Any, Any, Any, Any]]]] = {
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    str: serializers.CharField,
    Entry: SeatOut,
}


class StandingOut(Shape):
    """One row of the standings."""

    rank_before = serializers.IntegerField(
        allow_null=True, help_text="Published rank after the round before; null if there is none."
    )
    performance = serializers.IntegerField(
        allow_null=True, help_text="Performance rating against rated opponents; null without them."
    )
    rating_change = serializers.FloatField(
        allow_null=True, help_text="Change of the rating by the report of the event, on a public list."
    )
    values = ValueOut(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the columns of the standings as fields, and the tie-breaks."""
        return {one.key: API_FIELDS[one.kind]() for one in columns_in(Place.API)} | super().get_fields()


class ColumnOut(Shape):
    """Code and name of a tie-break."""

    code = serializers.CharField()
    name = serializers.CharField()


def part_object(part: Part) -> dict[str, Any]:
    """Serialize one addend of a tie-break with its article."""
    return {
        "round": part.round,
        "opponent": part.opponent,
        "amount": part.amount,
        "basis": part.basis.value,
        "article": BASIS_ARTICLES.get(part.basis, ""),
        "score": part.score,
        "result": part.result,
        "cut": part.cut,
    }


def standing_object(row: StandingRow) -> dict[str, Any]:
    """Serialize a row with every value and its sum."""
    return {
        **{column.key: column.value(row) for column in columns_in(Place.API)},
        "entry": SeatOut(row.entry).data,
        "rank_before": row.rank_before,
        "performance": row.performance,
        "rating_change": row.rating_change,
        "values": [
            {**value._asdict(), "parts": [part_object(part) for part in value.parts]} for value in row.values
        ],
    }


class StandingsView(ApiView):
    permission_classes = [Public]

    class Query(Shape):
        after = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=0,
            max_value=MAX_ROUNDS,
            help_text=(
                "Number of the last round to count. If omitted or too high, the latest published round."
            ),
        )

    class Output(Shape):
        after = serializers.IntegerField(help_text="Number of the last counted round.")
        columns = ColumnOut(many=True)
        rows = StandingOut(many=True)
        is_provisional = serializers.BooleanField(
            help_text="True if a round up to this one is not closed yet."
        )

    @operation("sections_standings", Output, query=Query, refusals=(422,))
    def get(self, request: Request, section_id: int) -> Response:
        """Get the standings after a published round with the parts of every sum. Uses current results."""
        payload = self.Query.validated_from(request.query_params)
        section = visible_section(request, section_id)
        after, latest = payload["after"], last_round(section)
        table = standing_rows(section, after=latest if after is None else min(after, latest))
        table = with_figures(section, table)
        columns = [{"code": code, "name": name} for code, name in table.columns]
        rows = [standing_object(row) for row in table.rows]
        is_open = section.round_rows.filter(state=RoundState.PUBLISHED, number__lte=table.after).exists()
        told = {"after": table.after, "columns": columns, "rows": rows, "is_provisional": is_open}
        return Response(told)
