"""Decisions on disputed results over the API."""

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
    """Deciding between two versions."""

    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_dispute)]

    class Input(ReasonInput):
        """What the result is; it may be neither version."""

        outcome = serializers.ChoiceField(Outcome.choices)
        confirms_effects = serializers.BooleanField(
            default=False,
            help_text="As for a ruling: else 422 `ruling_reaches_back` says what changes.",
        )
        keeps_call = serializers.BooleanField(
            default=False, help_text="The call of the board is about something else and goes on waiting."
        )

    @extend_schema(
        operation_id="disputes_decide",
        summary="Decide a disputed result",
        description="Between two passes it takes a `reason`. A call that waits at the board ends with it.",
        request=Input,
        responses={200: DisputeOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, dispute_id: int) -> Response:
        """It becomes the result."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        row = decide_dispute(dispute_id=dispute_id, actor=actor_of(request), **given.validated_data)
        return Response(DisputeOut(row).data)
