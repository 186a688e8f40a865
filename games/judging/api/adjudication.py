"""What is proved of a position: bounded, advisory, and nothing of it is stored."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from games.core.api.base import AdjudicationThrottle, ApiView, problems
from games.core.api.documents import ANY_SIDE, SIDES, ArticleCited
from games.judging.api.judging import refuse_long_body
from games.judging.selectors.adjudication import public_adjudication

VALUES = ("loss", "draw", "win")


class AdjudicationView(ApiView):
    """Weigh a position."""

    permission_classes = [Public]
    throttle_classes = [AdjudicationThrottle]

    class Input(Shape):
        """A position, and the law book whose counts and articles are told."""

        variant = serializers.CharField()
        fen = serializers.CharField()
        law_book = serializers.CharField(
            default="",
            allow_blank=True,
            help_text="Default: the variant's own; one that does not fit is left aside.",
        )

    class Output(Shape):
        """What is proved, the line that shows it, and what the law book says of deciding by it."""

        class LineMove(Shape):
            """A move of the line with the position after it."""

            number = serializers.IntegerField(
                help_text="From 1, as players number moves; the second player may make the first."
            )
            side = serializers.ChoiceField(SIDES)
            text = serializers.CharField()
            route = serializers.ListField(child=serializers.IntegerField())
            captured = serializers.ListField(child=serializers.IntegerField())
            fen = serializers.CharField()

        class Count(ArticleCited):
            """A draw clock of the book against the line; all numbers are half-moves."""

            status = serializers.ChoiceField(("claimable", "mandatory", "arbiter"))
            certainty = serializers.ChoiceField(("confirmed", "unconfirmed"))
            limit = serializers.IntegerField()
            interference = serializers.ChoiceField(("excluded", "possible", "reached"))
            longest = serializers.IntegerField(help_text="Counted in a row along the line.")
            before = serializers.IntegerField(
                allow_null=True, help_text="Counted before the position; null where the game is not known."
            )
            spare = serializers.IntegerField(
                allow_null=True, help_text="So many may have been counted before and it is still excluded."
            )
            sentence = serializers.CharField()

        variant = serializers.CharField()
        fen = serializers.CharField()
        side = serializers.ChoiceField(SIDES, help_text="Who is to move.")
        first_side = serializers.ChoiceField(SIDES, help_text="Who begins a game of this variant.")
        outcome = serializers.ChoiceField(
            ("proved_win", "proved_draw", "proved_loss", "unproved"), help_text="For the side to move."
        )
        winner = serializers.ChoiceField(ANY_SIDE)
        least = serializers.ChoiceField(VALUES, help_text="Proved: the side to move gets this at least.")
        most = serializers.ChoiceField(VALUES, help_text="Proved: the side to move gets this at most.")
        distance = serializers.IntegerField(
            allow_null=True, help_text="Half-moves to the end under best play; null where it is not known."
        )
        within = serializers.IntegerField(
            allow_null=True, help_text="Half-moves after which a won or lost game is over at the latest."
        )
        source = serializers.ChoiceField(("rules", "table", "search", ""))  # type: ignore[assignment]
        source_sentence = serializers.CharField(allow_blank=True)
        table_pieces = serializers.IntegerField(help_text="0: there is no table for these rules.")
        table_sentence = serializers.CharField(allow_blank=True)
        nodes = serializers.IntegerField()
        line = LineMove(many=True)
        line_is_whole = serializers.BooleanField(help_text="It goes to the end of the game.")
        law_book = serializers.CharField()
        counts = Count(many=True)
        articles = ArticleCited(many=True)
        advisory = serializers.CharField()
        grounds_sentence = serializers.CharField()
        sentence = serializers.CharField()

    @extend_schema(
        operation_id="adjudicate_position",
        summary="What is proved of a position",
        description=(
            "From the table of endings, else by a search of at most two seconds. Advisory: no rule text "
            "lets a table decide a game."
        ),
        request=Input,
        responses={200: Output, **problems(400, 413, 415, 422, 429)},
    )
    def post(self, request: Request) -> Response:
        """Weigh a position within the time that anybody may ask for."""
        refuse_long_body(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(public_adjudication(**given.validated_data))
