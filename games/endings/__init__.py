"""Endings proved: who wins a position with few pieces, in how many plies, and how.

Values are those of the rules of play alone: no count of moves, no repetition, no clock.
"""

from games.endings.building import build_in_memory
from games.endings.errors import EndingFileRefused, NoEndings
from games.endings.shelf import open_table
from games.endings.table import EndingTable
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
