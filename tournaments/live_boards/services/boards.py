"""Opening and closing live boards, and the event's settings for them."""

from collections.abc import Collection
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from tournaments.core.services.event_log import log_event, log_round
from tournaments.core.services.locks import event_scope, locked_round, section_scope
from tournaments.live_boards.channels import boards_channel, tell_spectators
from tournaments.live_boards.errors import DelayOutOfRange, NoBroadcast, UnknownLiveBoard
from tournaments.live_boards.models import MAX_DELAY
from tournaments.live_boards.scores import judged, opening_of, store
from tournaments.models import Broadcast, Event, LiveBoard, LiveState, Outcome, Pairing, Round, RoundState
from tournaments.teams.errors import RoundNotPublished

MAX_LOGGED: Final = 1000  # characters of the moves of a board
SETTINGS: Final = ("delay_minutes", "players_enter", "follows_rounds", "shows_proofs")


@transaction.atomic
def set_broadcast(
    *,
    event_id: int,
    actor: Actor,
    delay_minutes: int = 0,
    players_enter: bool = False,
    follows_rounds: bool = False,
    shows_proofs: bool = False,
) -> Broadcast:
    """Turn on live boards of an event, or change their settings."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event_id)
    require_permission(actor, Capability.RUN_EVENTS, event_scope(event))
    if not 0 <= delay_minutes <= MAX_DELAY:
        raise DelayOutOfRange(most=MAX_DELAY)
    row = Broadcast.objects.filter(event=event).first()
    before = _settings(row)
    row = row or Broadcast(event=event)
    row.delay_minutes, row.players_enter, row.follows_rounds = delay_minutes, players_enter, follows_rounds
    row.shows_proofs = shows_proofs
    if before == _settings(row) and row.pk is not None:
        return row
    row.save()
    log_event("tournaments.broadcast.set", event, actor, before=before, after=_settings(row))
    publish(boards_channel(event.pk), "broadcast.changed")
    return row


@transaction.atomic
def open_live_boards(
    *,
    round_id: int,
    actor: Actor,
    boards: Collection[int] | None = None,
    lead: Collection[int] = (),
) -> list[LiveBoard]:
    """Open the live boards of a published round: those of these board numbers, or all. Idempotent.

    `lead` are the numbers of boards that spectators see first. Raises NoBroadcast and RoundNotPublished.
    """
    row = locked_round(round_id, actor)
    event = row.section.event
    if not Broadcast.objects.filter(event=event).exists():
        raise NoBroadcast(event=event.name)
    if row.state == RoundState.DRAFT:
        raise RoundNotPublished(round=row.number)
    pairings = row.pairings.all()
    if boards is not None:
        pairings = pairings.filter(board_number__in=boards)
    opened = _open_pairings(row, pairings, lead)
    if opened:
        facts = {"round": row.number, "boards": sorted({one.pairing.board_number or 0 for one in opened})}
        log_round("tournaments.live_boards.opened", row, actor, after=facts)
    return opened


def follow_round(row: Round) -> None:
    """Open the live boards of a round that is about to be published, if the event follows every round.

    Callers lock the round. The audit log has the setting of the event, and the publication.
    """
    if Broadcast.objects.filter(event=row.section.event_id, follows_rounds=True).exists():
        _open_pairings(row, row.pairings.all(), ())


def _open_pairings(row: Round, pairings: QuerySet[Pairing], lead: Collection[int]) -> list[LiveBoard]:
    opened = []
    pairings = pairings.filter(black__isnull=False).select_related("white", "black")
    for pairing in pairings.order_by("board_number").prefetch_related("games", "live_boards"):
        pairing.round = row
        opened += _open_games(pairing, is_lead=pairing.board_number in lead)
    for board in opened:
        tell_spectators(board, "board.opened", {})
    return opened


def _open_games(pairing: Pairing, *, is_lead: bool) -> list[LiveBoard]:
    known = {board.game for board in pairing.live_boards.all()}
    opened = []
    for result in pairing.games.all():
        if result.number in known or result.outcome != Outcome.PENDING:
            continue
        board = LiveBoard(pairing=pairing, game=result.number, is_lead=is_lead)
        board.start_fen, moves = opening_of(pairing, result.number)
        store(board, judged(board, moves), moves, pairing.round.section.event.broadcast.opened_at)
        board.shown = len(board.moves)
        board.save()
        opened.append(board)
    return opened


@transaction.atomic
def remove_live_board(*, board_id: int, actor: Actor) -> None:
    """Stop following a board; its moves are deleted, results and records stay."""
    pairing_round = LiveBoard.objects.filter(pk=board_id).values_list("pairing__round", flat=True).first()
    if pairing_round is None:
        raise UnknownLiveBoard
    row: Round = locked_round(pairing_round, actor)
    require_permission(actor, Capability.RUN_EVENTS, section_scope(row.section))
    board = (
        LiveBoard.objects.select_for_update(of=("self",), no_key=True)
        .select_related("pairing")
        .get(pk=board_id)
    )
    board.pairing.round = row
    facts = {
        "round": row.number,
        "board": board.pairing.board_number,
        "moves": " ".join(one["text"] for one in board.moves)[:MAX_LOGGED],
    }
    tell_spectators(board, "board.removed", {})
    board.delete()
    log_round("tournaments.live_boards.removed", row, actor, before=facts)


def drop_live_boards(pairings: QuerySet[Pairing]) -> dict[str, str]:
    """Delete the live boards of pairings that a draft is about to lose; return their moves for the log.

    The games were begun by other players or with other colours. Callers lock the round.
    """
    rows = LiveBoard.objects.select_for_update(of=("self",), no_key=True).filter(pairing__in=pairings)
    boards = list(rows.select_related("pairing__round__section__event").order_by("pk"))
    LiveBoard.objects.filter(pk__in=[board.pk for board in boards]).delete()
    for board in boards:
        tell_spectators(board, "board.removed", {})
    begun = [board for board in boards if not is_waiting(board)]
    moves = [
        f"{board.pairing.board_number}: {' '.join(one['text'] for one in board.moves)}"[:MAX_LOGGED]
        for board in begun
    ]
    return {"moves": "; ".join(moves)} if moves else {}


def is_waiting(board: LiveBoard) -> bool:
    """True if no move was entered yet."""
    return board.state == LiveState.WAITING


def _settings(row: Broadcast | None) -> dict[str, Any]:
    if row is None:
        return {}
    return {name: getattr(row, name) for name in SETTINGS}
