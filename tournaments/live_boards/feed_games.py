"""Games of a PDN feed: moves, clocks and result of each, and the live board that it belongs to."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games.archive.selectors.archive import fold_words
from games.laws.in_play import EnteredMove, is_written_move
from games.laws.judge import judge
from games.laws.law_book import LawBook
from games.laws.verdict import Verdict
from games.pdn import Comment, GameRecord, clocks, parse_game_type, read_games
from games.rules import Position, Side, Variant, legal_moves, move_text
from tournaments.live_boards.selectors.boards import LiveView
from tournaments.models import Outcome

MAX_GAMES: Final = 200
_PLACE: Final = re.compile(r"\s*(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,3}))?\s*")
_OUTCOMES: Final = {"white": Outcome.WHITE, "black": Outcome.BLACK, "draw": Outcome.DRAW}


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedGame:
    """A game as a feed has it. Numbers of round, board and game are None where the feed tells none.

    Legal moves are in canonical form; from the first illegal one on they are as written. `unreadable` is the
    text that stands in the place of the next move.
    """

    white: str
    black: str
    round: int | None
    board: int | None
    game: int | None
    is_of_variant: bool
    fen: str
    start: Position
    moves: tuple[EnteredMove, ...]
    unreadable: str
    outcome: str

    @property
    def texts(self) -> list[str]:
        """Return the moves without their clocks."""
        return [move.text for move in self.moves]

    @property
    def title(self) -> str:
        """Name the game: White and Black."""
        return f"{self.white or '?'} \N{EN DASH} {self.black or '?'}"


def games_of_feed(content: bytes | str, variant: Variant, book: LawBook) -> list[FeedGame]:
    """Read the games of a feed by the rules of a section. Raises NotPdn for content without a game."""
    return [_game(record, variant, book) for record in islice(read_games(content), MAX_GAMES + 1)]


def _game(record: GameRecord, variant: Variant, book: LawBook) -> FeedGame:
    verdict = judge(record, book, variant=variant)
    place = _PLACE.fullmatch(record.tag("Round"))
    numbers = [int(one) if one else None for one in place.groups()] if place else [None, None, None]
    moves, unreadable = _moves(verdict)
    game_type = parse_game_type(record.tag("GameType"))
    board = record.tag("Board") or record.tag("Table")
    return FeedGame(
        white=_name(record.tag("White")),
        black=_name(record.tag("Black")),
        round=numbers[0],
        board=int(board) if board.isdecimal() and len(board) < 5 else numbers[1],  # noqa: PLR2004 - digits
        game=numbers[2],
        is_of_variant=game_type is None or game_type.number == variant.pdn_type,
        fen=record.tag("FEN"),
        start=verdict.replay.start,
        moves=moves,
        unreadable=unreadable,
        outcome=_OUTCOMES.get(verdict.result.winner, Outcome.PENDING).value,
    )


def _name(text: str) -> str:
    """Return a name without spaces too many, and without NUL characters, which no database stores."""
    plain = " ".join(text.replace("\0", " ").split())
    return "" if plain.strip(" ?-") == "" else plain[:200]


def _moves(verdict: Verdict) -> tuple[tuple[EnteredMove, ...], str]:
    """Return the moves of a score, and the text that is in the place of the next one and is no move."""
    played, tokens = verdict.replay, verdict.record.moves
    # To an illegal move, or to one that is half written: the judge guesses the rest of it, a board waits.
    doubts = [slip.ply for slip in played.slips] + played.unknown_plies
    legal = min([played.reached, *(ply - 1 for ply in doubts)])
    ends = [token.offset for token in played.tokens[:legal]]
    later = [token for token in tokens if not ends or token.offset > ends[-1]]
    skipped = 0 if doubts else len(later) - played.unplayed  # hops of the last capture, written apart
    later = later[max(skipped, 0) :]
    times = _times(verdict, [*ends, *(token.offset for token in later)])
    texts = []
    for index, move in enumerate(played.moves[:legal]):
        among = list(legal_moves(played.positions[index], verdict.variant)) if move.is_capture else [move]
        texts.append(move_text(move, verdict.variant, among))
    unreadable = ""
    for token in later:
        if token.is_unknown or not is_written_move(token.text):
            unreadable = token.text if token.is_smudged else ""  # a dash is no move yet
            break
        texts.append(token.text)
    return tuple(EnteredMove(text, time) for text, time in zip(texts, times, strict=False)), unreadable


def _times(verdict: Verdict, offsets: Sequence[int]) -> list[tuple[int | None, int | None]]:
    """Return the clocks behind each move: seconds left to White and Black."""
    times: list[list[int | None]] = [[None, None] for _ in offsets]
    first = verdict.replay.start.side
    for comment in verdict.record.body:
        at = bisect_right(offsets, comment.offset) - 1 if isinstance(comment, Comment) else -1
        if at < 0 or not isinstance(comment, Comment):
            continue
        mover = first if at % 2 == 0 else first.opponent
        for clock in clocks(comment):
            side = {"W": Side.WHITE, "B": Side.BLACK}.get(clock.side, mover)
            if clock.kind == "remaining":
                times[at][0 if side is Side.WHITE else 1] = int(clock.seconds)
    return [(white, black) for white, black in times]


def games_by_board(
    games: Iterable[FeedGame], views: Sequence[LiveView]
) -> tuple[dict[int, FeedGame], list[FeedGame]]:
    """Return games by the live board that they belong to, and those that fit none or several.

    Names with their colours decide; the number of the board alone does where the feed has no other names.
    A game that comes again replaces the one before it.
    """
    found: dict[int, FeedGame] = {}
    others: list[FeedGame] = []
    for game in games:
        marked = sorted(((_fit(game, view), view.board.pk) for view in views), reverse=True)
        best = [pk for fit, pk in marked if fit and fit == marked[0][0]]
        if len(best) == 1:
            found[best[0]] = game
        else:
            others.append(game)
    return found, others


def _fit(game: FeedGame, view: LiveView) -> int:
    """Return how well a game fits a board; 0 is not at all."""
    round_number = view.pairing.round.number
    if not game.is_of_variant or game.round not in {None, round_number}:
        return 0
    is_numbered = game.board == view.pairing.board_number
    is_game = game.game == view.board.game
    same = [_is_same(game.white, view.white), _is_same(game.black, view.black)]
    if all(same):
        return 4 + 2 * is_numbered + is_game
    is_unnamed = not game.white and not game.black
    return 2 + is_game if is_numbered and (any(same) or is_unnamed) else 0


def _is_same(written: str, known: str) -> bool:
    """Check that two names can be one person's: Ferrie, R. is Robert Ferrie."""
    one, other = sorted((fold_words(written).split(), fold_words(known).split()), key=len)
    if not one or not any(len(word) > 1 and word in other for word in one):
        return False
    return all(
        any(word == known or (1 in {len(word), len(known)} and word[0] == known[0]) for known in other)
        for word in one
    )
