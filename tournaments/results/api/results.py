"""Results of single games, entered by directors, arbiters and helpers with a phone; forfeits of matches."""

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.api.shapes import PairingOut, ReasonInput, ResultOut, SeatOut
from tournaments.core.api.visibility import visible_pairing
from tournaments.core.scopes import of_pairing, of_section
from tournaments.models import GameResult, Outcome, ResultMark, Section
from tournaments.results.selectors.results import unfinished_games
from tournaments.results.services.adjournments import note_adjournment
from tournaments.results.services.results import forfeit_match, record_result


class PairingView(ApiView):
    permission_classes = [Public]

    @operation("pairings_read", PairingOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        """Get one board with its games."""
        return Response(PairingOut(visible_pairing(request, pairing_id)).data)


class ResultView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_pairing)]

    class Input(ReasonInput):
        outcome = serializers.ChoiceField(Outcome.choices)
        was = serializers.ChoiceField(
            Outcome.choices,
            default=None,
            allow_null=True,
            help_text=(
                "Outcome that the client has read. If the current one differs, the call answers 409 with "
                "the current one. If null, a stored result is replaced only with `confirm`."
            ),
        )
        mark = serializers.ChoiceField(
            [("", ""), *ResultMark.choices],
            default=None,
            allow_null=True,
            help_text=(
                "Plus of a draw or stage of a win, if the section uses them. If null, the mark is "
                "unchanged while the outcome stays the same, otherwise removed."
            ),
        )
        is_adjudicated = serializers.BooleanField(default=False)
        confirm = serializers.BooleanField(
            default=False,
            help_text=(
                "Replace a stored result that `was` does not name. Without it, and without a `reason`, the "
                "call answers 409."
            ),
        )

        overrules_ruling = serializers.BooleanField(
            default=False,
            help_text=(
                "Replace a result that a ruling in force has set. It needs a `reason`, which the history of "
                "the case gets. Without it the call answers 409 (`result_by_ruling`)."
            ),
        )

    @operation("results_record", ResultOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, pairing_id: int, game: int) -> Response:
        """Record or correct the result of a game.

        Changing a recorded result requires permission to correct results, and in a closed round also a
        `reason`. A helper pass can record results at its boards.
        """
        payload = self.Input.validated_from(request.data)
        may_overwrite = payload.pop("confirm") or bool(payload["reason"].strip())
        actor = actor_of(request)
        result = record_result(
            pairing_id=pairing_id, game=game, actor=actor, may_overwrite=may_overwrite, **payload
        )
        return Response(ResultOut(result).data)


class UnendedOut(serializers.ModelSerializer[GameResult]):
    """An adjourned or unplayed game."""

    pairing = serializers.IntegerField(source="pairing_id")
    round = serializers.IntegerField(source="pairing.round.number")
    board = serializers.IntegerField(source="pairing.board_number", allow_null=True)
    white = SeatOut(source="pairing.white", help_text="Player with White in game 1.")
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
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_section)]

    @operation("sections_unended", UnendedOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List the adjourned and unplayed games of a section."""
        return Response(
            UnendedOut(unfinished_games(get_object_or_404(Section, pk=section_id)), many=True).data
        )


class AdjournmentView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_pairing)]

    class Input(Shape):
        """Input with the position of the game. The sealed move stays in its envelope."""

        fen = serializers.CharField(default="", allow_blank=True, max_length=400)
        note = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=500,
            help_text="Player who sealed the move, and times on the clocks.",
        )

    @operation("adjournments_note", UnendedOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, pairing_id: int, game: int) -> Response:
        """Record the position of an adjourned game. It replaces an earlier one; the audit log has both."""
        payload = self.Input.validated_from(request.data)
        result = note_adjournment(pairing_id=pairing_id, game=game, actor=actor_of(request), **payload)
        return Response(UnendedOut(result).data)


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
