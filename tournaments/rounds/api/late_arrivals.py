"""Late arrivals of a round (list, seat, half-point bye, admit from the next round), and withdrawals."""

from enum import StrEnum
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import EntryOut, ReasonInput, SeatOut
from tournaments.core.api.visibility import visible_round
from tournaments.core.scopes import of_entry, of_round
from tournaments.entries.api.entries import answer as entry_answer
from tournaments.entries.selectors.late_arrivals import late_arrivals
from tournaments.rounds.api.round_shapes import RoundOut
from tournaments.rounds.api.rounds import answer
from tournaments.rounds.services import late_arrivals as service
from tournaments.rounds.services.withdrawals import BoardAction, withdraw_player


class LateAct(StrEnum):
    """Treatment of a late arrival."""

    SEAT = "seat"
    HALF_BYE = "half_bye"
    NEXT_ROUND = "next_round"


class LateOut(Shape):
    """A late arrival, with possible opponents in a published round."""

    entry = SeatOut()
    opponents = SeatOut(many=True)


class LateArrivalsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(ReasonInput):
        entry = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        act = serializers.ChoiceField([(one.value, one.value) for one in LateAct])
        opponent = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST_NUMBER,
            allow_null=True,
            default=None,
            help_text=(
                "Id of the opponent, for `seat` in a published round. If null, the player with the bye, "
                "or the first late arrival."
            ),
        )

    @operation("rounds_late_arrivals", LateOut(many=True))
    def get(self, request: Request, round_id: int) -> Response:
        """List late arrivals of a draft or published round with their possible opponents."""
        late = late_arrivals(visible_round(request, round_id))
        told = [
            {"entry": SeatOut(one).data, "opponents": SeatOut(late.opponents_of(one), many=True).data}
            for one in late.players
        ]
        return Response(told)

    @operation("rounds_settle_late_arrival", RoundOut, request=Input, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Seat a late arrival, give a bye, or admit from next round.

        `seat` pairs a draft again (locked boards stay as they are), or adds a board to a published round.
        `half_bye` gives a half-point bye, `next_round` admits the player from the next round.
        """
        told = self.Input.validated_from(request.data)
        who: dict[str, Any] = {
            "round_id": round_id,
            "entry_id": told["entry"],
            "reason": told["reason"],
            "actor": actor_of(request),
        }
        match LateAct(told["act"]):
            case LateAct.SEAT:
                return answer(service.seat_late_arrival(opponent_id=told["opponent"], **who))
            case LateAct.HALF_BYE:
                return answer(service.give_late_bye(**who))
            case LateAct.NEXT_ROUND:
                return answer(service.admit_next_round(**who))


class EntryWithdrawView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        board = serializers.ChoiceField(
            [(one.value, one.value) for one in BoardAction],
            allow_null=True,
            default=None,
            help_text=(
                "Treatment of the open board. Required if the player is at a published board without a "
                "result; otherwise 409."
            ),
        )

    @operation("entries_withdraw", EntryOut, request=Input, refusals=(409,))
    def post(self, request: Request, entry_id: int) -> Response:
        """Withdraw a player from all rounds not yet paired. Played games count."""
        told = self.Input.validated_from(request.data)
        board = BoardAction(told["board"]) if told["board"] else None
        withdraw_player(entry_id=entry_id, actor=actor_of(request), reason=told["reason"], board=board)
        return entry_answer(request, entry_id)
