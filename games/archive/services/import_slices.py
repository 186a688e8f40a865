"""One slice of an import: some records read, judged and stored in one transaction with the progress.

A slice is short because the embedded database has one writer at a time. If killed at any point, it is read
again from its first byte; committed records are never read again. The audit log has one entry where an import
begins and one with its counts where it ends, none for a slice or a game.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from io import TextIOWrapper
from typing import BinaryIO, cast

from django.db import transaction
from django.utils import timezone

from club.core.actor import SYSTEM
from club.privacy.selectors import erased_names
from games.archive.models import EVENT_WIDTH
from games.archive.services.archive_files import EIGHT_BIT, FilePosition, file_position_of
from games.archive.services.game_changes import publish_flagged
from games.archive.services.game_rows import game_row, is_storable
from games.archive.services.import_problems import duplicate_problem, twin_problem, verdict_problem
from games.archive.services.imports import (
    GAMES_PER_SLICE,
    enqueue_settling,
    enqueue_slice,
    import_counts,
    publish_progress,
    record_import,
)
from games.archive.services.move_lines import flag_beginnings, lock_archive
from games.archive.services.twins import Twin, TwinFinder, same_moves
from games.house_rules.selectors import variant_if_known
from games.house_rules.services import store_rules_of_game
from games.laws.books import LAW_BOOKS
from games.laws.guess import VariantMemory
from games.laws.judge import judge
from games.laws.results import ResultEvidence
from games.laws.verdict import Verdict
from games.models import ArchiveImport, FirstResult, Game, ImportProblem, ImportState, ProblemKind, SameMoves
from games.pdn import GameReader, GameRecord, NotPdn, read_games
from games.rules import HouseVariant, Side

CHARACTERS_PER_SLICE = 2_000_000
SECONDS_PER_SLICE = 0.7


@dataclass(slots=True)
class Slice:
    """Records read and judged in one slice, before any of them is stored."""

    archive: ArchiveImport
    begin: FilePosition
    memory: VariantMemory
    evidence: ResultEvidence
    verdicts: list[Verdict] = field(default_factory=list)
    mended: Counter[str] = field(default_factory=Counter)
    encoding: str = ""
    following: FilePosition | None = None

    @classmethod
    def of(cls, archive: ArchiveImport) -> "Slice":
        """Return the next slice of an import, with the knowledge of the slices before it."""
        return cls(
            archive,
            FilePosition(archive.next_byte, archive.next_line, archive.next_column),
            VariantMemory(**archive.variant_memory),
            ResultEvidence(**archive.result_evidence),
            mended=Counter(archive.mended),
        )

    def index(self, verdict: Verdict) -> int:
        """The number of a record in the whole file."""
        return self.archive.games_seen + verdict.record.index


def read_slice(*, import_id: int, number: int, in_background: bool = True) -> bool:
    """Read slice `number` of an import; return True if more is to come. One read already is skipped.

    The games are judged before the transaction: SQLite has one writer, and whoever enters a result at the
    desk would wait for them. While an import runs, only its slices and a cancellation change it.
    """
    archive = ArchiveImport.objects.get(pk=import_id)
    if archive.is_over or archive.slices != number:
        return not archive.is_over
    part = Slice.of(archive)
    is_gone = False
    try:
        with archive.file.open("rb") as file:
            _judge_slice(part, cast("BinaryIO", file.file))
    except FileNotFoundError:
        is_gone = True
    with transaction.atomic():
        archive = part.archive = ArchiveImport.objects.select_for_update(no_key=True).get(pk=import_id)
        if archive.is_over or archive.slices != number:
            return not archive.is_over
        if is_gone:
            _end(archive, state=ImportState.FAILED, error_code="file_is_gone")
            return False
        return _store_slice(part, in_background=in_background)


def _store_slice(part: Slice, *, in_background: bool) -> bool:
    """Store a judged slice and queue the next one; return True if more is to come."""
    _store(part)
    archive = part.archive
    archive.slices += 1
    if part.following is None:
        _end(archive, state=ImportState.DONE)
        return False
    archive.next_byte, archive.next_line, archive.next_column = part.following
    archive.state = ImportState.RUNNING
    archive.save()
    publish_progress(archive)
    if in_background:
        enqueue_slice(archive=archive)
    return True


# -- reading ---------------------------------------------------------------------------------------


def _judge_slice(part: Slice, file: BinaryIO) -> None:
    """Read and judge until the slice is full, and find the start of the next one."""
    archive = part.archive
    file.seek(part.begin.byte)
    source = _letters(file, archive.encoding)
    reader = read_games(source)
    until = time.monotonic() + SECONDS_PER_SLICE
    characters = 0
    following: GameRecord | None = None
    for record in _games_of(reader):
        is_full = len(part.verdicts) >= GAMES_PER_SLICE or characters > CHARACTERS_PER_SLICE
        if part.verdicts and (is_full or time.monotonic() > until):
            following = record
            break
        characters += len(record.source)
        part.verdicts.append(_verdict(part, record))
    part.encoding = archive.encoding or (reader.encoding if reader.encoding in EIGHT_BIT else "")
    if isinstance(source, TextIOWrapper):
        source.detach()
    if following is not None:
        line, column = following.locate(0)
        encoding = part.encoding or "utf-8"
        part.following = file_position_of(file, begin=part.begin, line=line, column=column, encoding=encoding)


def _letters(file: BinaryIO, encoding: str) -> BinaryIO | TextIOWrapper:
    """Return the file itself, or its decoded letters if an earlier slice has found an 8-bit encoding."""
    if not encoding:
        return file
    return TextIOWrapper(file, encoding=EIGHT_BIT[encoding], errors="replace", newline="")


def _games_of(reader: GameReader) -> Iterator[GameRecord]:
    """Yield the games that are left; none if only blanks or stray words follow the last one."""
    try:
        yield from reader
    except NotPdn:
        return


def _verdict(part: Slice, record: GameRecord) -> Verdict:
    archive = part.archive
    verdict = judge(
        record,
        LAW_BOOKS[archive.law_book],
        variant=variant_if_known(archive.variant),
        first_result_is=archive.first_side,
        memory=part.memory,
    )
    part.evidence.add(verdict)
    part.mended.update(mended.code for mended in record.warnings)
    return verdict


# -- storing ---------------------------------------------------------------------------------------


def _store(part: Slice) -> None:
    """Store the new games, list the problems, and update the import's counts."""
    archive = part.archive
    lock_archive(archive.organisation_id)
    rows = {part.index(verdict): _row(part, verdict) for verdict in part.verdicts if is_storable(verdict)}
    stored, left_out, twins = _partition(archive, rows)
    houses = {one.variant.key: one.variant for one in part.verdicts if isinstance(one.variant, HouseVariant)}
    for variant in houses.values():
        store_rules_of_game(organisation_id=archive.organisation_id, variant=variant)
    Game.objects.bulk_create(stored.values())
    new = list(stored.values())
    publish_flagged(new, flag_beginnings(organisation_id=archive.organisation_id, games=new))
    problems = list(_problems(part, stored, left_out, twins))
    for problem in problems:
        problem.archive_import = archive
    ImportProblem.objects.bulk_create(problems)
    _count(part, problems, stored)


def _row(part: Slice, verdict: Verdict) -> Game:
    archive = part.archive
    game = game_row(verdict=verdict, organisation_id=archive.organisation_id)
    game.archive_import = archive
    game.import_index = part.index(verdict)
    game.source_file = archive.name[:EVENT_WIDTH]
    game.source_line = part.begin.to_file(verdict.record.line, 1)[0]
    return game


def _partition(
    archive: ArchiveImport, rows: dict[int, Game]
) -> tuple[dict[int, Game], dict[int, Twin], dict[int, Twin]]:
    """Return the games to store, those to leave out, and those stored with a twin, by number in the file."""
    erased = erased_names(organisation_id=archive.organisation_id)
    known, next_twin = same_moves(archive.organisation_id, rows.values(), erased=erased)
    finder = TwinFinder(erased)
    stored: dict[int, Game] = {}
    left_out: dict[int, Twin] = {}
    twins: dict[int, Twin] = {}
    for index, game in rows.items():
        same = known[game.move_key]
        twin = finder.nearest(game, same)
        if twin is not None and (not twin.differs or archive.same_moves == SameMoves.LEAVE_OUT):
            left_out[index] = twin
            continue
        if twin is not None:
            game.twin = next_twin[game.move_key]
            twins[index] = twin
        next_twin[game.move_key] = game.twin + 1
        same.append(game)
        stored[index] = game
    return stored, left_out, twins


def _problems(
    part: Slice, stored: dict[int, Game], left_out: dict[int, Twin], twins: dict[int, Twin]
) -> Iterator[ImportProblem]:
    """List the lines of the report in the order of the file; a game left out needs only its own line."""
    for verdict in part.verdicts:
        index = part.index(verdict)
        if index in left_out:
            yield duplicate_problem(
                verdict=verdict,
                begin=part.begin,
                index=index,
                archive=part.archive,
                twin=left_out[index],
            )
            continue
        problem = verdict_problem(verdict=verdict, begin=part.begin, index=index)
        if problem is not None:
            problem.game = stored.get(index)
            yield problem
        if index in twins:
            yield twin_problem(
                verdict=verdict, begin=part.begin, index=index, game=stored[index], twin=twins[index]
            )


def _count(part: Slice, problems: list[ImportProblem], stored: dict[int, Game]) -> None:
    archive, verdicts = part.archive, part.verdicts
    kinds = Counter(problem.kind for problem in problems)
    archive.games_seen += len(verdicts)
    archive.games_kept += len(stored)
    archive.duplicates += kinds[ProblemKind.DUPLICATE]
    archive.twins += kinds[ProblemKind.TWIN]
    archive.games_doubtful += kinds[ProblemKind.DOUBTFUL]
    archive.games_unreadable += kinds[ProblemKind.UNREADABLE]
    archive.games_not_judged += kinds[ProblemKind.NOT_JUDGED]
    archive.games_legal += sum(verdict.is_judged and verdict.is_legal for verdict in verdicts)
    archive.games_illegal += sum(not verdict.is_legal and not verdict.is_unreadable for verdict in verdicts)
    archive.games_without_moves += sum(not verdict.record.moves for verdict in verdicts)
    archive.plies += sum(verdict.plies for verdict in verdicts)
    archive.mended = dict(part.mended)
    archive.variants = dict(Counter(archive.variants) + Counter(game.variant for game in stored.values()))
    archive.variant_memory = asdict(part.memory)
    archive.result_evidence = asdict(part.evidence)
    archive.encoding = part.encoding


def _end(archive: ArchiveImport, *, state: ImportState, error_code: str = "") -> None:
    """Close the import; correct the winners if the games themselves show that 1-0 names White."""
    archive.state = state
    archive.error_code = error_code
    archive.finished_at = timezone.now()
    if state == ImportState.DONE:
        archive.next_byte = archive.size
    evidence = ResultEvidence(**archive.result_evidence)
    if not archive.first_result and evidence.first_result_is is Side.WHITE:
        archive.first_result = FirstResult.WHITE
        archive.answers += 1
        enqueue_settling(archive=archive)
    archive.save()
    publish_progress(archive)
    facts = {**import_counts(archive), "first_result": str(archive.first_result), "error": error_code}
    record_import("games.import.ended", archive, actor=SYSTEM, after=facts)
