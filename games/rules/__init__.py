"""The rules kernel: boards, variants as facts, positions, moves, node counts, readings of written moves."""

from games.rules.diagnosis import Illegality, diagnose
from games.rules.fen import FenError, FenReading, Placement, format_fen, parse_fen
from games.rules.geometry import Geometry, Lines
from games.rules.moves import Move, legal_moves, must_capture, no_move_left, play
from games.rules.notation import move_text, passed_squares, readings, select_readings, square_text
from games.rules.perft import perft
from games.rules.position import Position
from games.rules.side import Side
from games.rules.variant import Criterion, Crowning, KingLanding, Removal, Variant
from games.rules.variants import VARIANTS, variant_of_type

__all__ = [
    "VARIANTS",
    "Criterion",
    "Crowning",
    "FenError",
    "FenReading",
    "Geometry",
    "Illegality",
    "KingLanding",
    "Lines",
    "Move",
    "Placement",
    "Position",
    "Removal",
    "Side",
    "Variant",
    "diagnose",
    "format_fen",
    "legal_moves",
    "move_text",
    "must_capture",
    "no_move_left",
    "parse_fen",
    "passed_squares",
    "perft",
    "play",
    "readings",
    "select_readings",
    "square_text",
    "variant_of_type",
]
