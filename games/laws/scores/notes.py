"""Notes of rulings in a score, added and removed: `{Case 7: [%recalled b 11-16] caution (SL-I1)}`.

A note is before the half-move that it is about, or behind the last one. Nothing else of the text changes:
what is left when the notes are taken out is what was there before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from games.laws.replay import replay
from games.laws.replay_result import Replay
from games.laws.touches import token_plies
from games.pdn import Comment, GameRecord, read_game
from games.rules import Variant

_NOTE: Final = re.compile(r"\{Case \d+: [^{}]*\}")
_HALF_MOVE: Final = re.compile(r"(?<=- )half-move (\d+)$")
_RUN: Final = re.compile(r"(\s?)(?:\{Case \d+: [^{}]*\}( ?))+")


class Note(NamedTuple):
    """Rulings of a case, and the half-move they are before; 0 is behind the last one."""

    ply: int
    text: str

    @property
    def comment(self) -> str:
        """Text of the note in the score."""
        return f"{{{self.text}}}"


def note_text(case: int, words: str) -> str:
    """Return the text of a note that is found again by the number of its case."""
    return f"Case {case}: {' '.join(words.split())}".replace("{", "(").replace("}", ")")


def notes_of(text: str) -> list[str]:
    """Return the notes in a score, in order, without their braces."""
    return [" ".join(found[0][1:-1].split()) for found in _NOTE.finditer(text)]


def by_moves(comment: str, played: Replay) -> str:
    """Return a comment with the move as players number it; notes of earlier versions count half-moves."""
    return _HALF_MOVE.sub(lambda found: played.move_name(int(found[1])), comment)


def without_notes(text: str) -> str:
    """Return a score as it was before notes were put in."""
    return _RUN.sub(lambda run: run[1] if run[2] else "", text) if "{Case " in text else text


def with_notes(text: str, notes: Sequence[Note], variant: Variant) -> str:
    """Return a score with these notes and no others; those of one half-move stay in their order."""
    plain = without_notes(text)
    if not notes:
        return plain
    record = read_game(plain)
    starts = _starts(record, variant)
    ends = ends_of(record)
    for end in ends:
        noted = _insert(record.source, [(starts.get(one.ply, end), one.comment) for one in notes])
        if _is_same(record, read_game(noted), notes):
            return plain.replace(record.source, noted, 1)
    return plain.replace(record.source, _insert(record.source, [(ends[0], one.comment) for one in notes]), 1)


def _starts(record: GameRecord, variant: Variant) -> dict[int, int]:
    """Return the places in the text where each half-move begins."""
    starts: dict[int, int] = {}
    for token, ply in zip(record.moves, token_plies(record, replay(record, variant)), strict=True):
        starts.setdefault(ply, token.offset)
    return starts


def ends_of(record: GameRecord) -> list[int]:
    """Return the possible ends of the score: before its result, or behind everything."""
    source, end = record.source, record.terminator or ""
    places = [len(source)]
    if end and end in source:
        at = source.rfind(end)
        places = [at, len(source)] if at + len(end) == len(source) else [len(source), at]
    return places


def _insert(source: str, places: list[tuple[int, str]]) -> str:
    """Put texts where they belong, a blank between them and what follows or what is before."""
    pieces: list[str] = []
    done = 0
    for place, texts in groupby(sorted(places, key=lambda one: one[0]), key=lambda one: one[0]):
        pieces.append(source[done:place])
        together = " ".join(text for _place, text in texts)
        pieces.append(f"{together} " if place < len(source) else f" {together}")
        done = place
    return "".join([*pieces, source[done:]])


def _is_same(record: GameRecord, noted: GameRecord, notes: Sequence[Note]) -> bool:
    """Return True if the same game is read, with the notes as comments of its main line."""
    comments = [element.text for element in noted.body if isinstance(element, Comment)]
    return (
        [token.text for token in noted.moves] == [token.text for token in record.moves]
        and noted.terminator == record.terminator
        and [(tag.name, tag.value) for tag in noted.tags] == [(tag.name, tag.value) for tag in record.tags]
        and all(one.text in comments for one in notes)
    )
