"""The games of a section as PDN: recorded ones in full, the others as tags, result and rulings."""

from collections.abc import Iterator
from typing import Final

from django.db.models import F, Prefetch, QuerySet

from games.archive.selectors.exporting import exported_pdn
from games.house_rules.selectors import variant_named
from games.laws.judge import LAW_BOOK_TAG
from games.laws.scores.notes import notes_of, with_notes
from games.pdn import read_game, write_record
from tournaments.core.selectors import rulings_in_force
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import GameResult, Outcome, Pairing, Round, RoundState, Section
from tournaments.records.selectors.game_rulings import notes_for, rulings_to_note
from tournaments.records.selectors.game_tags import ENDS, tags_of_game

SEATED: Final = ("pairings__games__first_member", "pairings__games__second_member")


def section_pdn(section: Section) -> str:
    """Return every game of the published rounds that has begun or has a ruling, by round, board and game."""
    return "\n".join(text for _round, text in _game_texts(section))


def pdn_by_round(section: Section) -> dict[int, str]:
    """Return the games of `section_pdn` as a text for each round that has any."""
    found: dict[int, list[str]] = {}
    for number, text in _game_texts(section):
        found.setdefault(number, []).append(text)
    return {number: "\n".join(texts) for number, texts in found.items()}


def _game_texts(section: Section) -> Iterator[tuple[int, str]]:
    book = _book(section)
    ruled_on = set(
        rulings_in_force().filter(case__section=section).values_list("case__pairing", "case__game")
    )
    rounds = section.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    every = Prefetch("pairings__games", GameResult.every.order_by("number"))
    for row in rounds.prefetch_related(
        every, "pairings__games__game__archive_import", "pairings__white", "pairings__black", *SEATED
    ):
        for pairing in row.pairings.all():
            pairing.round = row
            for result in pairing.games.all():
                is_ruled_on = (pairing.pk, result.number) in ruled_on
                if result.game is not None:
                    known = tags_of_game(pairing, result)
                    text = exported_pdn(game=result.game, law_book=book, known=known)
                    if is_ruled_on:
                        text = _game_with_rulings(section, pairing, result, text)
                    yield row.number, text
                    continue
                if is_ruled_on or Outcome(result.outcome) in ENDS:
                    yield row.number, _without_moves(section, pairing, result, is_ruled_on=is_ruled_on)


def _game_with_rulings(section: Section, pairing: Pairing, result: GameResult, text: str) -> str:
    """Return a recorded game with its rulings.

    Records in the archive are public. So the record of a hidden event has no rulings by itself. A record
    stored before rulings were exported with their state has fewer facts.

    """
    notes = notes_for(section, rulings_to_note(pairing, result.number), text)
    if [one.text for one in notes] == notes_of(text):
        return text
    return with_notes(text, notes, variant_named(section.variant))


def _without_moves(section: Section, pairing: Pairing, result: GameResult, *, is_ruled_on: bool) -> str:
    """Return a record without moves: the result of its own White and Black, the rulings as comments."""
    variant = variant_named(section.variant)
    tags = {
        **tags_of_game(pairing, result),
        "GameType": variant.game_type_text,
        LAW_BOOK_TAG: _book(section),
    }
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items() if value]
    text = "\n".join([*lines, "", "*", ""])
    if is_ruled_on:
        text = with_notes(text, notes_for(section, rulings_to_note(pairing, result.number), text), variant)
    return write_record(read_game(text), "strict", variant=variant)


def _book(section: Section) -> str:
    """Return the law book with its edition, so that the record can be judged by it years later."""
    book = law_book_of(section)
    return f"{book.key}, {book.edition}"


def _escape(value: str) -> str:
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def published_games(section: Section) -> QuerySet[GameResult]:
    """Return results of published rounds with a linked record, the latest round first."""
    rows = GameResult.every.filter(pairing__round__section=section, game__isnull=False)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    return rows.select_related("pairing__round", "pairing__white", "pairing__black", "game").order_by(
        "-pairing__round__number", "pairing__board_number", "number"
    )


def games_of_round(row: Round) -> QuerySet[GameResult]:
    """Return every game of a round by board, with its record if any."""
    rows = GameResult.every.filter(pairing__round=row, pairing__black__isnull=False)
    return rows.select_related("pairing__white", "pairing__black", "game").order_by(
        F("pairing__board_number").asc(nulls_last=True), "number"
    )


def records_of(pairing: Pairing) -> QuerySet[GameResult]:
    """Return every game of a board, with its record if any."""
    return GameResult.every.filter(pairing=pairing).select_related("game").order_by("number")
