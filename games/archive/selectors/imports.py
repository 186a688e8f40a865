"""Progress of an import, its report, and its live channel."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from club.core.actor import Actor
from club.core.errors import UnknownChannel
from club.jobs.selectors import is_given_up
from club.live.publishing import channel_kind
from games.archive.messages import LABELS, NOT_STORED, PROBLEMS
from games.house_rules.selectors import variant_if_known
from games.judging.finding_messages import FINDINGS
from games.judging.messages import finding_sentence, warning_sentence
from games.judging.move_numbers import MoveNumbers
from games.judging.warning_messages import WARNINGS
from games.laws.results import ResultEvidence
from games.models import ArchiveImport, Game, ImportProblem, ImportState, ProblemKind
from games.pdn import read_game

Data = dict[str, Any]


class Difference(NamedTuple):
    """A label in which two games with the same moves differ, as both records have it."""

    label: str
    here: str
    there: str


def import_list() -> QuerySet[ArchiveImport]:
    """List all imports, the latest first."""
    return ArchiveImport.objects.select_related("organisation")


def import_report(*, archive: ArchiveImport) -> Data:
    """Progress and counts of an import in whole numbers, and the question it may leave open."""
    return {
        "id": archive.pk,
        "name": archive.name,
        "club": archive.organisation.slug,
        "state": archive.state,
        "is_over": archive.is_over,
        "is_stuck": is_stuck(archive=archive),
        "error_code": archive.error_code,
        "bytes": archive.size,
        "bytes_read": archive.next_byte,
        "percent": archive.percent,
        "law_book": archive.law_book,
        "variant": archive.variant,
        "games": archive.games_seen,
        "kept": archive.games_kept,
        "legal": archive.games_legal,
        "illegal": archive.games_illegal,
        "unreadable": archive.games_unreadable,
        "not_judged": archive.games_not_judged,
        "without_moves": archive.games_without_moves,
        "doubtful": archive.games_doubtful,
        "duplicates": archive.duplicates,
        "twins": archive.twins,
        "not_stored": not_stored(archive=archive),
        "same_moves": archive.same_moves,
        "beginnings": shorter_scores(archive=archive).count(),
        "plies": archive.plies,
        "mended": archive.mended,
        "variants": archive.variants,
        "first_result": first_result_question(archive=archive),
        "created_at": archive.created_at,
        "finished_at": archive.finished_at,
    }


def is_stuck(*, archive: ArchiveImport) -> bool:
    """Check that the job to continue reading has failed for good; it can be restarted."""
    if archive.is_over:
        return False
    return is_given_up(key=archive.slice_key)


def first_result_question(*, archive: ArchiveImport) -> Data:
    """Return the side that 1-0 names in this file, the evidence, and if a person should be asked."""
    evidence = ResultEvidence(**archive.result_evidence)
    side = evidence.first_result_is
    return {
        "answer": archive.first_result,
        "must_ask": archive.state == ImportState.DONE and not archive.first_result and evidence.must_ask,
        "evidence_says": "" if side is None else side.key,
        "games": evidence.in_question,
        "ends_for_black": evidence.black_ends,
        "ends_for_white": evidence.white_ends,
        "material_for_black": evidence.black_material,
        "material_for_white": evidence.white_material,
    }


def not_stored(*, archive: ArchiveImport) -> list[Data]:
    """Return why games of a file are not in the archive, with their numbers, which add up to all of them."""
    problems = ImportProblem.objects.filter(archive_import=archive, kind=ProblemKind.DUPLICATE)
    counts = Counter(dict(problems.order_by().values_list("code").annotate(Count("id"))))
    unread = archive.games_seen - archive.games_kept - archive.duplicates
    if unread:
        counts["position_unreadable"] = unread  # the only records that are not even stored for inspection
    return [
        {"code": code, "count": counts[code], "reason": str(text)}
        for code, text in NOT_STORED.items()
        if counts[code]
    ]


def shorter_scores(*, archive: ArchiveImport) -> QuerySet[Game]:
    """Games of this import that are the beginning of a longer score of the archive."""
    return Game.objects.filter(archive_import=archive, beginning_of__isnull=False)


def import_problems(*, archive: ArchiveImport, kind: str = "") -> QuerySet[ImportProblem]:
    """The lines of the report in the order of the file, all kinds or one."""
    problems = ImportProblem.objects.filter(archive_import=archive).select_related("game", "archive_import")
    return problems.filter(kind=kind) if kind else problems


def kind_counts(*, archive: ArchiveImport) -> list[tuple[ProblemKind, int]]:
    """Count the lines of each kind in the report; kinds without any are left out."""
    rows = ImportProblem.objects.filter(archive_import=archive).order_by()
    counts = dict(rows.values_list("kind").annotate(Count("id")))
    return [(kind, counts[kind]) for kind in ProblemKind if kind in counts]


def twin_differences(problems: Iterable[ImportProblem]) -> dict[int, list[Difference]]:
    """Return the differences of probable twins, side by side, by the number of the line of the report."""
    twins = [problem for problem in problems if problem.kind == ProblemKind.TWIN and problem.game]
    others = Game.objects.in_bulk([problem.facts["game_id"] for problem in twins])
    found: dict[int, list[Difference]] = {}
    for problem in twins:
        other = others.get(problem.facts["game_id"])
        if other is not None and problem.game is not None:
            here, there = read_game(problem.game.pdn), read_game(other.pdn)
            found[problem.pk] = [
                Difference(str(LABELS.get(name, name)), here.tag(name), there.tag(name))
                for name in problem.facts["differs"]
            ]
    return found


def problem_move(problem: ImportProblem) -> str:
    """Return the move that has the problem, as players number it; empty for the whole record."""
    return _numbers(problem).label(problem.ply) if problem.ply else ""


def _numbers(problem: ImportProblem) -> MoveNumbers:
    """Return the numbering of the record: by its start if the game is stored, else the usual one."""
    game = problem.game if problem.kind != ProblemKind.DUPLICATE else None
    variant = variant_if_known(game.variant if game else problem.archive_import.variant)
    return MoveNumbers.of_fen(game.start_fen if game else "", variant)


def problem_sentence(problem: ImportProblem) -> str:
    """Describe the problem."""
    if problem.code in FINDINGS:
        return finding_sentence(
            problem.code,
            problem.facts,
            side=problem.side,
            article=problem.article,
            moves=_numbers(problem),
        )
    if problem.code in WARNINGS:
        return warning_sentence(problem.code, problem.facts)
    facts = dict(problem.facts)
    if "differs" in facts:
        facts["differs"] = ", ".join(str(LABELS.get(name, name)) for name in facts["differs"])
    return str(str(PROBLEMS[problem.code]) % facts)


@channel_kind("import", is_public=True)
def import_channel(*, actor: Actor, subject: str) -> None:  # noqa: ARG001 - the progress page is open too
    """Allow any visitor to follow an import that exists."""
    if not (subject.isascii() and subject.isdecimal() and ArchiveImport.objects.filter(pk=subject).exists()):
        raise UnknownChannel(channel=f"import:{subject}")
