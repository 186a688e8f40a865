"""API of the explorer: moves played from a position, games with a position, games with an ending."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from games.archive.api.games import GAME_KEY
from games.core.api.throttles import JudgeThrottle, MovesThrottle
from games.explorer.lines import MOST_IN_ENDING
from games.explorer.openings import opening_of
from games.explorer.selectors.explorer import ORDERS, Explored, PlayedMove, Tally, explore
from games.explorer.selectors.reached import ExplorerFilters, GameAt
from games.explorer.selectors.search import Found, Kinds, read_pattern, search_ending, search_pattern
from games.explorer.selectors.walk import Choice, Walk, walk
from games.house_rules.selectors import variant_named
from games.models import Winner

FILTERS = ("club", "player", "year_from", "year_to", "winner")
COUNTS = ("games", "white", "draws", "black", "average_year", "first_year", "last_year")
KINDS = ("white_men", "white_kings", "black_men", "black_kings")


class ExplorerQuery(Shape):
    """Position, by default the first one of the variant, and filters of the games that count."""

    variant = serializers.RegexField(GAME_KEY, help_text="Variant, or the key of house rules.")
    fen = serializers.CharField(default="", max_length=400, help_text="Position in which the line begins.")
    moves = serializers.CharField(
        default="", max_length=3000, help_text="Moves from there, separated by spaces: `11-15 23-19`."
    )
    club = serializers.CharField(default="", max_length=60, help_text="Short name of a club. If empty, all.")
    player = serializers.CharField(
        default="", max_length=100, help_text="Words of a player's name. Case and accents are ignored."
    )
    year_from = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
    year_to = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
    winner = serializers.ChoiceField(Winner.choices, default="")
    order = serializers.ChoiceField(
        ORDERS,
        default=ORDERS[0],
        help_text="Order of the games listed. `strongest`: by the average rating of the players.",
    )


class GameCounts(Shape):
    """Number of games, by result, with the years of those that have one."""

    games = serializers.IntegerField()
    white = serializers.IntegerField(help_text="Won by White.")
    draws = serializers.IntegerField()
    black = serializers.IntegerField(help_text="Won by Black.")
    average_year = serializers.IntegerField(allow_null=True)
    first_year = serializers.IntegerField(allow_null=True)
    last_year = serializers.IntegerField(allow_null=True)


class GameAtOut(Shape):
    """Game of the archive, and the half-move after which it has the position."""

    id = serializers.IntegerField()
    ply = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    event = serializers.CharField()
    date = serializers.CharField()
    result = serializers.CharField()
    winner = serializers.ChoiceField(Winner.choices)


def tally_as_dict(tally: Tally) -> dict[str, Any]:
    """Return the counts."""
    return {name: getattr(tally, name) for name in COUNTS}


def game_as_dict(found: GameAt) -> dict[str, Any]:
    """Return a game with its half-move."""
    names = ("white", "black", "event", "date", "result", "winner")
    return {"id": found.game.pk, "ply": found.ply, **{name: getattr(found.game, name) for name in names}}


class ExplorerView(ApiView):
    permission_classes = [Public]
    throttle_classes = [MovesThrottle]

    class Output(Shape):
        """Counts of the games, of each move played, and the newest games."""

        class PlayedMove(Shape):
            text = serializers.CharField()
            route = serializers.ListField(child=serializers.IntegerField())
            captured = serializers.ListField(child=serializers.IntegerField())
            fen = serializers.CharField(help_text="Position after the move.")
            share = serializers.IntegerField(help_text="Percentage of the games.")
            counts = GameCounts()

        class Opening(Shape):
            deck = serializers.CharField()
            number = serializers.IntegerField()
            text = serializers.CharField(help_text="Text of the card.")

        class PlayerCount(Shape):
            name = serializers.CharField()
            games = serializers.IntegerField()

        variant = serializers.CharField()
        fen = serializers.CharField()
        line = serializers.ListField(child=serializers.CharField())
        opening = Opening(allow_null=True, help_text="The last ballot of a deck that the line reached.")
        counts = GameCounts()
        ended = serializers.IntegerField(help_text="Games that end in this position.")
        moves = PlayedMove(many=True)
        unplayed = serializers.ListField(child=serializers.CharField(), help_text="Other legal moves.")
        games = GameAtOut(many=True)
        players = PlayerCount(many=True, help_text="Names that most of the newest games have.")
        newest_only = serializers.IntegerField(
            allow_null=True, help_text="If not null, only so many of the newest games were read."
        )

    @operation("explorer", Output, query=ExplorerQuery, refusals=(422,))
    def get(self, request: Request) -> Response:
        """Count the moves played from a position. Games that reached it by other moves are included."""
        asked = ExplorerQuery.validated_from(request.query_params)
        line = walk(variant=asked["variant"], fen=asked["fen"], moves=asked["moves"])
        found = explore(
            line, ExplorerFilters(**{name: asked[name] for name in FILTERS}), order=asked["order"]
        )
        return Response(_answer(line, found))


def _answer(line: Walk, found: Explored) -> dict[str, Any]:
    opening = opening_of(line)
    return {
        "variant": line.variant.key,
        "fen": line.fen,
        "line": list(line.texts),
        "opening": opening and {"deck": opening.deck, "number": opening.number, "text": opening.label},
        "counts": tally_as_dict(found.total),
        "ended": found.ended,
        "moves": [_move(each) for each in found.moves],
        "unplayed": [choice.text for choice in found.unplayed],
        "games": [game_as_dict(each) for each in found.games],
        "players": [{"name": each.name, "games": each.games} for each in found.players],
        "newest_only": found.newest_only,
    }


def _move(played: PlayedMove) -> dict[str, Any]:
    choice: Choice = played.choice
    return {
        "text": choice.text,
        "route": list(choice.move.route),
        "captured": list(choice.move.captured),
        "fen": choice.fen,
        "share": played.share,
        "counts": tally_as_dict(played.tally),
    }


class FoundGames(Shape):
    """A page of games, newest first."""

    games = GameAtOut(many=True)
    following = serializers.IntegerField(
        allow_null=True, help_text="Value of `before` for the next page; null after the last."
    )
    count = serializers.IntegerField(
        allow_null=True, help_text="Number of games on all pages, at most 10,001; null if not counted."
    )
    read = serializers.IntegerField(help_text="Games that were replayed for this page.")


def found_as_dict(found: Found) -> dict[str, Any]:
    """Return a page of games."""
    games = [game_as_dict(each) for each in found.games]
    return {"games": games, "following": found.following, "count": found.count, "read": found.read}


class PositionSearchView(ApiView):
    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Query(Shape):
        """Pieces on some squares, and filters of the games."""

        variant = serializers.RegexField(GAME_KEY)
        fen = serializers.CharField(
            max_length=400, help_text="The pieces. The side to move may be `?` for either side."
        )
        is_whole = serializers.BooleanField(
            default=True, help_text="If true, no other piece is on the board. If false, others may be."
        )
        empty = serializers.CharField(
            default="", max_length=400, help_text="Squares that must be empty, separated by commas."
        )
        before = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=2**62, help_text="Cursor of the page."
        )
        club = serializers.CharField(default="", max_length=60)
        player = serializers.CharField(default="", max_length=100)
        year_from = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
        year_to = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=9999)
        winner = serializers.ChoiceField(Winner.choices, default="")

    @operation("positions_search", FoundGames, query=Query, refusals=(422,))
    def get(self, request: Request) -> Response:
        """Find games with a position.

        A whole position is found by the index. With `is_whole` false each page replays at most 1,000 of the
        newest games; `following` continues with older ones.
        """
        asked = self.Query.validated_from(request.query_params)
        pattern = read_pattern(
            variant=asked["variant"], fen=asked["fen"], empty=asked["empty"], is_whole=asked["is_whole"]
        )
        filters = ExplorerFilters(**{name: asked[name] for name in FILTERS})
        return Response(found_as_dict(search_pattern(pattern, filters, before=asked["before"])))


class EndingSearchView(ApiView):
    permission_classes = [Public]
    throttle_classes = [JudgeThrottle]

    class Query(Shape):
        """Pieces left of each kind."""

        variant = serializers.RegexField(GAME_KEY)
        white_men = serializers.IntegerField(default=0, min_value=0, max_value=MOST_IN_ENDING)
        white_kings = serializers.IntegerField(default=0, min_value=0, max_value=MOST_IN_ENDING)
        black_men = serializers.IntegerField(default=0, min_value=0, max_value=MOST_IN_ENDING)
        black_kings = serializers.IntegerField(default=0, min_value=0, max_value=MOST_IN_ENDING)
        either_colour = serializers.BooleanField(
            default=False, help_text="If true, games with the colours exchanged are found too."
        )
        stood = serializers.IntegerField(
            default=0, min_value=0, max_value=1000, help_text="Least number of half-moves it stood."
        )
        is_final = serializers.BooleanField(
            default=False, help_text="If true, only games that ended with these pieces."
        )
        before = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=2**62, help_text="Cursor of the page."
        )

    @operation("endings_search", FoundGames, query=Query, refusals=(422,))
    def get(self, request: Request) -> Response:
        """Find games in which just these pieces were left, eight at most."""
        asked = self.Query.validated_from(request.query_params)
        found = search_ending(
            variant_named(asked["variant"]),
            Kinds(**{name: asked[name] for name in KINDS}),
            either_colour=asked["either_colour"],
            stood=asked["stood"],
            is_final=asked["is_final"],
            before=asked["before"],
        )
        return Response(found_as_dict(found))
