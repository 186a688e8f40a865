"""Reading a PDN feed: its games go to the live boards of the round, a board at a time.

No row is locked while the other site is asked. What a feed said of a board is stored with it
(`LiveBoard.fed`), so that a feed which says the same again overwrites no correction by hand.
"""

from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from club.core.access import require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.downloads import MAX_SECONDS, Download, DownloadFailed, Validators, download
from club.core.errors import ClubError
from club.jobs.services.jobs import forget_done
from games.house_rules.selectors import variant_named
from games.pdn import NotPdn
from tournaments.core.services.event_log import log_round
from tournaments.core.services.locks import pairing_scope, section_scope
from tournaments.events.selectors.sections import law_book_of
from tournaments.live_boards.errors import (
    FeedAddressRefused,
    FeedAnswersStatus,
    FeedChangedByHand,
    FeedFitsNoBoard,
    FeedSlow,
    FeedStartsElsewhere,
    FeedTooLarge,
    FeedUnreachable,
    FeedUnreadable,
    MoveUnreadableLive,
    UnknownFeed,
)
from tournaments.live_boards.feed_games import MAX_GAMES, FeedGame, games_by_board, games_of_feed
from tournaments.live_boards.scores import judged
from tournaments.live_boards.selectors.boards import boards_of_event, views_of
from tournaments.live_boards.selectors.feeds import has_open_boards
from tournaments.live_boards.services.feeds import plan_reading
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.locks import locked_board
from tournaments.live_boards.services.moves import MovesEntry, apply_moves
from tournaments.models import LiveBoard, LiveFeed, LiveState, Outcome, Round

MAX_BYTES: Final = 2_000_000
TITLES: Final = 3
"""So many games that fit no board are named."""


class FeedReport(NamedTuple):
    """What became of the games of a feed or a file."""

    boards: int
    changed: int
    faults: tuple[ClubError, ...]


def read_feed(*, feed_id: int, key: str = "", after: str = "") -> None:
    """Read a feed that is on while boards of its round are open, and plan the next reading. Runs as a job.

    `key` is that of the job, `after` that of the reading before it, whose row is deleted once it is done.
    """
    forget_done(key=after)
    rows = LiveFeed.objects.select_related("round__section__event").defer("round__reasons")
    feed = rows.filter(pk=feed_id, is_on=True).first()
    if feed is None or not has_open_boards(feed):
        return
    fault: ClubError | None = None
    known = Validators() if _has_faults(feed) else Validators(feed.etag, feed.modified)
    got = Download(None, known)
    try:
        got = download(feed.url, most_bytes=MAX_BYTES, known=known)
        if got.content is not None:
            report = take_games(feed.round, got.content, actor=SYSTEM, feed=feed)
            fault = next((one for one in report.faults if isinstance(one, FeedFitsNoBoard)), None)
    except DownloadFailed as failure:
        fault = _told(failure, feed.url)
    except ClubError as refusal:
        fault = refusal
    _note_reading(feed, got.validators, fault, key)


@transaction.atomic
def _note_reading(feed: LiveFeed, validators: Validators, fault: ClubError | None, key: str) -> None:
    now = timezone.now()
    LiveFeed.objects.filter(pk=feed.pk).update(
        read_at=now,
        etag=validators.etag[:200] if fault is None else "",
        modified=validators.modified[:100] if fault is None else "",
        fault=fault.code if fault is not None else "",
        fault_facts=fault.facts if fault is not None else {},
    )
    plan_reading(feed, now=now, after=key)


def _told(failure: DownloadFailed, url: str) -> ClubError:
    address = url[:200]
    if failure.reason == "address":
        return FeedAddressRefused(url=address)
    if failure.reason == "status":
        return FeedAnswersStatus(url=address, status=failure.status)
    if failure.reason == "size":
        return FeedTooLarge(url=address, most=MAX_GAMES)
    if failure.reason == "slow":
        return FeedSlow(url=address, seconds=int(MAX_SECONDS))
    return FeedUnreachable(url=address)


def _has_faults(feed: LiveFeed) -> bool:
    """True if a board waits for something: then the feed is read whole though it did not change."""
    return any(fed.get("fault") for fed in feed.boards.values_list("fed", flat=True))


def read_pdn(*, round_id: int, content: bytes | str, actor: Actor, name: str = "") -> FeedReport:
    """Read the games of a round from a file or a pasted text. It goes before what was entered by hand."""
    row = Round.objects.select_related("section__event").get(pk=round_id)
    require_permission(actor, Capability.RECORD_RESULTS, section_scope(row.section))
    report = take_games(row, content, actor=actor, name=name)
    if report.changed:
        with transaction.atomic():
            facts = {"round": row.number, "boards": report.changed}
            log_round("tournaments.live_feed.games_read", row, actor, after=facts)
    return report


def take_games(
    row: Round, content: bytes | str, *, actor: Actor, feed: LiveFeed | None = None, name: str = ""
) -> FeedReport:
    """Enter the games of a PDN on the live boards of a round; a board that refuses stops no other."""
    told = feed.url[:200] if feed is not None else name or "PDN"
    section = row.section
    if len(content) > MAX_BYTES:
        raise FeedTooLarge(url=told, most=MAX_GAMES)
    try:
        games = games_of_feed(content, variant_named(section.variant), law_book_of(section))
    except NotPdn as error:
        raise FeedUnreadable(url=told) from error
    if len(games) > MAX_GAMES:
        raise FeedTooLarge(url=told, most=MAX_GAMES)
    views = views_of(boards_of_event(section.event_id, round_row=row), is_desk=True)
    found, others = games_by_board(games, views)
    changed, faults = 0, []
    for board_id, game in found.items():
        is_changed, fault = _take_game(board_id, game, actor, feed)
        changed += is_changed
        if fault is None and feed is not None and feed.enters_results:
            fault = _enter_result(board_id, game, actor)
        faults += [fault] if fault is not None else []
    if others and (feed is None or not found):
        titles = ", ".join(game.title for game in others[:TITLES])
        faults.append(FeedFitsNoBoard(games=titles))
    return FeedReport(len(found), changed, tuple(faults))


@transaction.atomic
def _take_game(
    board_id: int, game: FeedGame, actor: Actor, feed: LiveFeed | None
) -> tuple[bool, ClubError | None]:
    """Enter one game; return whether the board was changed, and why it was not.

    Raise UnknownFeed if the feed was removed after it was asked.
    """
    rows = LiveFeed.objects.select_for_update(no_key=True)
    if feed is not None and rows.filter(pk=feed.pk).first() is None:
        raise UnknownFeed
    board = locked_board(board_id)
    require_permission(actor, Capability.RECORD_RESULTS, pairing_scope(board.pairing))
    before: dict[str, Any] = board.fed
    said = str(before.get("moves", "")).split() if feed is not None and board.feed_id == feed.pk else []
    is_known = feed is not None and said == game.texts and before.get("result") == game.outcome
    if board.state == LiveState.FINISHED or (is_known and not before.get("fault") and not game.unreadable):
        return False, None
    sequence, fault = board.sequence, None
    try:
        with transaction.atomic():
            _follow(board, game, said, actor, is_feed=feed is not None)
    except ClubError as refusal:
        board, fault = locked_board(board_id), refusal
    if fault is None and game.unreadable:
        fault = MoveUnreadableLive(text=game.unreadable[:60])
    if feed is not None:
        moves = " ".join(said if fault is not None and board.sequence == sequence else game.texts)
        board.feed = feed
        board.fed = {
            "moves": moves,
            "result": game.outcome,
            "fault": fault.code if fault is not None else "",
            "facts": fault.facts if fault is not None else {},
        }
        board.save(update_fields=["feed", "fed"])
    return board.sequence != sequence, fault


def _follow(board: LiveBoard, game: FeedGame, said: list[str], actor: Actor, *, is_feed: bool) -> None:
    """Bring a board to what a game says now. `said` are the moves that the same feed had before."""
    _begin_alike(board, game)
    there, texts = [one["text"] for one in board.moves], game.texts
    same = _common(there, texts)
    if same == len(texts):
        # A feed that is behind the board takes nothing back, unless it had these moves itself.
        if len(texts) < len(there) <= len(said):
            apply_moves(board, MovesEntry(moves=(), keep=same), actor)
        return
    if is_feed and same < len(there) and (not said or same < _common(said, texts)):
        raise FeedChangedByHand(board=board.pairing.board_number, ply=same + 1)
    if same == len(there) and board.held == texts[same:]:
        return
    keep = same if same < len(there) else None
    apply_moves(board, MovesEntry(moves=game.moves[same:], keep=keep), actor)


def _begin_alike(board: LiveBoard, game: FeedGame) -> None:
    """Take over the position that a feed sets up, before the first move alone."""
    if judged(board, ()).verdict.replay.start == game.start:
        return
    if board.moves or board.held or board.start_fen or not game.fen:
        raise FeedStartsElsewhere(board=board.pairing.board_number)
    board.start_fen = game.fen[:400]


def _common(one: list[str], other: list[str]) -> int:
    """Return the number of moves from the start that are the same."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


def _enter_result(board_id: int, game: FeedGame, actor: Actor) -> ClubError | None:
    """Enter the result of a feed whose director lets it."""
    board = LiveBoard.objects.get(pk=board_id)
    if game.outcome == Outcome.PENDING or board.state == LiveState.FINISHED or board.held:
        return None
    try:
        finish_board(board_id=board_id, outcome=game.outcome, actor=actor)
    except ClubError as refusal:
        return refusal
    return None
