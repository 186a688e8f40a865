"""Endings proved: who wins a position with few pieces, in how many plies, and how.

Values are those of the rules of play alone: no count of moves, no repetition, no clock.
"""

from games.endings.errors import EndingFileRefused, NoEndings
from games.endings.retrograde_analysis import build_in_memory
from games.endings.table import EndingTable
from games.endings.table_store import open_table
from games.endings.values import Probe, Value

__all__ = [
    "EndingFileRefused",
    "EndingTable",
    "NoEndings",
    "Probe",
    "Value",
    "build_in_memory",
    "open_table",
]
