"""API of boards: cards, results reported from them, and conflicting reports."""

import hashlib
from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.limits import count, too_many
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS, ApiView
from tournaments.core.api.shapes import PairingOut, ReasonInput, SeatOut
from tournaments.core.scopes import of_card, of_round, of_section
from tournaments.entries.api.entries import reason_of
from tournaments.models import BoardCard, Outcome, ResultDispute, ResultReport, Round, Section
from tournaments.results.result_warnings import warning_text, warnings_of
from tournaments.results.selectors.results import cards_of, disputes_of, pairing_on, reports_at
from tournaments.results.services.board_cards import make_board_cards, renew_board_cards, revoke_board_card
from tournaments.results.services.player_reports import REPORTABLE_OUTCOMES, live_card, report_result
from tournaments.results.services.results import confirm_warning

POSTS_A_CARD = 30
SECONDS = 60


class CardOut(serializers.ModelSerializer[BoardCard]):
    """Card of a board; its `token` is the last part of the address /b/<token>/."""

    section = serializers.IntegerField(source="section_id")

    class Meta:
        model = BoardCard
        fields = ["id", "section", "board_number", "token", "made_at", "revoked_at"]
        read_only_fields = fields


class CardsView(ApiView):
    permission_classes = [
        needs(Capability.CORRECT_RESULTS, scope=of_section, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_section, methods={"POST"}),
    ]

    @operation("cards_list", CardOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List the valid board cards of a section."""
        return Response(CardOut(cards_of(get_object_or_404(Section, pk=section_id)), many=True).data)

    @operation("cards_make", {201: CardOut(many=True)})
    def post(self, request: Request, section_id: int) -> Response:
        """Create a card for every board without one. Returns the new cards."""
        made = make_board_cards(section_id=section_id, actor=actor_of(request))
        return Response(CardOut(made, many=True).data, status=status.HTTP_201_CREATED)


class CardsRenewView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ReasonInput):
        board = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=1,
            max_value=MOST_BOARDS,
            help_text="Board number. If omitted, all boards.",
        )

    @operation("cards_renew", CardOut(many=True), request=Input)
    def post(self, request: Request, section_id: int) -> Response:
        """Renew the card of one board or of all boards. The old codes become invalid immediately."""
        payload = self.Input.validated_from(request.data)
        made = renew_board_cards(
            section_id=section_id,
            board_number=payload["board"],
            actor=actor_of(request),
            reason=payload["reason"],
        )
        return Response(CardOut(made, many=True).data)


class CardRevokeView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_card)]

    @operation("cards_revoke", CardOut, request=ReasonInput)
    def post(self, request: Request, card_id: int) -> Response:
        """Revoke the card of a board without creating a new one."""
        reason = reason_of(request)
        card = revoke_board_card(card_id=card_id, actor=actor_of(request), reason=reason)
        return Response(CardOut(card).data)


class ReportOut(serializers.ModelSerializer[ResultReport]):
    """Result reported by a player."""

    entry = SeatOut()
    outcome = serializers.ChoiceField(Outcome.choices)

    class Meta:
        model = ResultReport
        fields = ["game", "entry", "outcome", "reported_at"]
        read_only_fields = fields


class BoardOut(Shape):
    """A board as its players see it."""

    section = serializers.IntegerField()
    board_number = serializers.IntegerField()
    pairing = PairingOut(allow_null=True, help_text="Current pairing at the board; null if there is none.")
    reports = ReportOut(many=True)
    disputed_games = serializers.ListField(child=serializers.IntegerField())


def board_object(card: BoardCard) -> dict[str, Any]:
    """Return the current state of the board of a card."""
    pairing = pairing_on(card)
    told = reports_at(pairing).values() if pairing is not None else ()
    return {
        "section": card.section_id,
        "board_number": card.board_number,
        "pairing": None if pairing is None else PairingOut(pairing).data,
        "reports": ReportOut([one for game in told for one in game.reports], many=True).data,
        "disputed_games": [game.game for game in told if game.dispute is not None],
    }


class BoardView(ApiView):
    permission_classes = [Public]

    @operation("boards_read", BoardOut, refusals=(409,))
    def get(self, request: Request, token: str) -> Response:  # noqa: ARG002 - the method's shape
        """Get the current pairing and reports of a board by its scanned card."""
        return Response(board_object(live_card(token)))


class BoardReportView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        pairing = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        game = serializers.IntegerField(min_value=1, max_value=4)
        player = serializers.ChoiceField(
            ("white", "black"), help_text="Player who reports, by the side in game 1."
        )
        outcome = serializers.ChoiceField(
            [(one, one) for one in Outcome.values if one in REPORTABLE_OUTCOMES]
        )
        device = serializers.CharField(
            min_length=8,
            max_length=200,
            help_text="Random identifier that the phone generates once and stores.",
        )

    @operation("boards_report", BoardOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, token: str) -> Any:
        """Report the result of a game as one of its players.

        Two equal reports become the result, two different ones open a dispute for the desk. Idempotent.
        """
        card = live_card(token)
        counted = count("board", str(card.pk), most=POSTS_A_CARD, seconds=SECONDS)
        if counted.is_too_many:
            return too_many(request._request, counted)  # noqa: SLF001 - the wrapped request
        told = self.Input.validated_from(request.data)
        report_result(
            token=token,
            pairing_id=told["pairing"],
            game=told["game"],
            is_white=told["player"] == "white",
            outcome=told["outcome"],
            device=hashlib.sha256(told["device"].encode()).hexdigest(),
            actor=actor_of(request),
        )
        return Response(board_object(card))


class DisputeOut(serializers.ModelSerializer[ResultDispute]):
    """Dispute about a result, with both versions."""

    pairing = serializers.IntegerField(source="pairing_id")
    kind = serializers.CharField()
    first_outcome = serializers.ChoiceField(Outcome.choices)
    second_outcome = serializers.ChoiceField(Outcome.choices)
    settled_outcome = serializers.ChoiceField([("", ""), *Outcome.choices])
    case = serializers.IntegerField(
        source="case_id",
        allow_null=True,
        help_text="Id of the case that a dispute between two players opens; null for other disputes.",
    )

    class Meta:
        model = ResultDispute
        fields = [
            *("id", "pairing", "game", "kind", "first_by", "first_outcome", "second_by", "second_outcome"),
            *("opened_at", "settled_at", "settled_by", "settled_outcome", "reason", "case"),
        ]
        read_only_fields = fields


class DisputesView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_section)]

    @operation("disputes_list", DisputeOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List disputed results of a section with both versions, including settled ones."""
        return Response(DisputeOut(disputes_of(get_object_or_404(Section, pk=section_id)), many=True).data)


class DoubtOut(Shape):
    """Warning about a result that looks wrong but may be correct."""

    code = serializers.CharField()
    about = serializers.CharField(help_text="Identifies the warning, together with `code`.")
    board = serializers.IntegerField(
        allow_null=True, help_text="Board number; null if the warning is about the whole round."
    )
    game = serializers.IntegerField(help_text="Game number; 0 if the warning is about no single game.")
    text = serializers.CharField()


class DoubtsView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_round)]

    class Input(Shape):
        code = serializers.CharField(max_length=40)
        about = serializers.CharField(max_length=200)

    @operation("rounds_doubts", DoubtOut(many=True))
    def get(self, request: Request, round_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List the warnings about results of a round in progress."""
        row = get_object_or_404(Round.objects.select_related("section__event"), pk=round_id)
        doubts = [
            {
                "code": one.code,
                "about": one.about,
                "board": one.pairing.board_number if one.pairing else None,
                "game": one.game,
                "text": warning_text(one),
            }
            for one in warnings_of(row)
        ]
        return Response(doubts)

    @operation("rounds_doubts_accept", request=Input, refusals=(409,))
    def post(self, request: Request, round_id: int) -> Response:
        """Confirm that a result with a warning is correct. It returns only if the result changes."""
        payload = self.Input.validated_from(request.data)
        confirm_warning(round_id=round_id, actor=actor_of(request), **payload)
        return Response(status=status.HTTP_204_NO_CONTENT)
