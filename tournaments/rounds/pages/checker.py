"""Panel of a draft with the findings of the independent checker."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import pgettext

from tournaments.models import ByeKind, Entry, Pairing, Round, Section
from tournaments.pairing.checking.findings import Code, Finding, Report, Severity
from tournaments.pairing.checking.past import DOWN, LEVEL, UP, Past
from tournaments.pairing.values import NOBODY
from tournaments.rounds.checks import CheckedRound, EngineRound, checked_round, swapped_report
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
    """All findings of a kind, and their number; of many only the first are told, the rows mark the others."""

    heading: str
    times: int
    lines: tuple[FindingLine, ...]
    more: int = 0


class EnginePanel(NamedTuple):
    """Alternative of the engine: its boards that differ from the round, and a comparison of both."""

    verdict: str
    boards: tuple[str, ...]


class BoardFinding(NamedTuple):
    """A finding about the players of one board, in short."""

    severity: str
    text: str


class PlayerFacts(NamedTuple):
    """What the pairing looks at: colours so far, and the floats of two rounds before and of this one."""

    colours: str
    floats: str


class CheckerPanel(NamedTuple):
    """Findings of the checker: violations, deficiencies and notes; those of a board by pairing.

    `players` are the facts of the players by pairing number.
    """

    illegal: tuple[FindingLine, ...]
    quality: tuple[FindingGroup, ...]
    notes: tuple[FindingGroup, ...]
    is_by_hand: bool
    engine: EnginePanel | None
    by_board: Mapping[int, tuple[BoardFinding, ...]] = {}
    players: Mapping[int, PlayerFacts] = {}


LINES_OF_A_GROUP = 30
FLOATS = {DOWN: "\N{DOWNWARDS ARROW}", UP: "\N{UPWARDS ARROW}", LEVEL: "\N{MIDDLE DOT}"}


def names_of(section: Section) -> dict[int, str]:
    """Return all names of a section by pairing number."""
    known = section.entries.filter(number__isnull=False).values_list("number", "name")
    return {number: name for number, name in known if number is not None}


def points_in(checked: CheckedRound | None) -> dict[int, int] | None:
    """Return the points by pairing number that a check has computed already; None without one."""
    return None if checked is None else {number: past.points for number, past in checked.pasts.items()}


def checker_panel(
    row: Round, pairings: Collection[Pairing] = (), found: CheckedRound | None = None
) -> CheckerPanel:
    """Return the checker's findings on a round in its present state, and by board for these pairings."""
    checked, names = found or checked_round(row), names_of(row.section)
    return CheckerPanel(
        tuple(_line(each, names) for each in checked.report.of(Severity.ILLEGAL)),
        _groups(checked.report.of(Severity.QUALITY), names),
        _groups(checked.report.of(Severity.NOTE), names),
        checked.is_by_hand,
        _engine(checked.engine, names),
        _by_board(checked.report, pairings),
        _players(checked.pasts, pairings),
    )


def _by_board(report: Report, pairings: Collection[Pairing]) -> dict[int, tuple[BoardFinding, ...]]:
    """Return the findings by pairing: about its players alone, or naming one of them in a bracket."""
    boards = {
        number: pairing.pk
        for pairing in pairings
        for number in (pairing.white.number, pairing.black.number if pairing.black else None)
        if number is not None
    }
    found: dict[int, dict[BoardFinding, None]] = {}
    for severity in Severity:
        for each in report.of(severity):
            line = BoardFinding(severity.value, str(HEADINGS[each.code]))
            for key in dict.fromkeys(boards[number] for number in each.players if number in boards):
                found.setdefault(key, {})[line] = None
    return {key: tuple(lines) for key, lines in found.items()}


def _players(pasts: Mapping[int, Past], pairings: Collection[Pairing]) -> dict[int, PlayerFacts]:
    """Return the facts of all players in these pairings."""
    white = pgettext("side of a player, one letter", "w")
    black = pgettext("side of a player, one letter", "b")
    letters = str.maketrans({"W": white, "B": black})
    facts = {}
    for pairing in pairings:
        seats = [past for past in map(pasts.get, _numbers(pairing)) if past is not None]
        for past in seats:
            last, before = past.floats
            now = _float_now(past, [one for one in seats if one is not past], pairing)
            floats = FLOATS[before] + FLOATS[last] + FLOATS[now]
            facts[past.number] = PlayerFacts(past.colours.translate(letters), floats)
    return facts


def _numbers(pairing: Pairing) -> list[int]:
    return [entry.number or NOBODY for entry in (pairing.white, pairing.black) if entry is not None]


def _float_now(past: Past, others: Sequence[Past], pairing: Pairing) -> str:
    """Return the float that this round will be."""
    if not others:
        return DOWN if pairing.bye == ByeKind.ALLOCATED else LEVEL
    theirs = others[0].score
    return LEVEL if past.score == theirs else DOWN if past.score > theirs else UP


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
            str(HEADINGS[code]),
            sum(map(_times, found)),
            tuple(_line(each, names) for each in found[:LINES_OF_A_GROUP]),
            max(0, len(found) - LINES_OF_A_GROUP),
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
