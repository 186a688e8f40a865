"""Services for recorded games: link one from the archive or from pasted text to a result, and unlink it."""

from typing import Any

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from games.archive.selectors.archive import game_list
from games.archive.services.archive import lock_games, save_game
from games.core.errors import DuplicateGame, Refusal
from games.judging.services.judging import first_record
from games.laws.judge import judge
from games.models import Game
from games.rules import VARIANTS, Variant
from tournaments.core.services.event_log import log_result
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import GameResult, Pairing
from tournaments.records.errors import (
    RecordOfAnotherBoard,
    RecordOfAnotherGame,
    RecordUnreadable,
    UnknownRecord,
)
from tournaments.records.services.ruling_records import note_rulings_of_game, remove_ruling_notes
from tournaments.results.services.results import game_of


@transaction.atomic
def link_record(
    *, pairing_id: int, game: int, actor: Actor, record_id: int | None = None, text: str = ""
) -> GameResult:
    """Link a recorded game to a result: one of the club's archive, or a pasted one, which is archived."""
    pairing = locked_pairing(pairing_id)
    require_permission(actor, Capability.KEEP_GAMES, pairing_scope(pairing))
    result = game_of(pairing, game)
    record = (
        _store_pasted(pairing, result, text, actor) if text.strip() else _find_archived(pairing, record_id)
    )
    section = pairing.round.section
    if record.variant and record.variant != section.variant:
        raise RecordOfAnotherGame(found=record.variant, wanted=section.variant)
    lock_games([record.pk])
    if GameResult.every.filter(game=record).exclude(pk=result.pk).exists():
        raise RecordOfAnotherBoard(record=record.pk)
    return _set_link(pairing, result, record, actor)


@transaction.atomic
def unlink_record(*, pairing_id: int, game: int, actor: Actor) -> GameResult:
    """Unlink a recorded game from a result; it remains in the archive."""
    pairing = locked_pairing(pairing_id)
    require_permission(actor, Capability.KEEP_GAMES, pairing_scope(pairing))
    return _set_link(pairing, game_of(pairing, game), None, actor)


def attach_score(pairing: Pairing, result: GameResult, text: str) -> GameResult:
    """Archive the score of a game that was followed live, and link it to its result.

    Callers lock the pairing. Nobody pasted it: the program acts for the person who entered the result.
    """
    return _set_link(pairing, result, _store_pasted(pairing, result, text, SYSTEM), SYSTEM)


def _store_pasted(pairing: Pairing, result: GameResult, text: str, actor: Actor) -> Game:
    """Store a pasted record; reuse an equal record of the archive, unless it is linked to another result.

    The record that the result has is preferred, so that the same text sent again changes nothing.
    """
    section = pairing.round.section
    facts: dict[str, Any] = {
        "organisation": section.event.organisation,
        "text": text,
        "law_book": law_book_of(section).key,
        "actor": actor,
    }
    try:
        if section.variant not in VARIANTS or _is_as_legal(text, VARIANTS[section.variant]):
            facts["variant"] = section.variant  # no score shows house rules by itself
        with transaction.atomic():
            return save_game(**facts)
    except DuplicateGame as there:
        equals = set(there.facts["equals"])
        lock_games(equals)
        elsewhere = GameResult.every.filter(game__in=equals).exclude(pk=result.pk)
        free = equals - set(elsewhere.values_list("game_id", flat=True))
        key = result.game_id if result.game_id in free else min(free, default=None)
        known = game_list().filter(pk=key or 0).first()
        return known or save_game(keep_twin=True, **facts)
    except Refusal as refusal:
        raise RecordUnreadable(why=refusal.code) from refusal


def _is_as_legal(text: str, variant: Variant) -> bool:
    """Check that an untagged record is legal as far by these rules as by the rules inferred from it.

    The likeliest rule set of a score is a common one; a section states the game that was played.

    """
    record = first_record(text)
    taken = judge(record)
    return taken.variant_source == "guess" and (
        judge(record, variant=variant).replay.reached >= taken.replay.reached
    )


def _find_archived(pairing: Pairing, record_id: int | None) -> Game:
    organisation_id = pairing.round.section.event.organisation_id
    found = game_list().filter(pk=record_id or 0, organisation_id=organisation_id).first()
    if found is None:
        raise UnknownRecord(record=record_id or "")
    return found


def _set_link(pairing: Pairing, result: GameResult, record: Game | None, actor: Actor) -> GameResult:
    if result.game_id == (record.pk if record else None):
        return result
    facts = {"round": pairing.round.number, "board": pairing.board_number, "game": result.number}
    before, after = (facts | {"record": key} for key in (result.game_id, record.pk if record else None))
    if result.game_id is not None:
        remove_ruling_notes(pairing, result.game_id, actor)
    result.game = record
    result.save(update_fields=["game"])
    action = "tournaments.record.linked" if record else "tournaments.record.unlinked"
    log_result(action, pairing, actor, before=before, after=after)
    if record is not None:
        note_rulings_of_game(pairing, result.number, actor)
        record.refresh_from_db()
    return result
