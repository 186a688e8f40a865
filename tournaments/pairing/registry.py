"""Registry of the pairing systems, each with its regulation and edition; a section pins one by its key.

Files of federations name systems by the type codes of record 192 (TRF26).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.explanation import BracketReasons, brackets_of, explanation, nothing_to_explain
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.round_robin.schedule import pair_round_robin, round_robin_of
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.system_refusals import (
    EditionNotHere,
    KindNotHere,
    UnknownSystem,
    UnknownTypeCode,
)
from tournaments.pairing.values import Proposal, Snapshot

BAKU: Final = "_BAKU"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingSystem:
    """Pairing system in one edition of its text."""

    key: str  # stored with every section; never renamed
    regulation: str
    in_force_from: str
    type_codes: tuple[str, ...]
    can_be_accelerated: bool
    pair: Callable[[Snapshot], Proposal]
    explain: Callable[[Snapshot, Proposal], tuple[BracketReasons, ...]]


FIDE_DUTCH_2026: Final = PairingSystem(
    key="fide_dutch_2026",
    regulation="FIDE C.04.3",
    in_force_from="2026-02-01",
    # Approved in 2025 and in force from 2026: programs know the same text by both years.
    type_codes=("FIDE_DUTCH", "FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
    can_be_accelerated=True,
    pair=pair_dutch,
    explain=explanation,
)


def _table(key: str, *type_codes: str, cycles: int = 1, swap: bool = False) -> PairingSystem:
    """Build a round-robin system by the Berger tables."""

    def pair(snapshot: Snapshot) -> Proposal:
        return pair_round_robin(snapshot, round_robin_of(snapshot, cycles=cycles, swap_last_rounds=swap))

    return PairingSystem(
        key=key,
        regulation="FIDE C.05 annex 1",
        in_force_from="",
        type_codes=type_codes,
        can_be_accelerated=False,
        pair=pair,
        explain=nothing_to_explain,
    )


ROUND_ROBIN: Final = _table("round_robin", "FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN")
DOUBLE_ROUND_ROBIN: Final = _table("double_round_robin", "FIDE_DOUBLEROUNDROBIN", cycles=2, swap=True)
BERGER_DOUBLE: Final = _table("berger_double_round_robin", "BERGER_DOUBLEROUNDROBIN", cycles=2)
MATCH_SWISS: Final = PairingSystem(
    key="match_swiss",
    regulation="",
    in_force_from="",
    type_codes=(),
    can_be_accelerated=False,
    pair=lambda snapshot: pair_match_swiss(snapshot, MatchSwissOptions(games=1)),
    explain=brackets_of,
)
SYSTEMS: Final = {
    system.key: system
    for system in (FIDE_DUTCH_2026, MATCH_SWISS, ROUND_ROBIN, DOUBLE_ROUND_ROBIN, BERGER_DOUBLE)
}
DEFAULT: Final = FIDE_DUTCH_2026
OLDER_TEXTS: Final = frozenset({"FIDE_DUTCH_2017"})
# Systems as record 092 names them in free text; bbpPairings writes its type code there.
CODE_IN_KIND: Final = re.compile(r"(FIDE|BERGER|CUSTOM)_\w+")
TABLE_IN_KIND: Final = re.compile(r"(DOUBLE[\W_]*)?ROUND[\W_]?ROBIN")
OTHER_KINDS: Final = re.compile(r"\b(BURSTEIN|DUBOV|LIM|MONRAD|KEIZER|MCMAHON|SCHEVENINGEN|KNOCK\W?OUT)\b")


@dataclass(frozen=True, slots=True)
class Choice:
    """System, with a flag for scores accelerated by C.04.7."""

    system: PairingSystem
    is_accelerated: bool = False


def system_by_key(key: str) -> PairingSystem:
    """Return the system that a section has pinned."""
    if key not in SYSTEMS:
        raise UnknownSystem(key=key, known=", ".join(SYSTEMS))
    return SYSTEMS[key]


def known_type_codes() -> tuple[str, ...]:
    """List every supported type code."""
    return tuple(
        code + ending
        for system in SYSTEMS.values()
        for code in system.type_codes
        for ending in ("", BAKU)[: 1 + system.can_be_accelerated]
    )


def choice_by_type_code(type_code: str) -> Choice:
    """Return the system that record 192 names."""
    wanted = type_code.strip().upper()
    code, is_accelerated = wanted.removesuffix(BAKU), wanted.endswith(BAKU)
    for system in SYSTEMS.values():
        if code in system.type_codes and (system.can_be_accelerated or not is_accelerated):
            return Choice(system, is_accelerated)
    refusal = EditionNotHere if code in OLDER_TEXTS else UnknownTypeCode
    raise refusal(type_code=type_code, known=", ".join(known_type_codes()))


def choice_by_kind(kind: str) -> Choice | None:
    """Return the system that record 092 names, for a report without record 192; None where it names none.

    Raise KindNotHere for a system that is not implemented.
    """
    text = kind.upper()
    if code := CODE_IN_KIND.search(text):
        try:
            return choice_by_type_code(code[0])
        except UnknownTypeCode as refusal:
            raise KindNotHere(kind=kind, **refusal.facts) from refusal
    if table := TABLE_IN_KIND.search(text):
        return Choice(DOUBLE_ROUND_ROBIN if table[1] else ROUND_ROBIN)
    if OTHER_KINDS.search(text):
        raise KindNotHere(kind=kind, known=", ".join(known_type_codes()))
    return None
