"""Results: one game of a board at a time, by directors, arbiters and helpers' phones."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import PairingOut, ReasonInput, ResultOut, SeatOut
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing, of_section
from tournaments.models import GameResult, Outcome, ResultMark, Section
from tournaments.results.selectors.unfinished_games import unfinished_games
from tournaments.results.services.adjournments import note_adjournment
from tournaments.results.services.results import record_result


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
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)


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
        mark = serializers.ChoiceField(
            [("", ""), *ResultMark.choices],
            default=None,
            allow_null=True,
            help_text="The plus of a draw, the stage of a win, where the section asks for it; null: no word.",
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


class UnendedOut(serializers.ModelSerializer[GameResult]):
    """A game that has not come to an end."""

    pairing = serializers.IntegerField(source="pairing_id")
    round = serializers.IntegerField(source="pairing.round.number")
    board = serializers.IntegerField(source="pairing.board_number", allow_null=True)
    white = SeatOut(source="pairing.white", help_text="Who has White in game 1.")
    black = SeatOut(source="pairing.black")
    outcome = serializers.ChoiceField(Outcome.choices)

    class Meta:
        model = GameResult
        fields = [
            *(
                "pairing",
                "round",
                "board",
                "white",
                "black",
                "number",
                "outcome",
                "sealed_fen",
                "sealed_note",
            ),
            "entered_at",
        ]
        read_only_fields = fields


class UnendedView(ApiView):
    """The games of a section that have not come to an end."""

    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_section)]

    @extend_schema(
        operation_id="sections_unended",
        summary="Adjourned games with their positions, and games not played",
        responses={200: UnendedOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """Adjourned ones first."""
        return Response(
            UnendedOut(unfinished_games(get_object_or_404(Section, pk=section_id)), many=True).data
        )


class AdjournmentView(ApiView):
    """The position of an adjourned game."""

    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_pairing)]

    class Input(Shape):
        """The position; the sealed move stays in its envelope."""

        fen = serializers.CharField(default="", allow_blank=True, max_length=400)
        note = serializers.CharField(
            default="", allow_blank=True, max_length=500, help_text="Who sealed, times on the clocks."
        )

    @extend_schema(
        operation_id="adjournments_note",
        summary="Note the position of an adjourned game",
        request=Input,
        responses={200: UnendedOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, pairing_id: int, game: int) -> Response:
        """Noting it again overwrites it; both stand on the trail."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        result = note_adjournment(
            pairing_id=pairing_id, game=game, actor=actor_of(request), **given.validated_data
        )
        return Response(UnendedOut(result).data)
