"""Marks for illegal moves that were let stand: the command before each, the position behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.laws.judge import judge
from games.laws.let_stand import COMMAND, marked_offsets
from games.laws.notes import ends_of
from games.laws.verdict import Verdict
from games.laws.walk import MAX_STOOD, Failure
from games.pdn import Element, GameRecord, MoveNumber, MoveText, Setup, read_game


def played_on(verdict: Verdict) -> dict[str, Any] | None:
    """Return the plies of the illegal moves let stand, and the record that marks them; None without any.

    The record is its own text, with a command before and a setup behind each move that lacks them; it is
    empty where the text cannot be written into.
    """
    played, slips = verdict.replay, verdict.replay.slips
    if not slips:
        return None
    plies = [slip.ply for slip in slips]
    if len(slips) > MAX_STOOD:
        return {"plies": plies, "pdn": ""}
    # Squares seen from the other side of the board are turned round in moves alone, not in a setup.
    positions = played.positions if played.notation == "as written" else ()
    fens = {ply: positions[ply].to_fen(played.variant) for ply in plies if positions}
    return {"plies": plies, "pdn": _text(verdict.record, slips, fens)}


def offered_position(verdict: Verdict) -> dict[str, Any] | None:
    """Return the position left by the illegal move that ended a record, and the record that lets it stand.

    None where no move ended it, where a hand cannot have made it, and where the wrong side begins: that is a
    record read wrongly, not a move.
    """
    failure = verdict.replay.failure
    if failure is None or any("began" in finding.facts for finding in verdict.findings):
        return None
    text = _text(verdict.record, [failure], {})
    stood = judge(read_game(text), verdict.law_book, variant=verdict.variant) if text else verdict
    written = played_on(stood)
    if written is None or failure.ply not in written["plies"] or not written["pdn"]:
        return None
    return {"fen": stood.replay.fen_after(failure.ply), "pdn": written["pdn"]}


def _text(record: GameRecord, slips: Sequence[Failure], fens: Mapping[int, str]) -> str:
    """Return the text of a record with illegal moves marked; "" where another game would be read in it."""
    named, body = marked_offsets(record), record.body
    by_offset = {slip.token.offset: slip for slip in slips}
    for end in ends_of(record):
        edits: list[tuple[int, str]] = []
        for at, token in enumerate(body):
            slip = by_offset.get(token.offset) if isinstance(token, MoveText) else None
            if slip is None:
                continue
            if token.offset not in named:
                edits.append((token.offset, f"{{[%{COMMAND} {slip.offender.key[0]}]}} "))
            if slip.ply in fens:
                edits += _setup(body[at + 1 :], fens[slip.ply], end)
        text = record.source
        for place, words in reversed(edits):
            text = text[:place] + words + text[place:]
        if _is_same(record, read_game(text)):
            return text
    return ""


def _setup(behind: Sequence[Element], fen: str, end: int) -> list[tuple[int, str]]:
    """Return the place of the setup: behind what belongs to the move; nowhere if it is there already."""
    for element in behind:
        if isinstance(element, Setup):
            return []
        if isinstance(element, MoveNumber | MoveText):
            return [(element.offset, f'/FEN "{fen}"/ ')]
    return [(end, f' /FEN "{fen}"/ ')]


def _is_same(record: GameRecord, written: GameRecord) -> bool:
    """Return True if the same game is read in both texts."""
    tags = [[(tag.name, tag.value) for tag in one.tags] for one in (record, written)]
    moves = [[token.text for token in one.moves] for one in (record, written)]
    return tags[0] == tags[1] and moves[0] == moves[1] and written.terminator == record.terminator
