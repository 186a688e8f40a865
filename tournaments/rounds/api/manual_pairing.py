"""Boards of a draft made by hand: players seated, boards taken apart."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.core.api.shapes import PairingOut, VersionInput
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing, of_round
from tournaments.models import Pairing
from tournaments.rounds.api.round_shapes import RoundOut
from tournaments.rounds.api.rounds import answer, version_of
from tournaments.rounds.services.ballots import redraw_opening
from tournaments.rounds.services.pairings import dissolve_board, seat_players


class RoundSeatView(ApiView):
    """Seating players of a draft."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(VersionInput):
        """Two entries who have no place in the draft yet."""

        white = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        black = serializers.IntegerField(
            min_value=1, max_value=LARGEST_NUMBER, allow_null=True, help_text="null: `white` has the bye."
        )

    @extend_schema(
        operation_id="rounds_seat",
        summary="Seat two players of a draft at a new board, or give one the bye",
        description="`version` is that of the round. 409 when one of them has a place already.",
        request=Input,
        responses={200: RoundOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, round_id: int) -> Response:
        """Of a draft alone."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.validated_data
        row = seat_players(
            round_id=round_id,
            white_id=told["white"],
            black_id=told["black"],
            version=told["version"],
            actor=actor_of(request),
            reason=told["reason"],
        )
        return answer(row)


class PairingApartView(ApiView):
    """Taking a board of a draft apart."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @extend_schema(
        operation_id="pairings_take_apart",
        summary="Take a board, or the allocated bye, out of a draft",
        description="`version` is that of the round; its players are free to be seated anew.",
        request=VersionInput,
        responses={200: RoundOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, pairing_id: int) -> Response:
        """Of a draft alone."""
        version = version_of(request)
        round_id = get_object_or_404(Pairing, pk=pairing_id).round_id
        row = dissolve_board(
            round_id=round_id, pairing_id=pairing_id, version=version, actor=actor_of(request)
        )
        return answer(row)


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
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)
