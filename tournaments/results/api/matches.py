"""Forfeits of whole team matches."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import PairingOut, ReasonInput
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing
from tournaments.results.services.results import forfeit_match


class MatchForfeitView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_pairing)]

    class Input(ReasonInput):
        """Input with the absent team by its `id`; null if both teams are absent."""

        entry = serializers.IntegerField(allow_null=True, min_value=1, max_value=LARGEST_NUMBER)

    @operation("matches_forfeit", PairingOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Record all open boards of a match as forfeited. Each result can be corrected like any other."""
        told = self.Input.validated_from(request.data)
        forfeit_match(
            pairing_id=pairing_id, entry_id=told["entry"], actor=actor_of(request), reason=told["reason"]
        )
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)
