"""Warnings for the desk by board: reports of players, disputes and doubts."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from club.live.selectors import last_number
from tournaments.models import DisputeKind, Outcome, Pairing, ResultDispute, Round, RoundState, Ruling
from tournaments.results.outcome_names import outcome_of_players
from tournaments.results.pages.boards import BoardLine
from tournaments.results.result_warnings import ResultWarning, round_warnings, warning_text, warnings_at
from tournaments.results.selectors.results import (
    GameReports,
    disputed_boards,
    reports_on,
    rulings_on_results,
    unchecked_boards,
)


class Version(NamedTuple):
    """One of two versions of a result: its author, the outcome, and its text."""

    by: str
    outcome: str
    text: str


class DisputeMark(NamedTuple):
    """A disputed game with both versions."""

    row: ResultDispute
    was: str
    versions: tuple[Version, Version]
    takes_reason: bool


class ReportMark(NamedTuple):
    """A player's report of a game that the other has not answered, or that waits for the desk.

    `is_held`: both players have reported the result, and both reports may come from one phone.
    """

    game: int
    by: str
    outcome: str
    text: str
    is_held: bool


class WarningMark(NamedTuple):
    """A doubt as a sentence, with the key that confirms it."""

    game: int
    code: str
    about: str
    text: str


class RulingMark(NamedTuple):
    """A game whose stored result a ruling in force has set."""

    game: int
    row: Ruling


class BoardMarks(NamedTuple):
    """All warnings about a board."""

    disputes: tuple[DisputeMark, ...]
    reports: tuple[ReportMark, ...]
    doubts: tuple[WarningMark, ...]
    once: str  # author of a result without a second pass
    rulings: tuple[RulingMark, ...]


def marks_context(row: Round, lines: Sequence[BoardLine]) -> dict[str, Any]:
    """Return the warnings of some boards by pairing, and those about the round as a whole."""
    if row.state == RoundState.DRAFT:
        return {}
    heard, disputed = last_number(f"reports:{row.section_id}"), disputed_boards(row)
    unchecked = unchecked_boards(row) if row.section.second_pass else []
    return {
        "marks": marks_of(row, [line.pairing for line in lines]),
        "round_doubts": [_warning_mark(doubt) for doubt in round_warnings(row)],
        "disputed": disputed,
        "unchecked": [board for board in unchecked if board not in disputed],
        "reports_heard": heard,
    }


def warning_marks(row: Round, pairings: Collection[Pairing]) -> dict[int, tuple[WarningMark, ...]]:
    """Return the doubts about some boards, by pairing."""
    found: dict[int, tuple[WarningMark, ...]] = {}
    for doubt in warnings_at(row, pairings):
        key = doubt.pairing.pk if doubt.pairing else 0
        found[key] = (*found.get(key, ()), _warning_mark(doubt))
    return found


def _warning_mark(doubt: ResultWarning) -> WarningMark:
    return WarningMark(doubt.game, doubt.code, doubt.about, warning_text(doubt))


def marks_of(row: Round, pairings: Collection[Pairing]) -> dict[int, BoardMarks]:
    """Return the warnings of some boards, by pairing; boards without one are left out."""
    told, doubts = reports_on(pairings), warning_marks(row, pairings)
    ruled = rulings_on_results(pairings)
    marks = {}
    for pairing in pairings:
        said = tuple(told.get(pairing.pk, {}).values())
        disputes = _disputes(pairing, said)
        once = "" if disputes or not row.section.second_pass else _unchecked_author(pairing)
        rulings = tuple(RulingMark(game, one) for game, one in sorted(ruled.get(pairing.pk, {}).items()))
        marks[pairing.pk] = BoardMarks(
            disputes, _reports(pairing, said), doubts.get(pairing.pk, ()), once, rulings
        )
    return {key: mark for key, mark in marks.items() if any(mark)}


def _unchecked_author(pairing: Pairing) -> str:
    results = [one for one in pairing.games.all() if one.outcome != Outcome.PENDING]
    return next((one.entered_by for one in results if one.checked_at is None), "")


def _disputes(pairing: Pairing, said: Sequence[GameReports]) -> tuple[DisputeMark, ...]:
    outcomes = {result.number: result.outcome for result in pairing.games.all()}
    return tuple(
        dispute_mark(pairing, one.dispute, outcomes.get(one.game, "")) for one in said if one.dispute
    )


def _reports(pairing: Pairing, said: Sequence[GameReports]) -> tuple[ReportMark, ...]:
    waiting = {result.number for result in pairing.games.all() if result.outcome == Outcome.PENDING}
    return tuple(
        ReportMark(
            one.game,
            " / ".join(report.entry.name for report in one.reports) if one.is_held else report.entry.name,
            report.outcome,
            outcome_of_players(pairing, one.game, report.outcome),
            one.is_held,
        )
        for one in said
        for report in (one.reports[:1] if one.is_held else one.reports)
        if one.dispute is None and one.game in waiting
    )


def dispute_mark(pairing: Pairing, row: ResultDispute, was: str) -> DisputeMark:
    """Return the warning of a dispute."""
    first, second = (
        Version(by, outcome, outcome_of_players(pairing, row.game, outcome))
        for by, outcome in ((row.first_by, row.first_outcome), (row.second_by, row.second_outcome))
    )
    return DisputeMark(row, was, (first, second), row.kind == DisputeKind.SECOND_PASS)
