"""Common parts of reports of players and of teams, for the document of a section."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from tournaments.core.lent_points import LentPoints, lent_record
from tournaments.exchange.trf.values import FileRepair, Report
from tournaments.pairing.acceleration import group_a_size, lent_in_each_round
from tournaments.pairing.registry import BAKU
from tournaments.pairing.values import Colour
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.ranking import codes_of

TENTHS: Final = 10
MAX_ROUNDS: Final = 99
USUAL_TIE_BREAKS: Final = ("BH/C1", "BH", "SB", "WIN")
# White's letter and Black's -> outcome of the game.
OUTCOMES: Final = {
    **dict.fromkeys((("1", "0"), ("W", "L")), "white"),
    **dict.fromkeys((("0", "1"), ("L", "W")), "black"),
    **dict.fromkeys((("=", "="), ("D", "D")), "draw"),
    ("-", "-"): "double_forfeit",
    **dict.fromkeys((("0", "0"), ("L", "L")), "both_lost"),
    ("+", "-"): "white_forfeit",
    ("-", "+"): "black_forfeit",
    ("X", "X"): "adjourned",
    ("", ""): "pending",
}
POINT_NAMES: Final = {"win_points": "W", "draw_points": "D", "loss_points": "L", "bye_points": "P"}
BYES: Final = {"U": "allocated", "H": "requested_half", "F": "requested_full", "Z": "requested_zero"}
ABSENCES: Final = {"H": "half", "F": "full", "Z": "zero"}
ROUND_DAYS: Final = "round_days"
# Lists of a report without a place in a section, with their records.
LEFT_OUT: Final = {
    "abnormal_points": "299",
    "national_players": "NAT",
}


def event_of(report: Report) -> dict[str, Any]:
    """Return the facts of the event."""
    days = {
        name: day_of(getattr(report, old)) for name, old in (("starts_on", "begins"), ("ends_on", "ends"))
    }
    if days["starts_on"] and days["ends_on"] and days["starts_on"] > days["ends_on"]:
        days["ends_on"] = None
    return {"name": report.name[:200] or "TRF", "venue": report.city[:200], **days}


def day_of(text: str) -> str | None:
    """Parse a day in any order and with any separators; None for an invalid one."""
    parts = re.split(r"[/.-]", text)
    if len(parts) != len("YMD") or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    year, month, day = map(int, parts if len(parts[0]) == len("YYYY") else reversed(parts))
    try:
        return date(year, month, day).isoformat()
    except (ValueError, OverflowError):
        return None


def section_facts(report: Report, colour: Colour) -> dict[str, Any]:
    """Return the facts of the section that a report of players and one of teams tell alike."""
    return {
        "name": report.kind[:200] or report.name[:200] or "TRF",
        "variant": "english",
        "law_book": "standard-laws",
        "initial_colour": colour.value,
        "clock": report.time_control[:60],
    }


def absences_of(byes: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return absences from rounds by their letters; letters of other byes are left out."""
    return [{"round_number": at, "kind": ABSENCES[one]} for at, one in byes.items() if one in ABSENCES]


def officials_of(report: Report) -> list[dict[str, str]]:
    """Return the officials."""
    named = [("chief_arbiter", report.arbiter), *(("deputy", name) for name in report.deputies)]
    return [{"role": role, "name": name[:200]} for role, name in named if name.strip()]


def tie_breaks_of(
    report: Report, notes: list[FileRepair], usual: tuple[str, ...] = USUAL_TIE_BREAKS
) -> list[str]:
    """Return the known codes; the points come first anyway."""
    listed = report.standings_order or report.tie_breaks
    known = []
    for text in (text.strip() for text in listed.split(",") if text.strip()):
        try:
            codes_of([text])
        except StandingsRefusal:
            notes.append(FileRepair(0, "tie_break_left_out", {"text": text}))
        else:
            known.append(text)
    if not listed.strip():
        notes.append(FileRepair(0, "tie_breaks_assumed", {"list": ", ".join(usual)}))
        known = list(usual)
    return [text for text in known if text.upper() != "PTS"]


def forbidden_of(report: Report) -> list[dict[str, Any]]:
    """Return forbidden pairs, two by two."""
    return [
        {
            "first": first,
            "second": second,
            "first_round": record.first_round or 1,
            "last_round": record.last_round or MAX_ROUNDS,
        }
        for record in report.prohibitions
        for at, first in enumerate(sorted(set(record.players)))
        for second in sorted(set(record.players))[at + 1 :]
    ]


def lent_of(report: Report, *, times: int = 1, unit: int, by_match: bool | None = None) -> dict[str, Any]:
    """Return lent points in the units of the section: tenths multiplied and then divided.

    `by_match`: in a report of teams, True if match points pair.
    """
    return lent_record(
        LentPoints(
            points=record.points_that_pair(by_match=by_match) * times // unit,
            first_round=record.first_round,
            last_round=record.last_round,
            first_number=record.first_player,
            last_number=record.last_player,
        )
        for record in report.accelerations
    )


def lends_by_code(
    report: Report, numbers: Sequence[int], *, win: int, draw: int, by_match: bool | None = None
) -> bool:
    """Check that the type code asks for C.04.7, and records 250 are missing or lend just that.

    `win` and `draw` are in the tenths of the report.
    """
    if not report.type_code.strip().upper().endswith(BAKU):
        return False
    group_a = sorted(numbers)[: group_a_size(len(numbers))]
    points = lent_in_each_round(report.rounds, win=win, draw=draw)
    computed = [(each, at, at, group_a[0], group_a[-1]) for at, each in enumerate(points, start=1) if group_a]
    found = [
        (
            one.points_that_pair(by_match=by_match),
            one.first_round,
            one.last_round,
            one.first_player,
            one.last_player,
        )
        for one in report.accelerations
    ]
    return not found or found == computed


def round_days_of(report: Report) -> dict[str, Any]:
    """Return days of rounds, of which a report does not know the hour."""
    days = [day for record in report.round_dates for day in record.dates]
    return {ROUND_DAYS: days} if any(days) else {}
