"""What other programs get wrong, each as the rule they play instead.

A difference from this program is explained when the other program's moves are exactly those of its
fault, worked out by ``plain_rules``; any other difference is not. Every fault has a position that shows it.
"""

from dataclasses import dataclass, replace

from plain_rules import RULES, Rules

PY_DRAUGHTS = "py-draughts 1.10.1"
PYDRAUGHTS = "pydraughts 0.6.7"
ON_100 = ("international", "breakthrough", "antidraughts", "frisian", "frysk")
PLAYED = {
    PY_DRAUGHTS: ("english", "russian", "brazilian", *ON_100),
    PYDRAUGHTS: ("english", "russian", "brazilian", "italian", "turkish", *ON_100),
}


@dataclass(frozen=True)
class Fault:
    """A wrong rule of a program: what it does, the right rule with its source, positions that show it."""

    program: str
    key: str
    does: str
    rule: str
    rules: Rules
    shown_by: tuple[str, ...]


OPTIONAL = Fault(
    program=PY_DRAUGHTS,
    key="english",
    does="leaves captures optional",
    rule="a capture must be made (WCDF 1.20; SL-M8)",
    rules=replace(RULES["english"], captures_are_optional=True),
    shown_by=("B:W14:B9", "W:W10,K27:B6,24", "B:W7:B1,K2"),
)
OVER_PIECES = Fault(
    program=PYDRAUGHTS,
    key="turkish",
    does="lets kings step over pieces to any empty square of their row and column",
    rule="a king moves over empty squares only (kish RULES.md; 85,090 at depth 5, not 85,146)",
    rules=replace(RULES["turkish"], kings_step_over_pieces=True),
    shown_by=("W:WKa1,a2:Bh8", "B:Wh1:BKd4,d5,Kd6", "W:WKa4:Bc4,d4"),
)
IN_FRACTIONS = Fault(
    program=PYDRAUGHTS,
    key="frisian",
    does="counts a king as 1.501 men, so that five men outweigh three kings, and adds fractions up in the "
    "order of capture, so that captures of the same pieces come out unequal and some are missing",
    rule="a king counts a little less than two men (Official Rules for Frisian Draughts, 2011)",
    rules=replace(RULES["frisian"], first=("value, added up in fractions", "with a king")),
    shown_by=(
        "W:W46,50:BK36,K21,K11,40,20,9,13,23",
        "W:WK2:B12,31,44,K36,K49",
        "B:W23,28,32,K11,K24:BK16",
        "W:WK47:B12,26,41,K11,K17",
        "B:W8,22,28,32,34,K19,K30:B20,31",
    ),
)
FAULTS = (OPTIONAL, OVER_PIECES, IN_FRACTIONS, replace(IN_FRACTIONS, key="frysk"))


def fault_of(program, key):
    """What this program gets wrong in this variant, or None."""
    return next((fault for fault in FAULTS if (fault.program, fault.key) == (program, key)), None)
