"""Pairing system of a section of teams by the type code of record 192 and records 250."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.core.league_rules import MAX_CYCLES
from tournaments.exchange.trf import FileRepair, Report
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.registry import BAKU
from tournaments.pairing.system_refusals import BakuByBoards

USUAL: Final = "FIDE_TEAM"
SWISS: Final = re.compile(r"FIDE_TEAM(?P<kind>_TYPE[AB])?(?P<scores>_MP_GP|_GP_MP|_MP|_GP)")
TABLE: Final = re.compile(
    r"(?P<body>FIDE|BERGER|CUSTOM)_TEAM_(?P<double>DOUBLE)?ROUNDROBIN(_G(?P<times>[0-9]))?"
)
KINDS: Final = {"_TYPEA": PreferenceType.A, "_TYPEB": PreferenceType.B, None: PreferenceType.NONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSystem:
    """A system with its options; `is_assumed` if the code names another one, or none.

    `is_accelerated`: True if the code asks for the points of C.04.7.
    """

    system: str = "team_swiss_2026"
    by_match: bool = True
    is_accelerated: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    is_assumed: bool = False

    def notes(self, type_code: str) -> tuple[FileRepair, ...]:
        """Note that record 192 is missing, or names a system that is not implemented."""
        facts = {"named": type_code, "system": self.system}
        code = "system_not_here" if type_code.strip() else "system_assumed"
        return (FileRepair(0, code, facts),) if self.is_assumed else ()


def team_system(type_code: str) -> TeamSystem:
    """Return the system of teams nearest to a type code.

    Double round robins swap the last two rounds of the first cycle here. FIDE's do so, Berger's do not.
    """
    code = type_code.strip().upper()
    is_accelerated, code = code.endswith(BAKU), code.removesuffix(BAKU)
    if code == USUAL:
        return TeamSystem(is_accelerated=is_accelerated)
    if swiss := SWISS.fullmatch(code):
        options: dict[str, Any] = {}
        if KINDS[swiss["kind"]] is not PreferenceType.A:
            options["team_preference"] = KINDS[swiss["kind"]].value
        if swiss["scores"] in {"_MP", "_GP"}:
            options["first_by_second_score"] = False
        by_match = swiss["scores"].startswith("_MP")
        return TeamSystem(by_match=by_match, is_accelerated=is_accelerated, options=options)
    if not is_accelerated and (table := TABLE.fullmatch(code)):
        times = int(table["times"] or (2 if table["double"] else 1))
        cycles = min(max(times, 1), MAX_CYCLES)
        is_ours = cycles == times and (times == 1 or times > 2 or table["body"] == "FIDE")  # noqa: PLR2004 - twice
        return TeamSystem(
            system="team_round_robin",
            options={"cycles": cycles} if cycles > 1 else {},
            is_assumed=not is_ours or table["body"] == "CUSTOM",
        )
    return TeamSystem(is_assumed=True)


def is_accelerated(report: Report) -> bool:
    """Check that lent points follow from the type code alone; raise BakuByBoards if impossible."""
    told = team_system(report.type_code)
    if not told.is_accelerated or report.accelerations:
        return False
    if not told.by_match:
        raise BakuByBoards(type_code=report.type_code)
    return True


def notes_on_lent(report: Report) -> Iterator[FileRepair]:
    """Note records 250 that lend points of the score that does not pair, and so have no effect."""
    by_match = team_system(report.type_code).by_match
    for record in report.accelerations:
        if record.points and not record.points_that_pair(by_match=by_match):
            facts = {"first": record.first_player, "last": record.last_player}
            yield FileRepair(0, "lent_boards_unused" if by_match else "lent_matches_unused", facts)


ROUND_ROBIN_CODE: Final = re.compile(
    r"(?P<body>FIDE|BERGER|CUSTOM)_(?P<double>DOUBLE_?)?ROUNDROBIN(_G(?P<cycles>[1-8]))?", re.IGNORECASE
)


def parse_round_robin_code(type_code: str) -> tuple[str, dict[str, Any]]:
    """Parse the system and its options; nothing if the code names another system.

    FIDE's double one swaps the last two rounds of the first cycle, Berger's does not (C.05 annex 1).
    """
    found = ROUND_ROBIN_CODE.fullmatch(type_code.strip())
    if found is None:
        return "", {}
    cycles = int(found["cycles"] or 1)
    if not found["double"] and cycles == 1:
        return "round_robin", {}
    swap = {} if found["body"].upper() == "FIDE" else {"swap_last_rounds": False}
    return ("double_round_robin", swap) if found["double"] else ("round_robin", {"cycles": cycles} | swap)


def round_robin_code(*, cycles: int, swap_last_rounds: bool) -> str:
    """Return the code of a table of so many cycles."""
    if cycles == 1:
        return "FIDE_ROUNDROBIN"
    body = "FIDE" if swap_last_rounds else "BERGER"
    return f"{body}_DOUBLEROUNDROBIN" if cycles == 2 else f"{body}_ROUNDROBIN_G{cycles}"  # noqa: PLR2004 - twice
