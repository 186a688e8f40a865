"""The table of endings of a variant, shipped or built on this machine, and what it says of a game."""

from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from games.ending_texts import turn_sentence
from games.endings import EndingFileRefused, EndingTable, open_table
from games.endings.report import EndingReport, Turn, ending_report
from games.laws.replay import Replay
from games.rules import Variant, legal_moves, move_text

Data = dict[str, Any]


class Shelf(NamedTuple):
    """The table there is for a variant, or the code by which the one that is there was refused."""

    table: EndingTable | None
    refused: str = ""

    @property
    def most_pieces(self) -> int:
        """Up to how many pieces the table answers; nought without one."""
        return self.table.most_pieces if self.table is not None else 0


def endings_folder() -> Path:
    """Where tables built on this machine are kept."""
    return Path(settings.DATA_DIR) / "endings"


def ending_shelf(variant: Variant) -> Shelf:
    """The table for a variant, opened anew when something was built meanwhile."""
    try:
        table = open_table(variant, endings_folder())
    except (EndingFileRefused, OSError) as refused:
        return without_table(refused)
    return Shelf(table if table is not None and table.most_pieces else None)


def without_table(refused: EndingFileRefused | OSError) -> Shelf:
    """An empty shelf: the file there is was refused when it was opened or looked into, or cannot be read."""
    return Shelf(None, refused.code if isinstance(refused, EndingFileRefused) else "unreadable")


def game_endings(played: Replay) -> Data:
    """Where a game turned in the ending: the ply from which the table speaks, and what was given away."""
    shelf = ending_shelf(played.variant)
    report = EndingReport(None, (), ())
    if shelf.table is not None and played.moves and played.unjudged_type is None:
        try:
            report = ending_report(played.positions, played.moves, played.variant, shelf.table)
        except (EndingFileRefused, OSError) as refused:
            shelf = without_table(refused)
    return {
        "pieces": shelf.most_pieces,
        "from_ply": report.from_ply,
        "turns": [turn_as_dict(turn, played) for turn in report.turns],
    }


def turn_as_dict(turn: Turn, played: Replay) -> Data:
    """A move that gave something away, in words too."""
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
