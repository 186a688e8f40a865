"""Changes of a draft by hand: swap players, turn colours, lock boards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from club.core.actor import Actor
from tournaments.core.services.event_log import log_round, round_facts
from tournaments.core.services.locks import locked_draft
from tournaments.models import (
    ByeKind,
    Case,
    Challenge,
    Decision,
    Entry,
    EntryState,
    Fixture,
    GameResult,
    Pairing,
    Round,
)
from tournaments.rounds.errors import IllegalPairing
from tournaments.rounds.services.drafts import byes_of, drop_boards, set_boards
from tournaments.rounds.services.rounds import increment_version


@transaction.atomic
def swap_players(
    *, round_id: int, first_id: int, second_id: int, version: int, actor: Actor, reason: str = ""
) -> Round:
    """Swap two players of a draft; the bye is a place like any other."""
    row = locked_draft(round_id, actor, version=version)
    before = round_facts(row)
    rows = list(row.pairings.all())
    first, second = _find_seat(rows, first_id), _find_seat(rows, second_id)
    if first is None or second is None or first_id == second_id:
        raise IllegalPairing(why="not_two_players")
    if first.pairing is second.pairing:
        raise IllegalPairing(why="same_board")
    before |= drop_boards(row.pairings.filter(pk__in=[first.pairing.pk, second.pairing.pk]))
    _seat(first, second_id)
    _seat(second, first_id)
    set_boards(row)
    return _log_change("tournaments.round.players_swapped", row, before, actor, reason, [first_id, second_id])


class BoardSeat(NamedTuple):
    """Place of a player at a board."""

    pairing: Pairing
    side: str


def _find_seat(rows: list[Pairing], entry_id: int) -> BoardSeat | None:
    sides = [BoardSeat(pairing, side) for pairing in rows for side in ("white", "black")]
    return next((one for one in sides if getattr(one.pairing, f"{one.side}_id") == entry_id), None)


def _seat(place: BoardSeat, entry_id: int) -> None:
    setattr(place.pairing, f"{place.side}_id", entry_id)
    place.pairing.pk, place.pairing.is_by_hand = None, True
    place.pairing.save(force_insert=True)


def _log_change(
    action: str,
    row: Round,
    before: dict[str, Any],
    actor: Actor,
    reason: str = "",
    swapped: Sequence[int] = (),
) -> Round:
    """Log a change of a draft; `swapped` are the entries that changed places, for the undo."""
    increment_version(row)
    after = round_facts(row) | ({"swapped": list(swapped)} if swapped else {})
    log_round(action, row, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def turn_colours(*, round_id: int, pairing_id: int, version: int, actor: Actor, reason: str = "") -> Round:
    """Turn the colours of a draft's pairing: the other player has White in the first game.

    The pairing gets another key. A result or a move that a device has stored names the colours that it saw,
    and must not be entered for the other player after the round is published again.
    """
    row = locked_draft(round_id, actor, version=version)
    before = round_facts(row)
    pairing = row.pairings.get(pk=pairing_id)
    if pairing.black is None:
        raise IllegalPairing(why="bye_has_no_colours")
    before |= _replace_turned(row, pairing, white=pairing.black)
    swapped = [pairing.white_id, pairing.black.pk]
    return _log_change("tournaments.round.colours_turned", row, before, actor, reason, swapped)


def _replace_turned(row: Round, pairing: Pairing, *, white: Entry) -> dict[str, Any]:
    """Replace a pairing by one with the colours turned; return what is lost with it: moves of live boards.

    What is about the players or the record of the game is taken over, reports of their colours are not.
    """
    old = row.pairings.filter(pk=pairing.pk)
    old.update(board_number=None)  # a number is at one board of a round
    turned = Pairing(
        round=row,
        board_number=pairing.board_number,
        white=white,
        black_id=pairing.white_id,
        is_locked=pairing.is_locked,
        is_by_hand=True,
        ballot=pairing.ballot,
        redraws=pairing.redraws,
    )
    turned.save(force_insert=True)
    GameResult.every.filter(pairing=pairing).update(pairing=turned)
    for model in (Case, Challenge, Decision, Fixture):
        model._default_manager.filter(pairing=pairing).update(pairing=turned)  # noqa: SLF001 - public in Django
    return drop_boards(old)


@transaction.atomic
def lock_board(*, round_id: int, pairing_id: int, is_locked: bool, version: int, actor: Actor) -> Round:
    """Lock a board against re-pairing of the draft, or unlock it."""
    row = locked_draft(round_id, actor, version=version)
    before = round_facts(row)
    row.pairings.filter(pk=pairing_id).update(is_locked=is_locked)
    before |= {"board_locked": not is_locked}
    return _log_change("tournaments.round.board_locked", row, before, actor)


@transaction.atomic
def seat_players(
    *, round_id: int, white_id: int, black_id: int | None, version: int, actor: Actor, reason: str = ""
) -> Round:
    """Seat two players of a draft without a place; without a second one the first has the bye."""
    row = locked_draft(round_id, actor, version=version)
    before = round_facts(row)
    ids = [white_id] if black_id is None else [white_id, black_id]
    seated = Entry.objects.filter(
        pk__in=ids, section=row.section_id, state=EntryState.CONFIRMED, number__isnull=False
    )
    if len(seated) != len(ids) or row.pairings.filter(SEATED, _has_entry(ids)).exists():
        raise IllegalPairing(why="not_free")
    row.pairings.filter(_has_entry(ids)).delete()
    bye = "" if black_id is not None else ByeKind.ALLOCATED
    Pairing(round=row, white_id=white_id, black_id=black_id, bye=bye, is_by_hand=True).save(force_insert=True)
    set_boards(row)
    return _log_change("tournaments.round.players_seated", row, before, actor, reason)


@transaction.atomic
def dissolve_board(*, round_id: int, pairing_id: int, version: int, actor: Actor, reason: str = "") -> Round:
    """Remove a board, or an allocated bye, from a draft: its players are free for other boards."""
    row = locked_draft(round_id, actor, version=version)
    before = round_facts(row)
    pairing = row.pairings.filter(SEATED, pk=pairing_id).select_related("white", "black").first()
    if pairing is None:
        raise IllegalPairing(why="no_board")
    free = [entry for entry in (pairing.white, pairing.black) if entry is not None]
    before |= drop_boards(row.pairings.filter(pk=pairing.pk))
    Pairing.objects.bulk_create(byes_of(row, free))
    return _log_change("tournaments.round.board_taken_apart", row, before, actor, reason)


SEATED = Q(black__isnull=False) | Q(bye=ByeKind.ALLOCATED)
"""A place in the round: a board or the allocated bye. Any other bye explains why a player does not play."""


def _has_entry(entry_ids: list[int]) -> Q:
    return Q(white__in=entry_ids) | Q(black__in=entry_ids)
