"""The report: one HTML file without scripts, with SVG charts and their tables, and the same as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from html import escape
from typing import Any

from benchmarks.fire.rows import ROWS
from benchmarks.fire.run import FAILED, NOT_SHOWN, PASSED, SKIPPED, TIMED_OUT, Outcome

COLOURS = {
    PASSED: "#2b7a4b",
    FAILED: "#b3261e",
    TIMED_OUT: "#b3261e",
    SKIPPED: "#8a6d00",
    NOT_SHOWN: "#6b6b6b",
}
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem;
  padding: 0 1rem; color: #1c1c1c }
table { border-collapse: collapse; margin: 1rem 0 2rem } td, th { padding: .3rem .7rem; text-align: left;
  border-bottom: 1px solid #ddd; vertical-align: top } td.number { text-align: right }
svg { max-width: 100%; height: auto } svg text { font: 13px system-ui, sans-serif }
"""
BAR, GAP, LEFT, WIDTH = 18, 6, 230, 760


def as_json(facts: dict[str, Any], outcomes: Iterable[Outcome]) -> str:
    """Return facts and outcomes as JSON."""
    return json.dumps({**facts, "rows": [asdict(one) for one in outcomes]}, indent=1) + "\n"


def as_html(facts: dict[str, Any], outcomes: list[Outcome]) -> str:
    """Return the whole page."""
    titles = {row.id: row for row in ROWS}
    counts = {status: sum(one.status == status for one in outcomes) for status in COLOURS}
    listed = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(facts[name]))}</td></tr>" for name in facts)
    rows = "".join(_table_row(one, titles[one.row].title, titles[one.row].goal) for one in outcomes)
    heads = "".join(
        f"<th>{head}</th>"
        for head in ("Row", "Promise", "Goal", "On", "Status", "Tests", "Skipped", "Seconds", "Figures")
    )
    return (
        "<!doctype html>\n<html lang=en><meta charset=utf-8><title>Proof under fire</title>"
        f"<style>{STYLE}</style>\n<h1>Proof under fire</h1>\n<table>{listed}</table>\n"
        f"<h2>Outcomes</h2>\n{bars([(name, float(n), COLOURS[name]) for name, n in counts.items()])}\n"
        f"<h2>Seconds of each row</h2>\n{bars(_seconds(outcomes))}\n"
        f"<h2>Rows</h2>\n<table><tr>{heads}</tr>\n{rows}</table></html>\n"
    )


def _seconds(outcomes: list[Outcome]) -> list[tuple[str, float, str]]:
    return [
        (f"{one.row} on {one.store}", one.seconds, COLOURS[one.status]) for one in outcomes if one.seconds
    ]


def _table_row(one: Outcome, title: str, goal: str) -> str:
    figures = "<br>".join(escape(f"{name}: {value}") for name, value in one.figures.items())
    cells = "".join(f"<td>{escape(text)}</td>" for text in (one.row, title, goal, one.store, one.status))
    numbers = "".join(f"<td class=number>{number:,}</td>" for number in (one.tests, one.skipped, one.seconds))
    return f"<tr>{cells}{numbers}<td>{figures}</td></tr>\n"


def bars(values: list[tuple[str, float, str]]) -> str:
    """Return a chart of horizontal bars, each with its name and value."""
    largest = max((value for _, value, _ in values), default=0.0) or 1.0
    height = len(values) * (BAR + GAP)
    parts = []
    for at, (name, value, colour) in enumerate(values):
        top, length = at * (BAR + GAP), (WIDTH - LEFT - 60) * value / largest
        base = top + BAR - 4
        parts.append(
            f'<text x="{LEFT - 8}" y="{base}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR}" fill="{colour}"/>'
            f'<text x="{LEFT + length + 6:.1f}" y="{base}">{value:g}</text>'
        )
    return f'<svg role="img" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}">{"".join(parts)}</svg>'
