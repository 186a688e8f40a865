"""A report as the document of a section: players, pairs and results, and the omissions."""

import re
from math import gcd
from typing import Any

from tournaments.exchange.selectors.team_document import team_document
from tournaments.exchange.selectors.team_system import parse_round_robin_code
from tournaments.exchange.selectors.trf_parts import (
    BYES,
    LEFT_OUT,
    MAX_ROUNDS,
    OUTCOMES,
    POINT_NAMES,
    TENTHS,
    absences_of,
    event_of,
    forbidden_of,
    lends_by_code,
    lent_of,
    officials_of,
    round_days_of,
    section_facts,
    tie_breaks_of,
)
from tournaments.exchange.trf.errors import TrfError
from tournaments.exchange.trf.results import BYE_LETTERS
from tournaments.exchange.trf.scoring import announced_bye, points_of
from tournaments.exchange.trf.snapshots import ReportedPair, drawn_colour, reported_pairs, snapshot_of
from tournaments.exchange.trf.values import Cell, FileRepair, Report, ReportedPlayer
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.registry import DEFAULT, choice_by_kind, choice_by_type_code
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.pairing.values import NOBODY, Pair, Proposal


def document_of(report: Report) -> tuple[dict[str, Any], tuple[FileRepair, ...]]:
    """Build the document, with a note for every assumption and for data without a place in a section."""
    if report.is_of_teams:
        return team_document(report)
    notes = [
        FileRepair(0, "record_left_out", {"record": record})
        for attribute, record in LEFT_OUT.items()
        if getattr(report, attribute)
    ]
    section = _section(report, notes)
    document = {
        "event": event_of(report),
        "officials": officials_of(report),
        "section": section,
        "entries": [_entry(report, player) for player in report.players],
        "forbidden_pairs": forbidden_of(report),
        "rounds": [_round(report, number, notes) for number in range(1, report.paired_rounds + 1)],
    }
    return document, tuple(notes)


def _section(report: Report, notes: list[FileRepair]) -> dict[str, Any]:
    points = {symbol: points_of(report, symbol) for symbol in "WDLP"}
    unit = gcd(TENTHS, *points.values(), *(record.points for record in report.accelerations))
    if unit != TENTHS:
        notes.append(FileRepair(0, "points_multiplied", {"by": TENTHS // unit}))
    if points_of(report, "H") != points["D"] or points_of(report, "F") != points["W"]:
        notes.append(FileRepair(0, "record_left_out", {"record": "XXS"}))
    return {
        **section_facts(report, report.initial_colour or drawn_colour(report)),
        "system": _system(report, notes),
        "rounds": min(max(report.rounds, report.paired_rounds, 1), MAX_ROUNDS),
        **{name: points[symbol] // unit for name, symbol in POINT_NAMES.items()},
        "tie_breaks": tie_breaks_of(report, notes),
        "options": _options(report, unit),
    }


def _options(report: Report, unit: int) -> dict[str, Any]:
    """Return lent points, and days of rounds, of which a report does not know the hour."""
    numbers = [player.number for player in report.players]
    by_code = lends_by_code(report, numbers, win=points_of(report, "W"), draw=points_of(report, "D"))
    return {
        **({"acceleration": "baku"} if by_code else lent_of(report, unit=unit)),
        **parse_round_robin_code(report.type_code or report.kind)[1],
        **round_days_of(report),
    }


def _system(report: Report, notes: list[FileRepair]) -> str:
    code = report.type_code.strip()
    table, _options = parse_round_robin_code(code or report.kind)
    if table:
        return table
    facts = {"named": code or report.kind, "system": DEFAULT.key}
    try:
        choice = choice_by_type_code(code) if code else choice_by_kind(report.kind)
    except PairingRefusal:
        notes.append(FileRepair(0, "system_not_here", facts))
        return DEFAULT.key
    if choice is not None:
        return choice.system.key
    notes.append(FileRepair(0, "system_assumed", facts))
    return DEFAULT.key


def _entry(report: Report, player: ReportedPlayer) -> dict[str, Any]:
    first = _first_round(player)
    coming = range(report.paired_rounds + 1, min(report.rounds, MAX_ROUNDS) + 1)
    byes = {
        number: player.cell(number).result or announced_bye(report, player.number, number) or "Z"
        for number in range(first, report.paired_rounds + 1)
        if not player.cell(number).is_paired
    }
    byes |= {number: announced_bye(report, player.number, number) for number in coming}
    return {
        "key": player.number,
        "number": player.number,
        "name": player.spaced_name,
        "rating": player.rating or 0,
        "title": player.title,
        "federation": player.federation,
        "federation_id": player.known_number[:20],
        "birth_year": _birth_year(player.birth),
        "first_round": first,
        "absences": absences_of(byes),
    }


def _birth_year(text: str) -> int | None:
    found = re.match(r"(1[89]|20)[0-9]{2}(?![0-9])", text)
    return int(found[0]) if found else None


def _first_round(player: ReportedPlayer) -> int:
    """Return the first recorded round of a player; without any, the player plays from the first on."""
    return next((at for at, cell in enumerate(player.rounds, start=1) if not cell.is_blank), 1)


def _round(report: Report, number: int, notes: list[FileRepair]) -> dict[str, Any]:
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
    """Return the pairs in the order of the boards, which a report lacks (C.04.2 article 3.6)."""
    whole = {(pair.white, pair.black): pair for pair in pairs}
    proposal = Proposal(pairs=tuple(Pair(pair.white, pair.black) for pair in pairs))
    try:
        ordered = boards_in_order(snapshot_of(report, number), proposal)
    except TrfError:  # an earlier result is missing
        return pairs
    return [whole[board.white, board.black] for board in ordered]


def _board(
    players: dict[int, ReportedPlayer], pair: ReportedPair, number: int, board: int, notes: list[FileRepair]
) -> dict[str, Any]:
    white, black = (players[one].cell(number) for one in (pair.white, pair.black))
    _note_board(white, pair, number, notes)
    game = {"number": 1, "outcome": OUTCOMES[white.result, black.result]}
    return {"board_number": board, "white": pair.white, "black": pair.black, "games": [game]}


def _note_board(white: Cell, pair: ReportedPair, number: int, notes: list[FileRepair]) -> None:
    facts = {"player": pair.white, "round": number}
    if not pair.has_colours and white.result not in {"+", "-"}:
        notes.append(FileRepair(0, "colours_assumed", facts))
    if white.result in {"W", "D", "L"}:
        notes.append(FileRepair(0, "unrated_game", facts))


def _bye(report: Report, player: ReportedPlayer, number: int) -> str:
    cell = player.cell(number)
    if cell.result in BYES:
        return BYES[cell.result]
    if number < _first_round(player):
        return "late_entry"
    announced = announced_bye(report, player.number, number)
    return BYES[announced] if announced in BYE_LETTERS else "absent"
