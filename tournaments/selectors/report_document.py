"""A report as the document of a section: what it says of players, pairs and results, and what is left out."""

import re
from datetime import date
from math import gcd
from typing import Any, Final

from tournaments.exchange.errors import TrfError
from tournaments.exchange.results import BYE_LETTERS
from tournaments.exchange.scoring import announced_bye, points_of
from tournaments.exchange.snapshots import ReportedPair, drawn_colour, reported_pairs, snapshot_of
from tournaments.exchange.values import Cell, Mended, Report, ReportedPlayer
from tournaments.lent_points import LentPoints, lent_record
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.registry import BAKU, DEFAULT, choice_by_type_code
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.pairing.values import NOBODY, Pair, Proposal
from tournaments.standings.errors import StandingsRefusal
from tournaments.standings.ranking import codes_of

TENTHS: Final = 10
MOST_ROUNDS: Final = 99
USUAL_TIE_BREAKS: Final = ("BH/C1", "BH", "SB", "WIN")
# White's letter and Black's -> outcome of the game.
OUTCOMES: Final = {
    **dict.fromkeys((("1", "0"), ("W", "L")), "white"),
    **dict.fromkeys((("0", "1"), ("L", "W")), "black"),
    **dict.fromkeys((("=", "="), ("D", "D")), "draw"),
    **dict.fromkeys((("-", "-"), ("0", "0"), ("L", "L")), "double_forfeit"),
    ("+", "-"): "white_forfeit",
    ("-", "+"): "black_forfeit",
    ("X", "X"): "adjourned",
    ("", ""): "pending",
}
POINT_NAMES: Final = {"win_points": "W", "draw_points": "D", "loss_points": "L", "bye_points": "P"}
ROUND_ROBINS: Final = {"DOUBLE_ROUNDROBIN": "double_round_robin", "ROUNDROBIN": "round_robin"}
BYES: Final = {"U": "allocated", "H": "requested_half", "F": "requested_full", "Z": "requested_zero"}
ABSENCES: Final = {"H": "half", "F": "full", "Z": "zero"}
ROUND_DAYS: Final = "round_days"
# Lists of a report that a section has no place for, with their records.
LEFT_OUT: Final = {
    "abnormal_points": "299",
    "teams": "310",
    "old_teams": "013",
    "national_players": "NAT",
}


def document_of(report: Report) -> tuple[dict[str, Any], tuple[Mended, ...]]:
    """The document, and a note for everything that was assumed or has no place in a section."""
    notes = [
        Mended(0, "record_left_out", {"record": record})
        for attribute, record in LEFT_OUT.items()
        if getattr(report, attribute)
    ]
    section = _section(report, notes)
    document = {
        "event": _event(report),
        "officials": _officials(report),
        "section": section,
        "entries": [_entry(report, player) for player in report.players],
        "forbidden_pairs": _forbidden(report),
        "rounds": [_round(report, number, notes) for number in range(1, report.paired_rounds + 1)],
    }
    return document, tuple(notes)


def _event(report: Report) -> dict[str, Any]:
    days = {name: _day(getattr(report, old)) for name, old in (("starts_on", "begins"), ("ends_on", "ends"))}
    if days["starts_on"] and days["ends_on"] and days["starts_on"] > days["ends_on"]:
        days["ends_on"] = None
    return {"name": report.name[:200] or "TRF", "venue": report.city[:200], **days}


def _day(text: str) -> str | None:
    """A day in whatever order and signs; None where it is no such day."""
    parts = re.split(r"[/.-]", text)
    if len(parts) != len("YMD") or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    year, month, day = map(int, parts if len(parts[0]) == len("YYYY") else reversed(parts))
    try:
        return date(year, month, day).isoformat()
    except (ValueError, OverflowError):
        return None


def _section(report: Report, notes: list[Mended]) -> dict[str, Any]:
    points = {symbol: points_of(report, symbol) for symbol in "WDLP"}
    unit = gcd(TENTHS, *points.values(), *(record.points for record in report.accelerations))
    if unit != TENTHS:
        notes.append(Mended(0, "points_multiplied", {"by": TENTHS // unit}))
    if points_of(report, "H") != points["D"] or points_of(report, "F") != points["W"]:
        notes.append(Mended(0, "record_left_out", {"record": "XXS"}))
    wins = {name: points[symbol] // unit for name, symbol in POINT_NAMES.items()}
    rounds = min(max(report.rounds, report.paired_rounds, 1), MOST_ROUNDS)
    return {
        "name": report.kind[:200] or report.name[:200] or "TRF",
        "variant": "english",
        "law_book": "standard-laws",
        "system": _system(report, notes),
        "rounds": rounds,
        **wins,
        "tie_breaks": _tie_breaks(report, notes),
        "initial_colour": (report.initial_colour or drawn_colour(report)).value,
        "clock": report.time_control[:60],
        "options": _options(report, unit),
    }


def _options(report: Report, unit: int) -> dict[str, Any]:
    """Points that are lent, and days of rounds, of which a report does not know the hour."""
    lent = lent_record(
        LentPoints(
            points=record.points // unit,
            first_round=record.first_round,
            last_round=record.last_round,
            first_number=record.first_player,
            last_number=record.last_player,
        )
        for record in report.accelerations
    )
    days = [day for record in report.round_dates for day in record.dates]
    by_code = report.type_code.strip().upper().endswith(BAKU) and not lent
    return {
        **lent,
        **({"acceleration": "baku"} if by_code else {}),
        **({ROUND_DAYS: days} if any(days) else {}),
    }


def _officials(report: Report) -> list[dict[str, str]]:
    named = [("chief_arbiter", report.arbiter), *(("deputy", name) for name in report.deputies)]
    return [{"role": role, "name": name[:200]} for role, name in named if name.strip()]


def _system(report: Report, notes: list[Mended]) -> str:
    code = report.type_code.strip().upper()
    for word, key in ROUND_ROBINS.items():
        if word in code:
            return key
    try:
        return choice_by_type_code(code).system.key
    except PairingRefusal:
        notes.append(Mended(0, "system_assumed", {"system": DEFAULT.key}))
        return DEFAULT.key


def _tie_breaks(report: Report, notes: list[Mended]) -> list[str]:
    """The codes that are known here; the points come first anyway."""
    listed = report.standings_order or report.tie_breaks
    known = []
    for text in (text.strip() for text in listed.split(",") if text.strip()):
        try:
            codes_of([text])
        except StandingsRefusal:
            notes.append(Mended(0, "tie_break_left_out", {"text": text}))
        else:
            known.append(text)
    if not listed.strip():
        notes.append(Mended(0, "tie_breaks_assumed", {"list": ", ".join(USUAL_TIE_BREAKS)}))
        known = list(USUAL_TIE_BREAKS)
    return [text for text in known if text.upper() != "PTS"]


def _entry(report: Report, player: ReportedPlayer) -> dict[str, Any]:
    first = _first_round(player)
    coming = range(report.paired_rounds + 1, min(report.rounds, MOST_ROUNDS) + 1)
    byes = {
        number: player.cell(number).result or announced_bye(report, player.number, number) or "Z"
        for number in range(first, report.paired_rounds + 1)
        if not player.cell(number).is_paired
    }
    byes |= {number: announced_bye(report, player.number, number) for number in coming}
    return {
        "key": player.number,
        "number": player.number,
        "name": player.name or str(player.number),
        "rating": max(player.rating or 0, 0),
        "title": player.title,
        "federation": player.federation,
        "federation_id": player.fide_number[:20],
        "birth_year": _birth_year(player.birth),
        "first_round": first,
        "absences": [
            {"round_number": number, "kind": ABSENCES[letter]}
            for number, letter in byes.items()
            if letter in ABSENCES
        ],
    }


def _birth_year(text: str) -> int | None:
    found = re.match(r"(1[89]|20)[0-9]{2}(?![0-9])", text)
    return int(found[0]) if found else None


def _first_round(player: ReportedPlayer) -> int:
    """The first round that is written down for a player; who has none yet plays from the first on."""
    return next((at for at, cell in enumerate(player.rounds, start=1) if not cell.is_blank), 1)


def _forbidden(report: Report) -> list[dict[str, Any]]:
    return [
        {
            "first": first,
            "second": second,
            "first_round": record.first_round or 1,
            "last_round": record.last_round or MOST_ROUNDS,
        }
        for record in report.prohibitions
        for at, first in enumerate(sorted(set(record.players)))
        for second in sorted(set(record.players))[at + 1 :]
    ]


def _round(report: Report, number: int, notes: list[Mended]) -> dict[str, Any]:
    players = {player.number: player for player in report.players}
    pairs = [pair for pair in reported_pairs(report, number) if pair.black != NOBODY]
    boards = _boards(report, number, pairs)
    made = [_board(players, pair, number, at, notes) for at, pair in enumerate(boards, start=1)]
    made += [
        {"white": player.number, "bye": _bye(report, player, number)}
        for player in report.players
        if not player.cell(number).opponent
    ]
    is_open = any(game["outcome"] == "pending" for board in made for game in board.get("games", ()))
    state = "published" if is_open else "closed"
    return {"number": number, "state": state, "system": _system(report, []), "pairings": made}


def _boards(report: Report, number: int, pairs: list[ReportedPair]) -> list[ReportedPair]:
    """The pairs in the order of the boards, which a report does not tell (C.04.2 article 3.6)."""
    whole = {(pair.white, pair.black): pair for pair in pairs}
    proposal = Proposal(pairs=tuple(Pair(pair.white, pair.black) for pair in pairs))
    try:
        ordered = boards_in_order(snapshot_of(report, number), proposal)
    except (TrfError, KeyError):  # a result is missing before, or a pair plays that was announced as absent
        return pairs
    return [whole[board.white, board.black] for board in ordered]


def _board(
    players: dict[int, ReportedPlayer], pair: ReportedPair, number: int, board: int, notes: list[Mended]
) -> dict[str, Any]:
    white, black = (players[one].cell(number) for one in (pair.white, pair.black))
    _note_board(white, pair, number, notes)
    outcome = OUTCOMES[white.result, black.result]
    game = {"number": 1, "outcome": outcome}
    return {"board_number": board, "white": pair.white, "black": pair.black, "games": [game]}


def _note_board(white: Cell, pair: ReportedPair, number: int, notes: list[Mended]) -> None:
    facts = {"player": pair.white, "round": number}
    if not pair.has_colours and white.result not in {"+", "-"}:
        notes.append(Mended(0, "colours_assumed", facts))
    if white.result in {"W", "D", "L"}:
        notes.append(Mended(0, "unrated_game", facts))


def _bye(report: Report, player: ReportedPlayer, number: int) -> str:
    cell = player.cell(number)
    if cell.result in BYES:
        return BYES[cell.result]
    if number < _first_round(player):
        return "late_entry"
    announced = announced_bye(report, player.number, number)
    return BYES[announced] if announced in BYE_LETTERS else "absent"
