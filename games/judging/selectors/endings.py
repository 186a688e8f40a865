"""Endgame table of a variant, shipped or built on this machine, and its verdict on a game."""

from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from games.endings import EndingFileRefused, EndingTable, open_table
from games.endings.report import EndingReport, Turn, ending_report
from games.judging.ending_messages import turn_sentence
from games.laws.replay_result import Replay
from games.rules import Variant, legal_moves, move_text

Data = dict[str, Any]


class OpenedTable(NamedTuple):
    """The table of a variant, or the code of its refusal."""

    table: EndingTable | None
    refused: str = ""

    @property
    def most_pieces(self) -> int:
        """Largest number of pieces the table answers; 0 without one."""
        return self.table.most_pieces if self.table is not None else 0


def endings_folder() -> Path:
    """Return the folder of the tables built on this machine."""
    return Path(settings.DATA_DIR) / "endings"


def opened_table(variant: Variant) -> OpenedTable:
    """Return the table for a variant, reopened if something was built meanwhile."""
    try:
        table = open_table(variant, endings_folder())
    except (EndingFileRefused, OSError) as refused:
        return shipped_table(variant, refused)
    return OpenedTable(table if table is not None and table.most_pieces else None)


def shipped_table(variant: Variant, refused: EndingFileRefused | OSError) -> OpenedTable:
    """Return the shelf without the files built here, one of which was refused or cannot be read."""
    code = refused.code if isinstance(refused, EndingFileRefused) else "unreadable"
    try:
        return OpenedTable(open_table(variant), code)
    except (EndingFileRefused, OSError):
        return OpenedTable(None, code)


def game_endings(played: Replay) -> Data:
    """Find the turning point of a game in the ending: the first ply in the table, and the loss of value."""
    shelf = opened_table(played.variant)
    try:
        report = _report(played, shelf)
    except (EndingFileRefused, OSError) as refused:
        shelf = shipped_table(played.variant, refused)
        report = _report(played, shelf)
    return {
        "pieces": shelf.most_pieces,
        "from_ply": report.from_ply,
        "turns": [turn_as_dict(turn, played) for turn in report.turns],
    }


def _report(played: Replay, shelf: OpenedTable) -> EndingReport:
    if shelf.table is None or not played.moves or played.unjudged_type is not None:
        return EndingReport(None, (), ())
    return ending_report(played.positions, played.moves, played.variant, shelf.table)


def turn_as_dict(turn: Turn, played: Replay) -> Data:
    """Return a move that gave something away, with its text."""
    variant = played.variant
    among = legal_moves(played.positions[turn.ply - 1], variant)
    facts: Data = {
        "ply": turn.ply,
        "side": turn.side.key,
        "text": move_text(turn.move, variant, among),
        "before": turn.before.name.lower(),
        "after": turn.after.name.lower(),
        "keeping": list(dict.fromkeys(move_text(move, variant, among) for move in turn.keeping)),
    }
    return {**facts, "sentence": turn_sentence(facts)}
