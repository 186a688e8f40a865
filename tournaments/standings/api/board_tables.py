"""Board tables: members of all teams, ranked by the board at which they play."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from tournaments.core.api.base import ApiView
from tournaments.core.api.visibility import visible_section
from tournaments.standings.selectors.snapshots import last_counted
from tournaments.teams.api import MemberOut
from tournaments.teams.selectors.team_boards import MemberRecord, board_tables


class MemberRecordOut(Shape):
    """A member's results at the board; boards won by forfeit are counted separately."""

    rank = serializers.IntegerField()
    member = MemberOut()
    games = serializers.IntegerField()
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    forfeits = serializers.IntegerField()
    percentage = serializers.CharField(
        help_text="Percentage of the points that the games could have brought, with one decimal."
    )


class BoardTableOut(Shape):
    """Members who played most of their games at a board, best first."""

    board = serializers.IntegerField()
    rows = MemberRecordOut(many=True)


class BoardTableView(ApiView):
    permission_classes = [Public]

    @operation("sections_board_table", BoardTableOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the members of all teams by board. Ranked by points, percentage and wins in counted rounds."""
        section = visible_section(request, section_id)
        tables = board_tables(section, until=last_counted(section))
        told = [{"board": one.board, "rows": [_record(*row) for row in one.rows]} for one in tables]
        return Response([BoardTableOut(one).data for one in told])


def _record(rank: int, record: MemberRecord) -> dict[str, object]:
    counted = ("member", "games", "points", "wins", "draws", "losses", "forfeits")
    told: dict[str, object] = {name: getattr(record, name) for name in counted}
    return told | {"rank": rank, "percentage": record.percent}
