"""API of the game archive: search games, get one with its verdict, get one as PDN."""

from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.functional import cached_property
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView, Pages
from club.core.api.documents import Shape
from club.core.api.operations import operation
from games.archive.selectors.archive import ORDERS, GameFilters, game_list
from games.archive.selectors.exporting import STYLES, exported_pdn
from games.archive.selectors.game_pages import MAX_COUNTED
from games.core.api.documents import JudgedGame
from games.house_rules.selectors import KEY
from games.judging.choices import chosen_law_book, stored_verdict
from games.judging.selectors.viewer import viewer_payload
from games.models import Game, Winner
from games.rules import VARIANTS

GAME_KEY = rf"^({'|'.join(VARIANTS)}|{KEY.pattern})$"


class GameQuery(Shape):
    """Filters of the games."""

    club = serializers.CharField(
        default="", help_text="Short name of the club whose archive to search. If empty, all clubs."
    )
    player = serializers.CharField(
        default="", help_text="Words of the players' names. Case and accents are ignored."
    )
    event = serializers.CharField(
        default="", help_text="Words of the event or the venue. Case and accents are ignored."
    )
    year_from = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
    year_to = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
    variant = serializers.RegexField(
        GAME_KEY,
        default="",
        help_text="Variant, or the key of house rules: " + ", ".join(VARIANTS),
    )
    winner = serializers.ChoiceField(Winner.choices, default="")
    has_findings = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text=(
            "If true, only games with an error or a doubt; if false, only games without. If null, all."
        ),
    )
    is_legal = serializers.BooleanField(default=None, allow_null=True)
    has_claims = serializers.BooleanField(default=None, allow_null=True)
    is_beginning = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text=(
            "If true, only shorter scores of another game in the archive; if false, all others. If null, all."
        ),
    )
    code = serializers.RegexField(r"^[a-z_]{1,40}$", default="", help_text="Code of a finding or claim.")
    archive_import = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=2**62,
        help_text="Id of the import that stored the games.",
    )
    before = serializers.IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=2**62,
        help_text="Only games with a lower id. In the order `newest` this continues a list at any length.",
    )
    order = serializers.ChoiceField(
        list(ORDERS),
        default="newest",
        help_text="`strongest`: by the average rating of the players. Games without ratings come last.",
    )


class GameOut(serializers.ModelSerializer[Game]):
    """Game as a row of the list."""

    club = serializers.CharField(source="organisation.slug")
    codes = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the findings and claims."
    )
    has_findings = serializers.BooleanField()

    class Meta:
        model = Game
        fields = [
            "id",
            "club",
            "white",
            "black",
            "event",
            "site",
            "round",
            "date",
            "year",
            "variant",
            "variant_source",
            "law_book",
            "result",
            "winner",
            "termination",
            "ply_count",
            "strength",
            "is_legal",
            "has_findings",
            "error_count",
            "doubt_count",
            "note_count",
            "claim_count",
            "codes",
            "beginning_of",
            "final_fen",
            "archive_import",
            "source_file",
            "source_line",
        ]
        read_only_fields = fields


class BoundedPaginator(Paginator[Game]):
    """Paginator that counts and offers the first 10,000 rows, and one that stands for the rest."""

    @cached_property
    def count(self) -> int:
        """Number of rows, at most one more than `MAX_COUNTED`."""
        rows = cast("QuerySet[Game]", self.object_list)
        return rows.order_by().select_related(None).values("pk")[: MAX_COUNTED + 1].count()


class GamePages(Pages):
    """Pages of games."""

    django_paginator_class = BoundedPaginator


class GamesView(ApiView):
    permission_classes = [Public]
    pagination_class = GamePages

    class Output(Shape):
        count = serializers.IntegerField(
            help_text="Number of matching games on all pages, at most 10,001: more are reached by `before`."
        )
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = GameOut(many=True)

    @operation(
        "games_list",
        Output,
        parameters=[
            GameQuery,
            OpenApiParameter("page", int, description="Page number, starting at 1."),
            OpenApiParameter("page_size", int, description="Games per page, at most 200. Default: 50."),
        ],
        refusals=(400,),
    )
    def get(self, request: Request) -> Response:
        """Search games that match every filter."""
        payload = GameQuery.validated_from(request.query_params)
        pages = GamePages()
        page = pages.paginate_queryset(game_list(GameFilters(**payload)), request, view=self)
        return pages.get_paginated_response(GameOut(page, many=True).data)


class GameView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        """Row of the archive, the original record as PDN, and the verdict."""

        game = GameOut()
        pdn = serializers.CharField()
        verdict = JudgedGame()

    @operation(
        "games_read",
        Output,
        parameters=[
            OpenApiParameter(
                "law_book",
                str,
                description="Key of the law book for the verdict. If omitted, the game's own.",
            )
        ],
        refusals=(422,),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Get one game with its verdict."""
        game = get_object_or_404(Game.objects.select_related("organisation", "archive_import"), pk=game_id)
        book = chosen_law_book(request.query_params.get("law_book", "") or game.law_book)
        verdict = stored_verdict(game=game, law_book=book.key)
        answer: dict[str, Any] = {"game": GameOut(game).data, "pdn": game.pdn}
        return Response({**answer, "verdict": viewer_payload(verdict, file=game.source_file)})


class GamePdnView(ApiView):
    permission_classes = [Public]

    class Query(Shape):
        style = serializers.ChoiceField(STYLES, default="strict")  # type: ignore[assignment]

    @operation("games_pdn", {(200, "text/plain"): OpenApiTypes.STR}, query=Query)
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Get one game as PDN: strict PDN 3.0, classic, or exactly as found."""
        payload = self.Query.validated_from(request.query_params)
        game = get_object_or_404(Game.objects.select_related("archive_import"), pk=game_id)
        text = exported_pdn(game=game, style=payload["style"])
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="game-{game.pk}.pdn"'
        return answer
