"""API of forbidden pairs by round: list, add and remove."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import ReasonInput, SeatOut
from tournaments.core.scopes import of_forbidden_pair, of_section
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.selectors.sections import forbidden_pairs_of
from tournaments.models import ForbiddenPair, Section


class ForbiddenPairOut(serializers.ModelSerializer[ForbiddenPair]):
    """Two players who must not meet between two rounds, both included."""

    first = SeatOut()
    second = SeatOut()

    class Meta:
        model = ForbiddenPair
        fields = ["id", "first", "second", "first_round", "last_round"]
        read_only_fields = fields


class ForbiddenPairsView(ApiView):
    """Forbidden pairs of a section. Desk only, because they disclose families."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ReasonInput):
        first = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        second = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        first_round = serializers.IntegerField(default=1, min_value=1, max_value=MAX_ROUNDS)
        last_round = serializers.IntegerField(default=MAX_ROUNDS, min_value=1, max_value=MAX_ROUNDS)

    @operation("forbidden_pairs_list", ForbiddenPairOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - of the address
        """List the forbidden pairs of a section, oldest first."""
        pairs = forbidden_pairs_of(Section.objects.get(pk=section_id))
        return Response(ForbiddenPairOut(pairs, many=True).data)

    @operation("forbidden_pairs_add", {201: ForbiddenPairOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Add a pair that is forbidden in these rounds. Answers 409 if it already is in one of them."""
        told = self.Input.validated_from(request.data)
        pair = forbid_pair(
            section_id=section_id,
            first_id=told["first"],
            second_id=told["second"],
            first_round=told["first_round"],
            last_round=told["last_round"],
            actor=actor_of(request),
            reason=told["reason"],
        )
        return Response(ForbiddenPairOut(pair).data, status=status.HTTP_201_CREATED)


class ForbiddenPairView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_forbidden_pair)]

    @operation("forbidden_pairs_remove")
    def delete(self, request: Request, pair_id: int) -> Response:
        """Remove a forbidden pair."""
        allow_pair(pair_id=pair_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
