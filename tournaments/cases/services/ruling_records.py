"""What records of games hold of their pairing: rulings, and the tags that a record leaves open.

Both follow whenever record, pairing or ruling changes. The archive shows a record to everybody: it holds
them as long as everybody may know of its round.
"""

from typing import Final

from django.db.models import Q, QuerySet

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.live.publishing import publish
from games.archive.services.ruling_notes import note_rulings
from games.pdn.supplied import SUPPLIED_TAG, with_supplied
from tournaments.cases.selectors.game_rulings import noted_rulings, notes_for
from tournaments.core.row_orders import GAMES_BY_BOARD
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import Event, EventState, GameResult, Pairing, RoundState
from tournaments.records.selectors.game_tags import tags_for_record

MOST_AT_ONCE: Final = 25  # each is judged anew: a second's work


def note_rulings_of_case(pairing_id: int | None, game: int, actor: Actor) -> None:
    """Let the record of a case's game hold the rulings in force. Callers hold the case and asked who may."""
    if pairing_id is None:
        return
    pairing = locked_pairing(pairing_id)
    note_rulings_of_game(pairing, game, actor, capability=Capability.CORRECT_RESULTS)
    publish(f"section:{pairing.round.section_id}", "record.changed")


def note_rulings_of_game(
    pairing: Pairing, game: int, actor: Actor, *, capability: Capability = Capability.KEEP_GAMES
) -> None:
    """Let the record of a game, if one is kept, hold the rulings in force and names, event, round, result.

    One of a draft, or of an event that is hidden, holds none of them. Callers hold the pairing.
    """
    result = (
        GameResult.every.filter(pairing=pairing, number=game)
        .select_related("game", "first_member", "second_member")
        .first()
    )
    record = result.game if result is not None else None
    if record is None:
        return
    section = pairing.round.section
    is_told = section.event.is_public and pairing.round.state != RoundState.DRAFT
    known = tags_for_record(pairing, result) if result is not None and is_told else {}
    text = with_supplied(record.pdn, known)  # a note is placed in the text that it is to stand in
    notes = notes_for(section, noted_rulings(pairing, game) if is_told else [], text)
    note_rulings(
        game_id=record.pk,
        notes=notes,
        known=known,
        scope=pairing_scope(pairing),
        actor=actor,
        capability=capability,
    )


def note_rulings_of_games(games: QuerySet[GameResult], actor: Actor) -> None:
    """Let the records of these games hold what everybody may know by now. Callers run the event.

    It is asked after every change of what a tag says: event, section, entries, teams, line-ups, hours.
    """
    rows = games.filter(game__isnull=False)
    # Sections are locked by ascending key.
    rows = rows.order_by("pairing__round__section_id", "pairing__round__number", *GAMES_BY_BOARD)
    for pairing_id, number in rows.values_list("pairing", "number"):
        note_rulings_of_game(locked_pairing(pairing_id), number, actor, capability=Capability.RUN_EVENTS)


def supply_old_records(*, actor: Actor, most: int = MOST_AT_ONCE) -> int:
    """Supply tags to records that were put beside results before tags were supplied; return how many."""
    unnamed = Q(game__white="") | Q(game__black="") | Q(game__event="") | Q(game__round="")
    rows = GameResult.every.filter(unnamed, game__isnull=False)
    rows = rows.filter(pairing__round__section__event__in=Event.objects.exclude(state=EventState.DRAFT))
    rows = rows.exclude(game__pdn__contains=SUPPLIED_TAG).exclude(pairing__round__state=RoundState.DRAFT)
    found = list(rows.order_by("pk").values_list("pk", flat=True)[:most])
    note_rulings_of_games(GameResult.every.filter(pk__in=found), actor)
    return len(found)


def take_notes_out(pairing: Pairing, record_id: int, actor: Actor) -> None:
    """Leave a record that no longer stands beside a result as it was before."""
    note_rulings(game_id=record_id, notes=(), scope=pairing_scope(pairing), actor=actor)
