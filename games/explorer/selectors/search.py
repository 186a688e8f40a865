"""Search for positions and endings in the archive; every question reads a bounded number of rows.

Pages follow each other by the number of the last game (keyset), and totals stop at `MAX_COUNTED`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from games.archive.selectors.archive import GameFilters, game_list
from games.core.errors import EndingTooLarge, PatternEmpty, PositionUnreadable
from games.explorer.lines import MOST_IN_ENDING, Board, has_line, step_of
from games.explorer.models import GameEnding, GamePosition
from games.explorer.position_keys import material_key, position_key
from games.explorer.selectors.reached import (
    MAX_READ,
    ExplorerFilters,
    GameAt,
    Reached,
    admitted,
    games_at,
    newest_rows,
    rows_of_player,
)
from games.house_rules.selectors import variant_named
from games.judging.messages import fen_sentence
from games.models import Game
from games.rules import FenError, Placement, Position, Side, Variant, parse_fen

PAGE: Final = 20
MAX_COUNTED: Final = 10_000
MAX_REPLAYED: Final = 1_000
"""Games that one question replays to look for a pattern."""
BETWEEN: Final = re.compile(r"[\s,;]+")
LINE_COLUMNS: Final = ("variant", "start_fen", "move_line", "line_key", "ply_count")


class Kinds(NamedTuple):
    """Counts of pieces of an ending."""

    white_men: int = 0
    white_kings: int = 0
    black_men: int = 0
    black_kings: int = 0

    @property
    def swapped(self) -> "Kinds":
        """The same ending with the colours exchanged."""
        return Kinds(self.black_men, self.black_kings, self.white_men, self.white_kings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Pieces on some squares, and squares that are empty; all other squares are free or may hold anything.

    `side` None stands for either side to move.
    """

    variant: Variant
    placement: Placement
    side: Side | None = None
    empty: frozenset[int] = frozenset()
    is_whole: bool = True  # no other piece on the board


@dataclass(frozen=True, slots=True)
class Found:
    """A page of games at the half-move found; `following` is the cursor of the next page."""

    games: list[GameAt]
    following: int | None
    count: int | None = None  # of all pages, at most MAX_COUNTED + 1
    read: int = field(default=0)  # games that were replayed for this page


def search_pattern(pattern: Pattern, filters: ExplorerFilters, *, before: int | None = None) -> Found:
    """Find games with a position; a whole one by its key, another by replaying the newest games."""
    if not any(pattern.placement) and not pattern.empty:
        raise PatternEmpty
    if pattern.is_whole:
        return _with_position(pattern, filters, before)
    return _with_pattern(pattern, filters, before)


def _with_position(pattern: Pattern, filters: ExplorerFilters, before: int | None) -> Found:
    sides = (Side.WHITE, Side.BLACK) if pattern.side is None else (pattern.side,)
    positions = [Position.from_placement(pattern.placement, side, pattern.variant) for side in sides]
    keys = [position_key(position, pattern.variant) for position in positions]
    of_player = rows_of_player(keys, filters) if filters.player else None
    if of_player is not None:
        return _page_of_player(of_player, before)
    is_plain = not filters.is_any
    rows = newest_rows(keys, before=before, limit=PAGE + 1 if is_plain else MAX_READ)
    fitting = rows if is_plain else admitted(rows, filters)
    once = {row.game_id: row.ply for row in reversed(fitting)}  # a game may have both sides to move
    places = sorted(once.items(), reverse=True)
    following = _following(
        places, was_cut=not is_plain and len(rows) == MAX_READ, last=rows[-1].game_id if rows else 0
    )
    count = _count_games(keys) if is_plain else None
    return Found(games_at(places[:PAGE]), following, count)


def _page_of_player(rows: Sequence[Reached], before: int | None) -> Found:
    """Return a page of all the games of a player that have a position."""
    once = {row.game_id: row.ply for row in reversed(rows)}
    places = [place for place in sorted(once.items(), reverse=True) if before is None or place[0] < before]
    return Found(games_at(places[:PAGE]), _following(places, was_cut=False, last=0), len(once))


def _following(places: Sequence[tuple[int, int]], *, was_cut: bool, last: int) -> int | None:
    """Return the cursor after a page: its last game, or the last row read if all that fitted is shown."""
    if len(places) > PAGE:
        return places[PAGE - 1][0]
    return last if was_cut else None


def _count_games(keys: Sequence[int]) -> int:
    """Count the games with one of the positions; DISTINCT would read all of them before the limit."""
    rows = [GamePosition.objects.filter(key=key) for key in keys]
    if len(rows) == 1:
        return _count(rows[0])
    numbers = [part.order_by("-game_id").values_list("game_id", flat=True) for part in rows]
    return min(len({number for part in numbers for number in part[: MAX_COUNTED + 1]}), MAX_COUNTED + 1)


def _count(rows: QuerySet[Any]) -> int:
    return rows[: MAX_COUNTED + 1].count()


def read_pattern(*, variant: str, fen: str, empty: str = "", is_whole: bool = True) -> Pattern:
    """Return the pattern; the side to move may be `?`. Refuse what names no square of the board."""
    rules = variant_named(variant)
    try:
        reading = parse_fen(fen.strip() or "?:W:B", rules.geometry)
        return Pattern(
            variant=rules,
            placement=reading.placement,
            side=reading.side,
            empty=_squares(empty, rules),
            is_whole=is_whole,
        )
    except FenError as error:
        raise PositionUnreadable(
            reason=fen_sentence(error.code, error.facts), reason_code=error.code
        ) from error


def _squares(text: str, variant: Variant) -> frozenset[int]:
    """Read squares by number or name, with the faults of a FEN."""
    names = [name for name in BETWEEN.split(text.strip()) if name]
    placement = parse_fen(f"?:W{','.join(names)}:B", variant.geometry).placement
    return frozenset(placement.white_men)


# -- patterns --------------------------------------------------------------------------------------


def _with_pattern(pattern: Pattern, filters: ExplorerFilters, before: int | None) -> Found:
    """Replay the newest games that fit the filters until a page is full or enough games were read."""
    wanted = GameFilters(
        club=filters.club,
        player=filters.player,
        year_from=filters.year_from,
        year_to=filters.year_to,
        winner=filters.winner,
        variant=pattern.variant.key,
        is_beginning=False,
    )
    rows = game_list(wanted).select_related(None).defer(None).only(*LINE_COLUMNS)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    places: list[tuple[int, int]] = []
    read, last = 0, None
    for game in rows[:MAX_REPLAYED]:
        read, last = read + 1, game.pk
        ply = _first_match(game, pattern)
        if ply is not None:
            places.append((game.pk, ply))
        if len(places) == PAGE:
            break
    is_more = read == MAX_REPLAYED or len(places) == PAGE
    return Found(games_at(places), last if is_more else None, read=read)


def _first_match(game: Game, pattern: Pattern) -> int | None:
    """Return the first half-move after which the pattern is on the board."""
    if not has_line(game):
        return None
    board = Board.of_game(game, pattern.variant)
    wanted = _wanted(pattern)
    for ply, _step in enumerate(_played(board, game.move_line)):
        squares = board.squares
        if all(squares[square] == kind for square, kind in wanted) and (
            pattern.side is None or board.is_white_to_move is (pattern.side is Side.WHITE)
        ):
            return ply
    return None


def _played(board: Board, line: str) -> Iterator[None]:
    """Play a line, and pause at each position."""
    yield
    for text in line.split():
        board.play(step_of(text))
        yield


def _wanted(pattern: Pattern) -> list[tuple[int, int]]:
    """Return what stands on which square, pieces first: they fail soonest."""
    pieces = [(square, kind) for kind, squares in enumerate(pattern.placement) for square in squares]
    return pieces + [(square, -1) for square in sorted(pattern.empty)]


# -- endings ---------------------------------------------------------------------------------------


def search_ending(
    variant: Variant,
    kinds: Kinds,
    *,
    either_colour: bool = False,
    stood: int = 0,
    is_final: bool = False,
    before: int | None = None,
) -> Found:
    """Find games in which just these pieces were left, for so many half-moves at least, or at the end."""
    if not 0 < sum(kinds) <= MOST_IN_ENDING:
        raise EndingTooLarge(pieces=sum(kinds), most=MOST_IN_ENDING)
    materials = {
        material_key(each, variant) for each in ((kinds, kinds.swapped) if either_colour else (kinds,))
    }
    found = GameEnding.objects.filter(material__in=materials)
    if stood:
        found = found.filter(stood__gte=stood)
    if is_final:
        found = found.filter(is_final=True)
    places: list[tuple[int, int]] = []
    for material in materials:
        rows = found.filter(material=material)
        if before is not None:
            rows = rows.filter(game_id__lt=before)
        places += rows.order_by("-game_id").values_list("game_id", "ply")[: PAGE + 1]
    places.sort(reverse=True)
    following = _following(places, was_cut=False, last=0)
    return Found(games_at(places[:PAGE]), following, _count(found))
