"""API of lead boards: those of a round that spectators see first."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import MOST_BOARDS, ApiView
from tournaments.core.scopes import of_round
from tournaments.live_boards.api.boards import LiveBoardOut
from tournaments.live_boards.selectors.boards import board_facts, live_rows, views_of
from tournaments.live_boards.services.lead_boards import MAX_BY_RATING, lead_by_rating, set_lead_boards


class LeadBoardsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(Shape):
        """Input with board numbers, or with the number of boards to choose by rating."""

        boards = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MOST_BOARDS), default=list, max_length=200
        )
        by_rating = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=0,
            max_value=MAX_BY_RATING,
            help_text="So many boards with the highest ratings of both players, instead of `boards`.",
        )

    @operation("lead_boards_set", LiveBoardOut(many=True), request=Input)
    def put(self, request: Request, round_id: int) -> Response:
        """Choose the lead boards of a round among its live boards. All others are lead boards no more."""
        told = self.Input.validated_from(request.data)
        actor = actor_of(request)
        if told["by_rating"] is not None:
            chosen = lead_by_rating(round_id=round_id, count=told["by_rating"], actor=actor)
        else:
            chosen = set_lead_boards(round_id=round_id, boards=told["boards"], actor=actor)
        rows = live_rows().filter(pk__in=[board.pk for board in chosen])
        return Response([board_facts(view) for view in views_of(rows)])
