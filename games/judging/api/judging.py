"""API to judge games, list legal moves and compare score sheets; nothing is stored."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from games.core.api.documents import JudgedGame
from games.core.api.throttles import JudgeThrottle, MovesThrottle
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
    """Counts of the judged games."""

    games = serializers.IntegerField()
    with_moves = serializers.IntegerField()
    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    unreadable = serializers.IntegerField()
    plies = serializers.IntegerField()
    claims = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text="Number of games in the text beyond the limit.")


class JudgeView(ApiView):
    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Input(Shape):
        pdn = serializers.CharField(trim_whitespace=False, help_text="One or more PDN records.")
        law_book = serializers.CharField(
            default="", allow_blank=True, help_text="Key of the law book. Default: `standard-laws`."
        )
        variant = serializers.CharField(
            default="",
            allow_blank=True,
            help_text=(
                "Key of the rule set. If empty, it is read from the GameType tag, or else detected by "
                "replaying."
            ),
        )
        limit = serializers.IntegerField(
            default=DEFAULT_GAMES,
            min_value=1,
            max_value=MAX_GAMES,
            help_text="Maximum number of games to judge; further games are only counted.",
        )
        play_on = serializers.BooleanField(
            default=False,
            help_text=(
                "If true, illegal moves followed by other moves are let stand, and the rest is judged "
                "from the positions that they left."
            ),
        )

    class Output(Shape):
        games = JudgedGame(many=True)
        summary = JudgementSummary()

    @operation("judge", Output, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Judge recorded games. Reports illegal moves and possible draw claims with their articles."""
        refuse_long_body(request)
        asked = self.Input.validated_from(request.data)
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
    permission_classes = [Public]
    throttle_classes = [MovesThrottle]

    class Input(Shape):
        """Input of a position; without `fen`, the start position of the variant."""

        variant = serializers.CharField()
        fen = serializers.CharField(default="", allow_blank=True)
        before = serializers.ListField(
            child=serializers.CharField(max_length=2000),
            default=list,
            max_length=LOOKBACK_PLIES,
            help_text=(
                "Positions that led to this one, oldest first, for rules that depend on earlier positions."
            ),
        )

    class Output(Shape):
        """Response with the position in canonical form, and every legal move with the position after it."""

        class LegalMove(Shape):
            text = serializers.CharField()
            route = serializers.ListField(child=serializers.IntegerField())
            captured = serializers.ListField(child=serializers.IntegerField())
            fen = serializers.CharField()

        variant = serializers.CharField()
        fen = serializers.CharField()
        side = serializers.ChoiceField(("white", "black"))
        must_capture = serializers.BooleanField()
        winner = serializers.ChoiceField(
            ("white", "black", ""), help_text="Side that has won in this position; empty if there is none."
        )
        moves = LegalMove(many=True)

    @operation("position_moves", Output, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """List the legal moves of a position."""
        refuse_long_body(request)
        payload = self.Input.validated_from(request.data)
        return Response(position_payload(**payload))


class CompareView(ApiView):
    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Input(Shape):
        """Input of two score sheets; only the first game of each text is used."""

        first = serializers.CharField(trim_whitespace=False)
        second = serializers.CharField(trim_whitespace=False)
        variant = serializers.CharField(default="", allow_blank=True)

    class Output(Shape):
        class Continuation(Shape):
            """Continuation of one sheet after the first difference."""

            written = serializers.ListField(child=serializers.CharField())
            is_legal = serializers.BooleanField()
            reached = serializers.IntegerField()
            is_complete = serializers.BooleanField()

        class Reconciliation(Shape):
            """Reading under which both sheets record the same game."""

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

    @operation("compare", Output, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Compare two score sheets of one game up to the first ply where they differ."""
        refuse_long_body(request)
        asked = self.Input.validated_from(request.data)
        first, second = first_record(asked["first"]), first_record(asked["second"])
        return Response(comparison_payload(first=first, second=second, variant=asked["variant"]))


def refuse_long_body(request: Request) -> None:
    """Refuse a body by its Content-Length, before Django aborts at the same limit."""
    stated = request.META.get("CONTENT_LENGTH") or "0"
    size = int(stated) if stated.isdecimal() else 0
    if size > text_limit():
        raise TextTooLong(size=size, limit=text_limit())
