"""Live boards as spectators see them, and as they are entered."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.house_rules.selectors import variant_named
from games.judging.move_numbers import MoveNumbers
from games.judging.selectors.endings import most_proved_pieces, proved_winners
from games.rules import Move, Position
from tournaments.core.result_figures import text_of
from tournaments.live_boards.delays import delay_of, is_end_due, running_after
from tournaments.live_boards.scores import StoredMove, entered_moves, judged, pdn_of, stored_moves
from tournaments.models import (
    AlertState,
    GameResult,
    LiveBoard,
    LiveState,
    Outcome,
    Pairing,
    Round,
    RoundState,
)
from tournaments.records.selectors.game_tags import names_in_game, tags_of_game

MAX_BOARDS = 200
MAX_LEADS = 16
LEAD_FIRST = ("-is_lead", "pairing__round__section_id", "pairing__board_number", "game", "pk")


@dataclass(frozen=True, slots=True)
class LiveView:
    """A live board with its players, and its moves as far as the reader may see them."""

    board: LiveBoard
    result: GameResult
    moves: list[StoredMove]
    start_fen: str
    white: str
    black: str
    is_desk: bool = False

    @property
    def pairing(self) -> Pairing:
        """The pairing, with its round, section and event."""
        return self.board.pairing

    @property
    def fen(self) -> str:
        """The position after the last move shown."""
        return self.moves[-1].fen if self.moves else self.start_fen

    @property
    def last(self) -> StoredMove | None:
        """The last move shown."""
        return self.moves[-1] if self.moves else None

    @property
    def is_whole(self) -> bool:
        """True if every move that was entered is shown."""
        return len(self.moves) == len(self.board.moves)

    @property
    def is_finished(self) -> bool:
        """True if the game is finished and shown to its end, and the delay of the end is over."""
        if not self.is_whole or self.board.state != LiveState.FINISHED:
            return False
        return self.is_desk or is_end_due(self.board, now=timezone.now())

    @property
    def is_of_now(self) -> bool:
        """True if clocks are those of this moment; else they are of the last move shown.

        With a delay they always are until the end, because a change would tell of a move that is held back.
        """
        return self.is_desk or self.is_finished or (self.is_whole and not delay_of(self.board))

    @property
    def result_text(self) -> str:
        """The result in figures once the game is finished, White's first."""
        if not self.is_finished or self.result.outcome == Outcome.PENDING:
            return ""
        told = text_of(self.result, self.pairing.round.section)
        parts = told.split("\N{EN DASH}")
        is_turned = self.result.number % 2 == 0
        return "\N{EN DASH}".join(reversed(parts)) if is_turned else told

    @property
    def clocks(self) -> tuple[int | None, int | None]:
        """Seconds of White and Black: of the row, or after the last move shown."""
        if self.is_of_now:
            return self.board.white_seconds, self.board.black_seconds
        return (self.last.white, self.last.black) if self.last is not None else (None, None)

    @property
    def running_clock(self) -> tuple[str, datetime | None]:
        """The side whose clock runs, "" for none, and the time at which the clocks were right."""
        if not self.is_of_now:
            return running_after(self.board, self.last)
        is_running = self.board.state == LiveState.PLAYING
        return (self.board.running, self.board.clock_at) if is_running else ("", None)

    @property
    def running(self) -> str:
        """The side whose clock runs, "" for none."""
        return self.running_clock[0]

    @property
    def clock_at(self) -> datetime | None:
        """The time at which the clocks were right; None while the game is not in play."""
        return self.running_clock[1]


def live_rows() -> QuerySet[LiveBoard]:
    """Return live boards with everything that a view of them needs, without drafts."""
    rows = LiveBoard.objects.exclude(pairing__round__state=RoundState.DRAFT)
    games = Prefetch(
        "pairing__games", GameResult.every.select_related("first_member", "second_member").order_by("number")
    )
    return (
        rows.select_related(
            "pairing__round__section__event__broadcast",
            "pairing__round__section__event__organisation",
            "pairing__white",
            "pairing__black",
        )
        .defer("pairing__round__reasons")
        .prefetch_related(games)
        .order_by(*LEAD_FIRST)
    )


def boards_of_event(event_id: int, *, round_row: Round | None = None) -> list[LiveBoard]:
    """Return the live boards of a round, or those of the latest round of each section that has some."""
    rows = live_rows().filter(pairing__round__section__event=event_id)
    if round_row is not None:
        return list(rows.filter(pairing__round=round_row)[:MAX_BOARDS])
    return list(rows.filter(pairing__round__in=_latest_rounds(event_id).values())[:MAX_BOARDS])


def live_rounds(event_id: int) -> list[Round]:
    """Return the rounds of an event that have live boards, by section and the latest first."""
    boards = LiveBoard.objects.filter(pairing__round=OuterRef("pk"))
    rows = Round.objects.filter(Exists(boards), section__event=event_id).exclude(state=RoundState.DRAFT)
    rows = rows.select_related("section").defer("reasons")
    return list(rows.order_by("section__position", "section_id", "-number"))


def lead_views(event_id: int, sections: Collection[int], *, most: int) -> list[LiveView]:
    """Return the lead boards of some sections as spectators see them, those in play before finished ones.

    Where no lead board is chosen they are the first boards.
    """
    latest = _latest_rounds(event_id)
    rounds = [round_id for section, round_id in latest.items() if section in sections]
    rows = live_rows().filter(pairing__round__in=rounds)
    chosen = rows.filter(is_lead=True)[:MAX_LEADS] or rows[:MAX_LEADS]
    return sorted(views_of(chosen), key=lambda view: view.is_finished)[:most]


def _latest_rounds(event_id: int) -> dict[int, int]:
    """Return the latest round of each section that has live boards, by section."""
    known = LiveBoard.objects.filter(pairing__round__section__event=event_id)
    known = known.exclude(pairing__round__state=RoundState.DRAFT).order_by("pairing__round__number")
    return dict(known.values_list("pairing__round__section", "pairing__round"))


def views_of(boards: Iterable[LiveBoard], *, is_desk: bool = False) -> list[LiveView]:
    """Return boards as spectators see them, or with every move for the desk."""
    return [_view(board, is_desk=is_desk) for board in boards]


def _view(board: LiveBoard, *, is_desk: bool) -> LiveView:
    pairing = board.pairing
    result = next(one for one in pairing.games.all() if one.number == board.game)
    result.pairing = pairing
    moves = stored_moves(board)
    white, black = names_in_game(pairing, result)
    return LiveView(
        board, result, moves if is_desk else moves[: board.shown], _start_fen(board), white, black, is_desk
    )


def _start_fen(board: LiveBoard) -> str:
    variant = variant_named(board.pairing.round.section.variant)
    return board.start_fen or Position.start(variant).to_fen(variant)


def board_facts(view: LiveView) -> dict[str, Any]:
    """Return a board without its earlier moves, for the API and for pages that follow it.

    `sequence` counts what the delay holds back and moves that are not legal too: only the desk gets it.
    """
    board, pairing = view.board, view.pairing
    white, black = view.clocks
    running, clock_at = view.running_clock
    return {
        "id": board.pk,
        "section": pairing.round.section_id,
        "round": pairing.round.number,
        "pairing": pairing.pk,
        "board": pairing.board_number,
        "game": board.game,
        "white": view.white,
        "black": view.black,
        "state": (LiveState.FINISHED if view.is_finished else _state_shown(view)).value,
        "result": view.result_text,
        "sequence": board.sequence if view.is_desk else None,
        "plies": len(view.moves),
        "fen": view.fen,
        "last": view.last.text if view.last is not None else "",
        "route": list(view.last.route) if view.last is not None else [],
        "white_seconds": white,
        "black_seconds": black,
        "running": running,
        "clock_at": clock_at.isoformat() if clock_at is not None else None,
        "is_lead": board.is_lead,
    }


def _state_shown(view: LiveView) -> LiveState:
    return LiveState.PLAYING if view.moves else LiveState.WAITING


def entry_facts(board: LiveBoard, *, with_replies: bool = False) -> dict[str, Any]:
    """Return a board as whoever enters its moves needs it: the position, what is held, the legal moves.

    With `with_replies` each legal move has those of the other side after it: one of them was played before a
    move that was missed.
    """
    game = judged(board, entered_moves(board)) if board.state != LiveState.FINISHED else None
    legal = game.legal_moves() if game is not None else []
    replies = game.replies() if game is not None and with_replies else None
    moves = stored_moves(board)
    last = moves[-1] if moves else None
    return {
        "id": board.pk,
        "sequence": board.sequence,
        "plies": len(board.moves),
        "held": board.held,
        "fen": last.fen if last is not None else _start_fen(board),
        "state": board.state,
        "route": list(last.route) if last is not None else [],
        "captured": list(last.captured) if last is not None else [],
        "moves": [move.text for move in moves],
        "white": board.white_seconds,
        "black": board.black_seconds,
        "running": board.running,
        "clock_at": board.clock_at.isoformat() if board.clock_at is not None else None,
        "legal": [
            {"text": one.text, "route": list(one.route), "captured": list(one.captured), "fen": one.fen}
            | ({} if replies is None else {"replies": _replies(replies[at])})
            for at, one in enumerate(legal)
        ],
    }


def _replies(moves: Iterable[tuple[str, Move]]) -> list[dict[str, Any]]:
    return [
        {"text": text, "route": list(move.route), "captured": list(move.captured)} for text, move in moves
    ]


def begins_second(view: LiveView) -> bool:
    """True if the side that moves second in a usual game begins this one."""
    variant = variant_named(view.pairing.round.section.variant)
    return MoveNumbers.of_fen(view.start_fen, variant).begins_second


def moves_as_dicts(view: LiveView) -> list[dict[str, Any]]:
    """Return the moves shown, each with its position."""
    return [
        {
            "ply": ply,
            "text": move.text,
            "fen": move.fen,
            "route": list(move.route),
            "captured": list(move.captured),
            "white": move.white,
            "black": move.black,
            "at": move.at,
        }
        for ply, move in enumerate(view.moves, start=1)
    ]


def proof_pieces(view: LiveView) -> int:
    """Return with how many pieces a position may be shown as proved; 0 if the event shows none."""
    section = view.pairing.round.section
    return most_proved_pieces(variant_named(section.variant)) if section.event.broadcast.shows_proofs else 0


def proofs_of(view: LiveView) -> dict[int, str]:
    """Return who wins each position shown that the ending tables prove, by the number of moves before it.

    Empty unless the event shows it. Values are `white`, `black` and `draw`.
    """
    section = view.pairing.round.section
    if not section.event.broadcast.shows_proofs:
        return {}
    fens = [view.start_fen, *(move.fen for move in view.moves)]
    return proved_winners(fens, variant_named(section.variant))


def live_pdn(round_row: Round) -> str:
    """Return the games of a round's live boards as PDN, with the moves that spectators see."""
    texts = []
    for view in views_of(boards_of_event(round_row.section.event_id, round_row=round_row)):
        tags = tags_of_game(view.pairing, view.result)
        if not view.is_finished:
            tags |= {"Result": "*", "Termination": ""}
        variant = variant_named(view.pairing.round.section.variant)
        tags |= {"GameType": variant.game_type_text}
        texts.append(pdn_of(view.board, tags, plies=len(view.moves), is_public=True))
    return "\n".join(texts)


def find_board(board_id: int) -> LiveBoard | None:
    """Return a live board of a published round."""
    return live_rows().filter(pk=board_id).first()


def has_live_boards(event_id: int) -> bool:
    """True if spectators can follow a game of an event now, or could in its latest rounds."""
    rows = LiveBoard.objects.filter(pairing__round__section__event=event_id)
    return rows.exclude(pairing__round__state=RoundState.DRAFT).exists()


def live_count(round_row: Round) -> tuple[int, int]:
    """Return the number of live boards of a round, and of their open alerts."""
    rows = LiveBoard.objects.filter(pairing__round=round_row)
    is_open = Q(alerts__state=AlertState.OPEN)
    told = rows.aggregate(boards=Count("pk", distinct=True), alerts=Count("alerts", filter=is_open))
    return told["boards"], told["alerts"]


def live_boards_by_pairing(round_row: Round) -> dict[int, int]:
    """Return the live board of each pairing of a round: of the first game that is not finished."""
    rows = LiveBoard.objects.filter(pairing__round=round_row).exclude(state=LiveState.FINISHED)
    return dict(rows.order_by("-game").values_list("pairing", "pk"))


def boards_for_players(pairing: Pairing) -> list[LiveBoard]:
    """Return the live boards of a pairing whose moves its players enter, by game."""
    rows = live_rows().filter(pairing=pairing, pairing__round__state=RoundState.PUBLISHED)
    rows = rows.filter(pairing__round__section__event__broadcast__players_enter=True)
    return list(rows.order_by("game"))


def pad_of_players(pairing: Pairing) -> dict[str, Any]:
    """Return the context of a player's page: whether it links to the pad."""
    rows = LiveBoard.objects.filter(pairing=pairing, pairing__round__state=RoundState.PUBLISHED)
    rows = rows.filter(pairing__round__section__event__broadcast__players_enter=True)
    return {"enters_moves": rows.exclude(state=LiveState.FINISHED).exists()}
