"""Manual pairing of a draft: seat players, remove boards, redraw openings."""

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import PairingOut, VersionInput
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing, of_round
from tournaments.models import Pairing
from tournaments.rounds.api.round_shapes import RoundOut
from tournaments.rounds.api.rounds import answer, version_of
from tournaments.rounds.services.ballots import redraw_opening
from tournaments.rounds.services.pairings import dissolve_board, seat_players


class RoundSeatView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(VersionInput):
        white = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        black = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST_NUMBER,
            allow_null=True,
            help_text="Id of the entry with Black. If null, `white` gets the bye.",
        )

    @operation("rounds_seat", RoundOut, request=Input, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Seat two players at a new board of a draft, or give a bye.

        Answers 409 if one already has a place.
        """
        told = self.Input.validated_from(request.data)
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
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @operation("pairings_take_apart", RoundOut, request=VersionInput, refusals=(409,))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Remove a board or the allocated bye from a draft. `version` is that of the round."""
        version = version_of(request)
        round_id = get_object_or_404(Pairing, pk=pairing_id).round_id
        row = dissolve_board(
            round_id=round_id, pairing_id=pairing_id, version=version, actor=actor_of(request)
        )
        return answer(row)


class PairingRedrawView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_pairing)]

    @operation("pairings_redraw", PairingOut, request=VersionInput, refusals=(409, 422))
    def post(self, request: Request, pairing_id: int) -> Response:
        """Redraw the opening of a board, or of all boards if they share one.

        `version` is that of the round; a `reason` is required. Answers 409 if a game has ended.
        """
        payload = VersionInput.validated_from(request.data)
        redraw_opening(pairing_id=pairing_id, actor=actor_of(request), **payload)
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)
