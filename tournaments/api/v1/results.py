"""Results: one game of a board at a time, by directors, arbiters and helpers' phones."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.v1.access import Public, needs
from club.capabilities import Capability
from club.requests import actor_of
from tournaments.api.v1.base import ApiView, problems
from tournaments.api.v1.fields import ReasonInput
from tournaments.api.v1.seen import seen_pairing
from tournaments.api.v1.shapes import PairingOut, ResultOut
from tournaments.belonging import of_pairing
from tournaments.models import Outcome
from tournaments.services.results import record_result


class PairingView(ApiView):
    """One board."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="pairings_read",
        summary="One board with its games",
        responses={200: PairingOut, **problems(404)},
    )
    def get(self, request: Request, pairing_id: int) -> Response:
        """Who meets whom, and how the games stand."""
        return Response(PairingOut(seen_pairing(request, pairing_id)).data)


class ResultView(ApiView):
    """How a game ended."""

    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_pairing)]

    class Input(ReasonInput):
        """The outcome, told of the sides of this game."""

        outcome = serializers.ChoiceField(Outcome.choices)
        was = serializers.ChoiceField(
            Outcome.choices,
            default=None,
            allow_null=True,
            help_text="What stood there when it was read; if something else does, 409 says what.",
        )
        is_adjudicated = serializers.BooleanField(default=False)

    @extend_schema(
        operation_id="results_record",
        summary="Enter or correct how a game ended",
        description=(
            "Changing what was entered takes the right to correct, in a closed round a `reason` too. "
            "A helper pass may enter results at its boards."
        ),
        request=Input,
        responses={200: ResultOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, pairing_id: int, game: int) -> Response:
        """Enter one game; the same again changes nothing."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        result = record_result(
            pairing_id=pairing_id, game=game, actor=actor_of(request), **given.validated_data
        )
        return Response(ResultOut(result).data)
