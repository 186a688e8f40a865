"""Table of boards: members of all teams by the board at which they play."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.visibility import visible_section
from tournaments.standings.selectors.snapshots import last_counted
from tournaments.teams.api import MemberOut
from tournaments.teams.selectors.team_boards import MemberRecord, board_tables


class MemberRecordOut(Shape):
    """What a member did at the board; boards won by forfeit are counted beside."""

    rank = serializers.IntegerField()
    member = MemberOut()
    games = serializers.IntegerField()
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    forfeits = serializers.IntegerField()
    percentage = serializers.CharField(help_text="Of what the games could have brought, one decimal.")


class BoardTableOut(Shape):
    """Those who played most at a board, the best first."""

    board = serializers.IntegerField()
    rows = MemberRecordOut(many=True)


class BoardTableView(ApiView):
    """The table of boards."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="sections_board_table",
        summary="The members of all teams by the board at which they play",
        responses={200: BoardTableOut(many=True), **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """By points, percentage and wins of the rounds that the standings in force count."""
        section = visible_section(request, section_id)
        tables = board_tables(section, until=last_counted(section))
        told = [{"board": one.board, "rows": [_record(*row) for row in one.rows]} for one in tables]
        return Response([BoardTableOut(one).data for one in told])


def _record(rank: int, record: MemberRecord) -> dict[str, object]:
    counted = ("member", "games", "points", "wins", "draws", "losses", "forfeits")
    told: dict[str, object] = {name: getattr(record, name) for name in counted}
    return told | {"rank": rank, "percentage": record.percent}
