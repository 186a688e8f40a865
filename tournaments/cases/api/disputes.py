"""API of decisions on disputed results."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import ReasonInput
from tournaments.core.scopes import of_dispute
from tournaments.models import Outcome
from tournaments.results.api.boards import DisputeOut


class DisputeDecideView(ApiView):
    """Decision on a disputed result."""

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

    @extend_schema(
        operation_id="disputes_decide",
        summary="Decide a disputed result",
        description=(
            "A dispute between the first and second pass of result entry needs a `reason`. An open "
            "call of the board is closed as well, unless `keeps_call` is true."
        ),
        request=Input,
        responses={200: DisputeOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, dispute_id: int) -> Response:
        """Decide the dispute. The decision becomes the result."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        row = decide_dispute(dispute_id=dispute_id, actor=actor_of(request), **given.validated_data)
        return Response(DisputeOut(row).data)
