"""Move generation for the rest of the program, on the masks of a position.

A position is seen from the side to move: its men, its kings, the enemy's men and kings, each one integer with
a bit a square (``geometry.py``). ``generator.py`` makes the moves, in the form that the board and the machine
admit; it defines a step and a capture.
"""

from games.rules.generator import Capture, Step
from games.rules.tables import Tables

RawCapture = Capture


def can_capture(tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> bool:
    """Return True if the side to move has a capture, which it then must make."""
    return tables.generator.can_capture(side, men, kings, enemy_men, enemy_kings)


def list_steps(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[Step]:
    """Return every quiet move, men first, if nothing has to be captured."""
    return tables.generator.list_steps(side, men, kings, enemy_men, enemy_kings)


def list_captures(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[RawCapture]:
    """Return every capture that the priority rules leave, each distinct route once; may be empty."""
    return tables.generator.list_captures(side, men, kings, enemy_men, enemy_kings)
