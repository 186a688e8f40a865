"""Pairing data in game records: rulings, and the tags that a record leaves open.

Both are updated whenever record, pairing or ruling changes. The archive of games is public, so a record has
them only while its round is public.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q, QuerySet

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from games.archive.services.ruling_notes import note_rulings
from games.pdn.supplied import SUPPLIED_TAG, with_supplied
from tournaments.core.hooks import AfterResult, ResultChange
from tournaments.core.selectors import GAMES_BY_BOARD
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import Event, EventState, GameResult, Pairing, RoundState
from tournaments.records.selectors.game_rulings import notes_for, rulings_to_note
from tournaments.records.selectors.game_tags import tags_for_record

MAX_BATCH: Final = 25  # each is judged again: a second's work


def note_rulings_of_case(pairing: Pairing | None, game: int, actor: Actor) -> None:
    """Write the rulings in force to the record of a case's game.

    Callers lock the case with its pairing and check permission.
    """
    if pairing is None:
        return
    note_rulings_of_game(pairing, game, actor, capability=Capability.CORRECT_RESULTS)
    publish(f"section:{pairing.round.section_id}", "record.changed")


def note_rulings_of_game(
    pairing: Pairing, game: int, actor: Actor, *, capability: Capability = Capability.KEEP_GAMES
) -> None:
    """Write the rulings in force, names, event, round and result to the record of a game, if it has one.

    A record of a draft, or of a hidden event, gets none of them. Callers lock the pairing.
    """
    results = GameResult.every.filter(pairing=pairing, number=game)
    result = results.select_related("game", "first_member", "second_member").first()
    record = result.game if result is not None else None
    if record is None:
        return
    section = pairing.round.section
    is_told = section.event.is_public and pairing.round.state != RoundState.DRAFT
    known = tags_for_record(pairing, result) if result is not None and is_told else {}
    text = with_supplied(record.pdn, known)  # a note is placed in the text that will contain it
    notes = notes_for(section, rulings_to_note(pairing, game) if is_told else [], text)
    note_rulings(
        game_id=record.pk,
        notes=notes,
        known=known,
        scope=pairing_scope(pairing),
        actor=actor,
        capability=capability,
    )


def note_rulings_of_games(games: QuerySet[GameResult], actor: Actor) -> None:
    """Write the currently public data to the records of these games. Callers run the event.

    Called after every change to the source of a tag: event, section, entries, teams, line-ups, hours.
    """
    rows = games.filter(game__isnull=False)
    # Sections are locked by ascending key.
    rows = rows.order_by("pairing__round__section_id", "pairing__round__number", *GAMES_BY_BOARD)
    for pairing_id, number in rows.values_list("pairing", "number"):
        note_rulings_of_game(locked_pairing(pairing_id), number, actor, capability=Capability.RUN_EVENTS)


def note_line_up(pairing: Pairing, results: Sequence[GameResult], actor: Actor) -> None:
    """Update the records of a match after a change of its line-up."""
    for result in results:
        if result.game_id is not None:
            note_rulings_of_game(pairing, result.number, actor, capability=Capability.CORRECT_RESULTS)


def note_result(_pairing: Pairing) -> AfterResult:
    """Update the record of a game after a change of its result."""
    return _note_result


def _note_result(change: ResultChange) -> None:
    if change.result.game_id is not None:
        note_rulings_of_game(
            change.pairing, change.result.number, change.actor, capability=Capability.RECORD_RESULTS
        )


def add_missing_tags(*, actor: Actor, most: int = MAX_BATCH) -> int:
    """Add tags to records that were attached to results before tags existed; return their number."""
    unnamed = Q(game__white="") | Q(game__black="") | Q(game__event="") | Q(game__round="")
    rows = GameResult.every.filter(unnamed, game__isnull=False)
    rows = rows.filter(pairing__round__section__event__in=Event.objects.exclude(state=EventState.DRAFT))
    rows = rows.exclude(game__pdn__contains=SUPPLIED_TAG).exclude(pairing__round__state=RoundState.DRAFT)
    found = list(rows.order_by("pk").values_list("pk", flat=True)[:most])
    note_rulings_of_games(GameResult.every.filter(pk__in=found), actor)
    return len(found)


def remove_ruling_notes(pairing: Pairing, record_id: int, actor: Actor) -> None:
    """Restore a record that is no longer attached to a result to its state before."""
    note_rulings(game_id=record_id, notes=(), scope=pairing_scope(pairing), actor=actor)
