"""Tied matches of a knock-out: who goes on, and how that was settled."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.v1.access import needs
from club.capabilities import Capability
from club.requests import actor_of
from tournaments.api.v1.base import LARGEST_NUMBER, ApiView, problems
from tournaments.api.v1.fields import ReasonInput
from tournaments.api.v1.seen import seen_pairing
from tournaments.api.v1.shapes import DecisionOut
from tournaments.belonging import of_pairing
from tournaments.models import DecidedBy, Decision
from tournaments.services.decisions import decide_match, take_decision_back


class DecisionView(ApiView):
    """The director's word on a tied match."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing, methods={"PUT", "DELETE"})]

    class Input(ReasonInput):
        """Who goes on, and how that was settled."""

        winner = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, help_text="An entry.")
        how = serializers.ChoiceField(DecidedBy.choices)
        note = serializers.CharField(default="", allow_blank=True, max_length=200)

    @extend_schema(
        operation_id="pairings_read_decision",
        summary="Who goes on from a tied match",
        responses={200: DecisionOut, **problems(404)},
    )
    def get(self, request: Request, pairing_id: int) -> Response:
        """404 where nobody has said anything."""
        pairing = seen_pairing(request, pairing_id)
        rows = Decision.objects.select_related("winner")
        return Response(DecisionOut(get_object_or_404(rows, pairing=pairing)).data)

    @extend_schema(
        operation_id="pairings_decide",
        summary="Say who goes on from a tied match of a knock-out",
        description="409 when the match is not tied, or when a later round stands on what was said before.",
        request=Input,
        responses={200: DecisionOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, pairing_id: int) -> Response:
        """Replaces what was said before."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.validated_data
        decision = decide_match(
            pairing_id=pairing_id,
            winner_id=told["winner"],
            how=told["how"],
            note=told["note"],
            actor=actor_of(request),
            reason=told["reason"],
        )
        return Response(DecisionOut(decision).data)

    @extend_schema(
        operation_id="pairings_take_decision_back",
        summary="Leave a tied match open again",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, pairing_id: int) -> Response:
        """409 when a later round stands on it."""
        take_decision_back(pairing_id=pairing_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
