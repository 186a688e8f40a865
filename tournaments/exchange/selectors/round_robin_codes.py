"""Type codes of record 192 for round robins of players: parsing and writing."""

import re
from typing import Any, Final

TABLE: Final = re.compile(
    r"(?P<body>FIDE|BERGER|CUSTOM)_(?P<double>DOUBLE_?)?ROUNDROBIN(_G(?P<cycles>[1-8]))?", re.IGNORECASE
)


def round_robin_told(type_code: str) -> tuple[str, dict[str, Any]]:
    """Parse the system and its options; nothing if the code names another system.

    FIDE's double one swaps the last two rounds of the first cycle, Berger's does not (C.05 annex 1).
    """
    found = TABLE.fullmatch(type_code.strip())
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
