"""API of decisions on disputed results."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.scopes import of_dispute
from tournaments.models import Outcome
from tournaments.results.api.boards import DisputeOut


class DisputeDecideView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_dispute)]

    class Input(ReasonInput):
        """Input of the decided result; it may differ from both versions."""

        outcome = serializers.ChoiceField(Outcome.choices)
        confirms_effects = serializers.BooleanField(
            default=False,
            help_text=(
                "Confirms the effects, as for a ruling. Without it, 422 `ruling_reaches_back` lists the "
                "changes."
            ),
        )
        keeps_call = serializers.BooleanField(
            default=False,
            help_text="If true, an open call of the board stays open, because it is about another matter.",
        )

    @operation("disputes_decide", DisputeOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, dispute_id: int) -> Response:
        """Decide a disputed result. One between the first and second pass of entry needs a `reason`."""
        payload = self.Input.validated_from(request.data)
        row = decide_dispute(dispute_id=dispute_id, actor=actor_of(request), **payload)
        return Response(DisputeOut(row).data)
