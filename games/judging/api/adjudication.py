"""API of adjudication: bounded search, advisory result, stateless."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from games.core.api.documents import ANY_SIDE, SIDES, ArticleCited
from games.core.api.throttles import AdjudicationThrottle
from games.judging.api.judging import refuse_long_body
from games.judging.selectors.adjudication import public_adjudication

VALUES = ("loss", "draw", "win")


class AdjudicationView(ApiView):
    permission_classes = [Public]
    throttle_classes = [AdjudicationThrottle]

    class Input(Shape):
        variant = serializers.CharField()
        fen = serializers.CharField()
        law_book = serializers.CharField(
            default="",
            allow_blank=True,
            help_text=(
                "Key of the law book. Default: the variant's own book, also if the given one does not "
                "cover the variant."
            ),
        )

    class Output(Shape):
        class LineMove(Shape):
            """Move of the line, with the position after it."""

            number = serializers.IntegerField(
                help_text=(
                    "Move number from 1, as players number moves; the second player may make the first move."
                )
            )
            side = serializers.ChoiceField(SIDES)
            text = serializers.CharField()
            route = serializers.ListField(child=serializers.IntegerField())
            captured = serializers.ListField(child=serializers.IntegerField())
            fen = serializers.CharField()

        class Count(ArticleCited):
            """Draw count of the law book, compared with the line; all numbers are in plies."""

            status = serializers.ChoiceField(("claimable", "mandatory", "arbiter"))
            certainty = serializers.ChoiceField(("confirmed", "unconfirmed"))
            limit = serializers.IntegerField()
            interference = serializers.ChoiceField(("excluded", "possible", "reached"))
            longest = serializers.IntegerField(
                help_text=(
                    "Longest uninterrupted count along the line, including plies counted before the position."
                )
            )
            before = serializers.IntegerField(
                allow_null=True, help_text="Count before the position; null if the game is not known."
            )
            spare = serializers.IntegerField(
                allow_null=True,
                help_text=(
                    "Largest count before the position that still excludes the draw; null if no bound is "
                    "known."
                ),
            )
            sentence = serializers.CharField()

        variant = serializers.CharField()
        fen = serializers.CharField()
        side = serializers.ChoiceField(SIDES, help_text="Side to move.")
        first_side = serializers.ChoiceField(
            SIDES, help_text="Side that moves first in a game of this variant."
        )
        outcome = serializers.ChoiceField(
            ("proved_win", "proved_draw", "proved_loss", "unproved"),
            help_text="Outcome for the side to move.",
        )
        winner = serializers.ChoiceField(ANY_SIDE)
        least = serializers.ChoiceField(
            VALUES, help_text="Proved lower bound of the result for the side to move."
        )
        most = serializers.ChoiceField(
            VALUES, help_text="Proved upper bound of the result for the side to move."
        )
        distance = serializers.IntegerField(
            allow_null=True, help_text="Plies to the end of the game under best play; null if unknown."
        )
        within = serializers.IntegerField(
            allow_null=True,
            help_text="Maximum number of plies until a won or lost game is over; otherwise null.",
        )
        source = serializers.ChoiceField(("rules", "table", "search", ""))  # type: ignore[assignment]
        source_sentence = serializers.CharField(allow_blank=True)
        table_pieces = serializers.IntegerField(
            help_text=(
                "Largest number of pieces that the endgame table covers; 0 if these rules have no table."
            )
        )
        table_sentence = serializers.CharField(allow_blank=True)
        nodes = serializers.IntegerField()
        line = LineMove(many=True)
        line_is_whole = serializers.BooleanField(help_text="True if the line reaches the end of the game.")
        law_book = serializers.CharField()
        counts = Count(many=True)
        articles = ArticleCited(many=True)
        advisory = serializers.CharField()
        grounds_sentence = serializers.CharField()
        sentence = serializers.CharField()

    @operation("adjudicate_position", Output, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Adjudicate a position by the endgame table, or a search of at most two seconds.

        Advisory: no rule text lets a table decide a game. 422 if the position has too many pieces.
        """
        refuse_long_body(request)
        payload = self.Input.validated_from(request.data)
        return Response(public_adjudication(**payload))
