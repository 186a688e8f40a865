"""Judging, comparing and asking for moves: nothing of it is stored."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from games.core.api.base import ApiView, JudgeThrottle, MovesThrottle, problems
from games.core.api.documents import JudgedGame
from games.core.errors import TextTooLong
from games.judging.selectors.comparison import comparison_payload
from games.judging.selectors.positions import position_payload
from games.judging.selectors.viewer import viewer_payload
from games.judging.services.judging import (
    DEFAULT_GAMES,
    first_record,
    judge_text,
    judgement_summary,
    text_limit,
)

MAX_GAMES = 200


LOOKBACK_PLIES = 6  # positions: three moves of each side


class JudgementSummary(Shape):
    """Counts over the judged games."""

    games = serializers.IntegerField()
    with_moves = serializers.IntegerField()
    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    unreadable = serializers.IntegerField()
    plies = serializers.IntegerField()
    claims = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text="Games of the text beyond the limit.")


class JudgeView(ApiView):
    """Judge a PDN text."""

    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Input(Shape):
        """A text, and by what it is to be judged."""

        pdn = serializers.CharField(trim_whitespace=False, help_text="One record or many.")
        law_book = serializers.CharField(default="", allow_blank=True, help_text="Default: standard-laws.")
        variant = serializers.CharField(
            default="", allow_blank=True, help_text="Left out: by tag, else found by replaying."
        )
        limit = serializers.IntegerField(
            default=DEFAULT_GAMES,
            min_value=1,
            max_value=MAX_GAMES,
            help_text="Games judged; the rest is counted.",
        )
        play_on = serializers.BooleanField(
            default=False,
            help_text="Illegal moves that others follow stood: judge the rest by the position they left.",
        )

    class Output(Shape):
        """Each game with its verdict, and the counts."""

        games = JudgedGame(many=True)
        summary = JudgementSummary()

    @extend_schema(
        operation_id="judge",
        summary="Judge recorded games",
        description="Every move is replayed; what is illegal or claimable is told with its article.",
        request=Input,
        responses={200: Output, **problems(400, 413, 415, 422, 429)},
    )
    def post(self, request: Request) -> Response:
        """Judge the games of a text; nothing is stored."""
        refuse_long_body(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        asked: dict[str, Any] = given.validated_data
        judged = judge_text(
            text=asked["pdn"],
            law_book=asked["law_book"],
            variant=asked["variant"],
            limit=asked["limit"],
            play_on=asked["play_on"],
        )
        games = [viewer_payload(verdict) for verdict in judged.verdicts]
        return Response({"games": games, "summary": judgement_summary(judged)})


class MovesView(ApiView):
    """Legal moves of a position."""

    permission_classes = [Public]
    throttle_classes = [MovesThrottle]

    class Input(Shape):
        """A position; without FEN the first one of the variant."""

        variant = serializers.CharField()
        fen = serializers.CharField(default="", allow_blank=True)
        before = serializers.ListField(
            child=serializers.CharField(max_length=2000),
            default=list,
            max_length=LOOKBACK_PLIES,
            help_text="The positions that led to it, oldest first, for rules that look back at them.",
        )

    class Output(Shape):
        """The position in canonical form and every legal move with the position after it."""

        class LegalMove(Shape):
            """One legal move."""

            text = serializers.CharField()
            route = serializers.ListField(child=serializers.IntegerField())
            captured = serializers.ListField(child=serializers.IntegerField())
            fen = serializers.CharField()

        variant = serializers.CharField()
        fen = serializers.CharField()
        side = serializers.ChoiceField(("white", "black"))
        must_capture = serializers.BooleanField()
        winner = serializers.ChoiceField(
            ("white", "black", ""), help_text="Who has won by what stands on the squares, if anybody has."
        )
        moves = LegalMove(many=True)

    @extend_schema(
        operation_id="position_moves",
        summary="Legal moves of a position",
        request=Input,
        responses={200: Output, **problems(400, 413, 415, 422, 429)},
    )
    def post(self, request: Request) -> Response:
        """Every legal move of a position."""
        refuse_long_body(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(position_payload(**given.validated_data))


class CompareView(ApiView):
    """Two score sheets of one game."""

    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Input(Shape):
        """The first game of each text is taken."""

        first = serializers.CharField(trim_whitespace=False)
        second = serializers.CharField(trim_whitespace=False)
        variant = serializers.CharField(default="", allow_blank=True)

    class Output(Shape):
        """Where the sheets part, how each goes on, and what would reconcile them."""

        class Continuation(Shape):
            """How one sheet goes on from where they part."""

            written = serializers.ListField(child=serializers.CharField())
            is_legal = serializers.BooleanField()
            reached = serializers.IntegerField()
            is_complete = serializers.BooleanField()

        class Reconciliation(Shape):
            """A reading under which both sheets tell the same game."""

            kind = serializers.CharField()
            ply = serializers.IntegerField()
            text = serializers.CharField()
            sentence = serializers.CharField()

        variant = serializers.CharField()
        plies = serializers.ListField(child=serializers.IntegerField())
        agrees = serializers.BooleanField()
        differ_at = serializers.IntegerField(allow_null=True)
        side = serializers.ChoiceField(("white", "black", ""))
        fen = serializers.CharField(allow_blank=True)
        other_fen = serializers.CharField(allow_blank=True)
        legal_moves = serializers.ListField(child=serializers.CharField())
        first = Continuation()
        second = Continuation()
        reconciliations = Reconciliation(many=True)
        results = serializers.ListField(child=serializers.CharField(allow_blank=True))
        results_agree = serializers.BooleanField()

    @extend_schema(
        operation_id="compare",
        summary="Compare two score sheets of one game",
        request=Input,
        responses={200: Output, **problems(400, 413, 415, 422, 429)},
    )
    def post(self, request: Request) -> Response:
        """Compare two score sheets to the first ply where they differ."""
        refuse_long_body(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        first, second = first_record(asked["first"]), first_record(asked["second"])
        return Response(comparison_payload(first=first, second=second, variant=asked["variant"]))


def refuse_long_body(request: Request) -> None:
    """Refuse by the stated length, before Django would break off over the same limit."""
    stated = request.META.get("CONTENT_LENGTH") or "0"
    size = int(stated) if stated.isdecimal() else 0
    if size > text_limit():
        raise TextTooLong(size=size, limit=text_limit())
