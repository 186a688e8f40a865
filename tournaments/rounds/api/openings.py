"""Openings drawn again."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.fields import VersionInput
from tournaments.core.api.seen import seen_pairing
from tournaments.core.api.shapes import PairingOut
from tournaments.core.scopes import of_pairing
from tournaments.rounds.services.ballots import redraw_opening


class PairingRedrawView(ApiView):
    """Drawing the opening of a board again."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @extend_schema(
        operation_id="pairings_redraw",
        summary="Draw the opening of a board again",
        description=(
            "`version` is that of the round; it takes a `reason`. Where the round has one opening, "
            "all boards get it. 409 once a game has ended."
        ),
        request=VersionInput,
        responses={200: PairingOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """The lot hangs on the section's seed and on how often it was drawn."""
        given = VersionInput(data=request.data)
        given.is_valid(raise_exception=True)
        redraw_opening(pairing_id=pairing_id, actor=actor_of(request), **given.validated_data)
        return Response(PairingOut(seen_pairing(request, pairing_id)).data)
