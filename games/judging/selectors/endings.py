"""Ending tables of this site: answers for a game, possible builds, and builds in progress."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from club.jobs.selectors import open_jobs
from club.models import Job
from games.compiled import kernel_form
from games.endings import EndingFileRefused, EndingTable, Value, open_table
from games.endings.coverage import can_be_built, obstacle, placements_of
from games.endings.report import EndingReport, Turn, ending_report
from games.endings.table_store import folder_of
from games.house_rules.selectors import offered_anywhere, rules_of_row, text_or_key
from games.house_rules.variant_names import variant_name
from games.judging.ending_messages import turn_sentence
from games.laws.replay_result import Replay
from games.rules import VARIANTS, Position, Variant, legal_moves, move_text, parse_fen

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


def most_proved_pieces(variant: Variant) -> int:
    """Return the number of pieces above which no table of this site answers; 0 without a table."""
    table = opened_table(variant).table
    return table.largest if table is not None else 0


def proved_winners(fens: Sequence[str], variant: Variant) -> dict[int, str]:
    """Return the proved value of each position, by its place: `white`, `black` or `draw`.

    Positions that the table does not answer are left out. Nothing is searched: an answer takes microseconds.
    """
    shelf = opened_table(variant)
    try:
        return _winners(fens, variant, shelf.table)
    except (EndingFileRefused, OSError) as refused:
        return _winners(fens, variant, shipped_table(variant, refused).table)


def _winners(fens: Sequence[str], variant: Variant, table: EndingTable | None) -> dict[int, str]:
    found: dict[int, str] = {}
    if table is None:
        return found
    for place, fen in reversed(list(enumerate(fens))):
        written = parse_fen(fen, variant.geometry)
        if sum(map(len, written.placement)) > table.largest:
            break  # earlier positions of a game have more pieces
        position = Position.from_fen(fen, variant)
        # A man that an illegal move left uncrowned on the last row would be read as a king.
        value = table.value(position) if position.placement(variant) == written.placement else None
        if value is not None:
            winner = {Value.WIN: position.side, Value.LOSS: position.side.opponent}.get(value)
            found[place] = winner.key if winner is not None else "draw"
    return found


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


BUILD_TASK = "games.build_endings"
SIZES = (4, 5)  # pieces of tables that are built on demand
# Minutes to build and to prove a million placements on one busy core.
MINUTES = {"interpreted": 2.8, "compiled": 0.16}
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class TableRow:
    """The tables of one game: pieces answered, whether a file is refused, the next size, the work on it."""

    key: str
    name: str
    pieces: int
    is_refused: bool
    own_bytes: int  # of files built on this machine
    next_pieces: int  # 0 if no larger table is built on demand
    minutes: int
    job: Job | None


def pending_build(variant: Variant) -> Job | None:
    """Return the job that builds the table of a game."""
    text = text_or_key(variant)
    builds = open_jobs(task=BUILD_TASK)
    return next((job for job in builds if job.is_waiting and job.arguments["variant"] == text), None)


def table_rows() -> list[TableRow]:
    """Return the tables of all games that can have one, shipped games before rules of houses."""
    jobs = {job.arguments["variant"]: job for job in open_jobs(task=BUILD_TASK)}
    games = [*VARIANTS.values(), *(rules_of_row(row) for row in offered_anywhere())]
    return [_row(variant, jobs.get(text_or_key(variant))) for variant in games if not obstacle(variant)]


def _row(variant: Variant, job: Job | None) -> TableRow:
    shelf = opened_table(variant)
    larger = next((n for n in SIZES if n > shelf.most_pieces and can_be_built(variant, n)), 0)
    return TableRow(
        key=variant.key,
        name=variant_name(variant),
        pieces=shelf.most_pieces,
        is_refused=bool(shelf.refused),
        own_bytes=sum(path.stat().st_size for path in folder_of(variant, endings_folder()).glob("*.endings")),
        next_pieces=larger,
        minutes=build_minutes(variant, larger) if larger else 0,
        job=job,
    )


def build_minutes(variant: Variant, pieces: int) -> int:
    """Estimate the minutes to build and prove a table with so many pieces."""
    return max(1, round(MINUTES[kernel_form()] * placements_of(variant, pieces) / MILLION))
