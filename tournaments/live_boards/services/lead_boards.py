"""Lead boards: those that spectators see first, and that screens in the hall show large."""

from collections.abc import Collection, Iterable
from typing import Final

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.event_log import log_round
from tournaments.core.services.locks import locked_round
from tournaments.live_boards.channels import tell_spectators
from tournaments.live_boards.errors import UnknownLiveBoard
from tournaments.models import LiveBoard, Pairing, Round

MAX_BY_RATING: Final = 50


@transaction.atomic
def set_lead_boards(*, round_id: int, boards: Collection[int], actor: Actor) -> list[LiveBoard]:
    """Make these boards of a round its lead boards, by their numbers, and no others. Idempotent."""
    row = locked_round(round_id, actor)
    known = _locked(row)
    return _choose(row, actor, known, {one.pk for one in known if one.pairing.board_number in boards})


@transaction.atomic
def lead_by_rating(*, round_id: int, count: int, actor: Actor) -> list[LiveBoard]:
    """Make the boards with the highest ratings of a round its lead boards; of equal ones the first."""
    row = locked_round(round_id, actor)
    known = _locked(row)
    pairings = {one.pairing_id: one.pairing for one in known}
    ordered = sorted(pairings.values(), key=lambda one: (-_rating_of(one), one.board_number or 0))
    wanted = {one.pk for one in ordered[: min(max(count, 0), MAX_BY_RATING)]}
    return _choose(row, actor, known, {one.pk for one in known if one.pairing_id in wanted})


@transaction.atomic
def mark_lead_board(*, board_id: int, is_lead: bool, actor: Actor) -> None:
    """Make one board a lead board, or none any more."""
    round_id = LiveBoard.objects.filter(pk=board_id).values_list("pairing__round", flat=True).first()
    if round_id is None:
        raise UnknownLiveBoard
    row = locked_round(round_id, actor)
    known = _locked(row)
    lead = {one.pk for one in known if one.is_lead}
    _choose(row, actor, known, lead | {board_id} if is_lead else lead - {board_id})


def _rating_of(pairing: Pairing) -> int:
    """Return the ratings of both players together; an unrated player has 0."""
    return sum(entry.rating for entry in (pairing.white, pairing.black) if entry is not None)


def _locked(row: Round) -> list[LiveBoard]:
    """Lock the live boards of a round, in one order."""
    rows = (
        LiveBoard.objects.select_for_update(of=("self",), no_key=True)
        .filter(pairing__round=row)
        .order_by("pk")
    )
    boards = list(rows.select_related("pairing__white", "pairing__black").defer("moves"))
    for board in boards:
        board.pairing.round = row
    return boards


def _choose(row: Round, actor: Actor, known: Iterable[LiveBoard], lead: set[int]) -> list[LiveBoard]:
    changed = [one for one in known if one.is_lead != (one.pk in lead)]
    for board in changed:
        board.is_lead = not board.is_lead
        board.save(update_fields=["is_lead"])
    found = [one for one in known if one.is_lead]
    if changed:
        numbers = sorted({one.pairing.board_number or 0 for one in found})
        log_round("tournaments.live_boards.lead", row, actor, after={"round": row.number, "boards": numbers})
        tell_spectators(changed[0], "board.lead", {})
    return found
