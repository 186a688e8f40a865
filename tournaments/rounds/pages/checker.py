"""Panel of a draft with the findings of the independent checker."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.models import Entry, Round, Section
from tournaments.pairing.checking.findings import Code, Finding, Severity
from tournaments.rounds.checks import EngineRound, checked_round, swapped_report
from tournaments.rounds.finding_messages import (
    HEADINGS,
    Names,
    article_text,
    comparison_text,
    finding_text,
    pair_text,
)


class FindingLine(NamedTuple):
    """A finding as a sentence, with its article."""

    text: str
    article: str


class FindingGroup(NamedTuple):
    """All findings of a kind, and their number."""

    heading: str
    times: int
    lines: tuple[FindingLine, ...]


class EnginePanel(NamedTuple):
    """Alternative of the engine: its boards that differ from the round, and a comparison of both."""

    verdict: str
    boards: tuple[str, ...]


class CheckerPanel(NamedTuple):
    """Findings of the checker: violations, deficiencies and notes."""

    illegal: tuple[FindingLine, ...]
    quality: tuple[FindingGroup, ...]
    notes: tuple[FindingGroup, ...]
    is_by_hand: bool
    engine: EnginePanel | None


def names_of(section: Section) -> dict[int, str]:
    """Return all names of a section by pairing number."""
    known = section.entries.filter(number__isnull=False).values_list("number", "name")
    return {number: name for number, name in known if number is not None}


def checker_panel(row: Round) -> CheckerPanel:
    """Return the checker's findings on a round in its present state."""
    checked, names = checked_round(row), names_of(row.section)
    return CheckerPanel(
        tuple(_line(each, names) for each in checked.report.of(Severity.ILLEGAL)),
        _groups(checked.report.of(Severity.QUALITY), names),
        _groups(checked.report.of(Severity.NOTE), names),
        checked.is_by_hand,
        _engine(checked.engine, names),
    )


class SwapForecast(NamedTuple):
    """Forecast of a swap: the two players, the violations and the deficiencies."""

    first: Entry
    second: Entry
    illegal: tuple[FindingLine, ...]
    quality: tuple[FindingGroup, ...]


def swap_forecast(row: Round, first: Entry, second: Entry) -> SwapForecast:
    """Return the checker's forecast for a swap of two players."""
    report, names = swapped_report(row, first, second), names_of(row.section)
    illegal = tuple(_line(each, names) for each in report.of(Severity.ILLEGAL))
    return SwapForecast(first, second, illegal, _groups(report.of(Severity.QUALITY), names))


def _line(finding: Finding, names: Names) -> FindingLine:
    return FindingLine(finding_text(finding, names), article_text(finding.article))


def _groups(findings: Iterable[Finding], names: Names) -> tuple[FindingGroup, ...]:
    kinds: dict[Code, list[Finding]] = {}
    for finding in findings:
        kinds.setdefault(finding.code, []).append(finding)
    return tuple(
        FindingGroup(
            str(HEADINGS[code]), sum(map(_times, found)), tuple(_line(each, names) for each in found)
        )
        for code, found in kinds.items()
    )


def _times(finding: Finding) -> int:
    """Return the count of a finding: one about a bracket counts the players it names."""
    return len(finding.players) if "bracket" in dict(finding.facts) else 1


def _engine(engine: EngineRound | None, names: Names) -> EnginePanel | None:
    if engine is None:
        return None
    verdict = comparison_text(engine.comparison) if engine.comparison else ""
    return EnginePanel(verdict, tuple(pair_text(pair, names) for pair in engine.pairs))
