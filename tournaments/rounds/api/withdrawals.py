"""Withdrawals of players, with the treatment of an open board."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import EntryOut, ReasonInput
from tournaments.core.scopes import of_entry
from tournaments.entries.api.entries import answer
from tournaments.rounds.services.withdrawals import BoardAction, withdraw_player


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
        return answer(request, entry_id)
