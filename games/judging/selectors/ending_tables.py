"""Endgame tables of this site: answers for each game, possible builds, and builds in progress."""

from dataclasses import dataclass

from club.jobs.selectors import open_jobs
from club.models import Job
from games.compiled import kernel_form
from games.endings.coverage import can_be_built, obstacle, placements_of
from games.endings.table_store import folder_of
from games.house_rules.selectors.house_rules import offered_anywhere
from games.house_rules.selectors.variants import rules_of_row, text_or_key
from games.house_rules.variant_names import variant_name
from games.judging.selectors.endings import endings_folder, opened_table
from games.rules import VARIANTS, Variant

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
