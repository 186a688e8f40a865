"""Lines of an import's report: the record, its place in the file, the problem."""

from collections.abc import Mapping
from typing import Any

from games.archive.models import NAME_WIDTH
from games.archive.services.archive_files import FilePosition
from games.archive.services.game_rows import storable
from games.archive.services.twins import Twin
from games.laws.verdict import Finding, Severity, Verdict
from games.models import ArchiveImport, Game, ImportProblem, ProblemKind

TEXT_WIDTH = 200
MAX_LEGAL_MOVES = 40
OMITTED_FACTS = frozenset({"articles"})


def verdict_problem(*, verdict: Verdict, begin: FilePosition, index: int) -> ImportProblem | None:
    """Return the first error or doubt of a record; None if there is none."""
    if verdict.replay.unjudged_type is not None:
        facts = {"game_type": verdict.replay.unjudged_type}
        return _problem(verdict, begin, index, ProblemKind.NOT_JUDGED, "variant_not_played", facts)
    error = verdict.first_error
    doubt = next((found for found in verdict.findings if found.severity is Severity.DOUBT), None)
    found = error or doubt
    if found is None:
        return _loss_problem(verdict, begin, index)
    kind = ProblemKind.ILLEGAL if error else ProblemKind.DOUBTFUL
    if verdict.is_unreadable:
        kind = ProblemKind.UNREADABLE
    problem = _problem(verdict, begin, index, kind, found.code, _short_facts(found.facts))
    _place(problem, found, begin)
    return problem


def _loss_problem(verdict: Verdict, begin: FilePosition, index: int) -> ImportProblem | None:
    """Report a record that could not be stored in full; it is no plain good game."""
    for loss in verdict.record.losses:
        problem = _problem(verdict, begin, index, ProblemKind.DOUBTFUL, loss.code, loss.facts)
        problem.line, problem.column = begin.to_file(loss.line, loss.column)
        return problem
    return None


def _place(problem: ImportProblem, found: Finding, begin: FilePosition) -> None:
    problem.ply = found.ply or None
    problem.article = found.article
    problem.side = found.side.key if found.side is not None else ""
    problem.text = storable(str(found.facts.get("text", "")))[:TEXT_WIDTH]
    if found.line:
        problem.line, problem.column = begin.to_file(found.line, found.column)


def _short_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    short = {name: value for name, value in facts.items() if name not in OMITTED_FACTS}
    if "legal_moves" in short:
        short["legal_moves"] = short["legal_moves"][:MAX_LEGAL_MOVES]
        short.pop("fen", None)  # the position before the move, which the game itself shows
    return {
        name: storable(value)[:TEXT_WIDTH] if isinstance(value, str) else value
        for name, value in short.items()
    }


def duplicate_problem(
    *, verdict: Verdict, begin: FilePosition, index: int, archive: ArchiveImport, twin: Twin
) -> ImportProblem:
    """Report a game that is not stored: no label distinguishes it, or games with equal moves are left out."""
    if twin.differs:
        code = "twin_left_out"
    else:
        code = "twice_in_file" if twin.game.archive_import_id == archive.pk else "same_record"
    problem = _problem(verdict, begin, index, ProblemKind.DUPLICATE, code, _twin_facts(twin))
    problem.game = twin.game
    return problem


def twin_problem(
    *, verdict: Verdict, begin: FilePosition, index: int, game: Game, twin: Twin
) -> ImportProblem:
    """Report a game stored although another one has its moves: a person should compare the two."""
    problem = _problem(verdict, begin, index, ProblemKind.TWIN, "probable_twin", _twin_facts(twin))
    problem.game = game
    return problem


def _twin_facts(twin: Twin) -> dict[str, Any]:
    first = twin.game
    names = {name: getattr(first, name) or "?" for name in ("white", "black", "event")}
    return {"game_id": first.pk, **names, "differs": list(twin.differs)}


def _problem(
    verdict: Verdict, begin: FilePosition, index: int, kind: ProblemKind, code: str, facts: Mapping[str, Any]
) -> ImportProblem:
    record = verdict.record
    return ImportProblem(
        kind=kind,
        game_index=index,
        line=begin.to_file(record.line, 1)[0],
        code=code,
        facts=dict(facts),
        white=storable(record.tag("White"))[:NAME_WIDTH],
        black=storable(record.tag("Black"))[:NAME_WIDTH],
    )
