"""How far an import has come, and what its report says."""

from typing import Any

from django.db.models import QuerySet

from club.selectors.jobs import is_given_up
from games.finding_texts import FINDINGS
from games.import_texts import PROBLEMS
from games.laws.results import ResultEvidence
from games.messages import finding_sentence, warning_sentence
from games.models import ArchiveImport, Game, ImportProblem, ImportState
from games.warning_texts import WARNINGS

Data = dict[str, Any]


def import_list() -> QuerySet[ArchiveImport]:
    """Every import, the latest first."""
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
        "beginnings": shorter_scores(archive=archive).count(),
        "plies": archive.plies,
        "mended": archive.mended,
        "variants": archive.variants,
        "first_result": first_result_question(archive=archive),
        "created_at": archive.created_at,
        "finished_at": archive.finished_at,
    }


def is_stuck(*, archive: ArchiveImport) -> bool:
    """Whether the job that should read on was given up; it can be started again."""
    if archive.is_over:
        return False
    return is_given_up(key=archive.slice_key)


def first_result_question(*, archive: ArchiveImport) -> Data:
    """Whom 1-0 names in this file: the answer, the evidence, and whether a person should be asked."""
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


def shorter_scores(*, archive: ArchiveImport) -> QuerySet[Game]:
    """Games of this import that are the beginning of a longer score of the archive."""
    return Game.objects.filter(archive_import=archive, beginning_of__isnull=False)


def import_problems(*, archive: ArchiveImport, kind: str = "") -> QuerySet[ImportProblem]:
    """The lines of the report in the order of the file, all kinds or one."""
    problems = ImportProblem.objects.filter(archive_import=archive).select_related("game")
    return problems.filter(kind=kind) if kind else problems


def problem_sentence(problem: ImportProblem) -> str:
    """The problem in words."""
    if problem.code in FINDINGS:
        return finding_sentence(problem.code, problem.facts, side=problem.side, article=problem.article)
    if problem.code in WARNINGS:
        return warning_sentence(problem.code, problem.facts)
    return str(str(PROBLEMS[problem.code]) % problem.facts)
