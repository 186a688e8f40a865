"""The rules kernel: boards, variants as facts, positions, moves, node counts, readings of written moves."""

from games.rules.diagnosis import Illegality, best_attempt, diagnose, facts_in_squares
from games.rules.fen import NO_ROWS, FenError, FenReading, KingRow, KingRows, Placement, format_fen, parse_fen
from games.rules.geometry import Geometry, Lines
from games.rules.house import (
    HouseRulesError,
    HouseVariant,
    base_key_of,
    derive,
    derive_from_text,
    fact_texts,
    facts_hash,
)
from games.rules.left_on_board import Left, left_on_board
from games.rules.memory import (
    fen_after,
    forbidden_by_the_game,
    has_memory,
    king_at_limit,
    king_row,
    king_rows_of_fen,
    legal_moves_after,
    move_between,
)
from games.rules.moves import Move, legal_moves, must_capture, no_move_left, play, winner_on_the_board
from games.rules.notation import move_text, passed_squares, readings, select_readings, square_text
from games.rules.path_faults import PathFault, path_fault
from games.rules.perft import perft
from games.rules.position import Position
from games.rules.side import Side
from games.rules.variant import Variant
from games.rules.variant_facts import Criterion, Crowning, Goal, KingLanding, Removal
from games.rules.variants import VARIANTS

__all__ = [
    "NO_ROWS",
    "VARIANTS",
    "Criterion",
    "Crowning",
    "FenError",
    "FenReading",
    "Geometry",
    "Goal",
    "HouseRulesError",
    "HouseVariant",
    "Illegality",
    "KingLanding",
    "KingRow",
    "KingRows",
    "Left",
    "Lines",
    "Move",
    "PathFault",
    "Placement",
    "Position",
    "Removal",
    "Side",
    "Variant",
    "base_key_of",
    "best_attempt",
    "derive",
    "derive_from_text",
    "diagnose",
    "fact_texts",
    "facts_hash",
    "facts_in_squares",
    "fen_after",
    "forbidden_by_the_game",
    "format_fen",
    "has_memory",
    "king_at_limit",
    "king_row",
    "king_rows_of_fen",
    "left_on_board",
    "legal_moves",
    "legal_moves_after",
    "move_between",
    "move_text",
    "must_capture",
    "no_move_left",
    "parse_fen",
    "passed_squares",
    "path_fault",
    "perft",
    "play",
    "readings",
    "select_readings",
    "square_text",
    "winner_on_the_board",
]
