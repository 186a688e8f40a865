"""The facts of a rule set. Behaviour that reads these facts lives in ``kernel.py``."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from games.rules.geometry import Geometry, Lines


class Side(IntEnum):
    """One of two sides: White is at the bottom of a diagram, on the high-numbered squares.

    Federations also say Red or Dark for Black (SL-P1); that is a label, never a third value.
    """

    WHITE = 0
    BLACK = 1

    @property
    def opponent(self) -> "Side":
        """The other side."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def key(self) -> str:
        """The word used in JSON: "white" or "black"."""
        return "black" if self else "white"

    @property
    def letter(self) -> str:
        """The letter used in FEN: "W" or "B"."""
        return "B" if self else "W"


class Crowning(Enum):
    """Rule for a man that reaches the crowning row in the middle of a capture."""

    STOPS = "stops"  # it is crowned and the move ends there
    PASSES = "passes"  # it goes on as a man, and is crowned only if the move ends there
    AT_ONCE = "at_once"  # it is crowned and goes on as a king


class Criterion(Enum):
    """A rule that makes some captures obligatory over others; the earlier in the tuple decides first."""

    MOST_PIECES = "most_pieces"
    MOST_VALUE = "most_value"  # a man counts one, a king a little less than two
    BY_KING = "by_king"
    MOST_KINGS = "most_kings"
    KING_EARLIEST = "king_earliest"


class Removal(Enum):
    """Time at which captured pieces leave the board."""

    AT_END = "at_end"  # they stay as ghosts until the whole capture is made
    AT_ONCE = "at_once"


class KingLanding(Enum):
    """Squares where a flying king may land behind the piece it captures."""

    ANYWHERE = "anywhere"
    DIRECTLY_BEHIND = "directly_behind"
    DIRECTLY_BEHIND_KING = "directly_behind_king"  # at the end of the move, when a king was captured last


class Goal(Enum):
    """Goal that wins the game on the squares."""

    BLOCK = "block"  # the side to move has no piece or no legal move, and loses
    LOSE_ALL = "lose_all"  # the side to move has no piece or no legal move, and wins
    FIRST_KING = "first_king"  # who first has a king wins; or the opponent has no move


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VariantFacts:
    """Facts of one rule set. Every fact is stated; none has a default.

    ``articles`` names the source of a fact, ``unconfirmed`` the facts whose source could not be read.
    """

    key: str  # stored with every game; never renamed
    name: str
    pdn_type: int | None  # GameType number in PDN 3.0 or of a play site; None without one
    game_type: str  # the full GameType tag; "" without one
    geometry: Geometry
    first_to_move: Side
    rows_of_men: int
    empty_rows_behind: int  # between the men and their own edge
    uses_letters: bool
    capture_sign: str
    result_family: str  # "1-0" or "2-0"
    moves_along: Lines
    captures_along: Lines
    king_flies: bool
    king_landing: KingLanding
    king_must_land_to_go_on: bool
    king_moves_in_a_row: int  # quiet moves of one king while its side has men; 0 is no limit
    man_goes_sideways: bool
    man_captures_backward: bool
    man_captures_king: bool
    crowning: Crowning
    priority: tuple[Criterion, ...]
    removal: Removal
    may_turn_back: bool  # between two captures of one move, by 180 degrees
    goal: Goal
    articles: Mapping[str, str]
    unconfirmed: frozenset[str]

    @property
    def game_type_text(self) -> str:
        """The full GameType tag, as in "21,B,8,8,N1,0"."""
        return self.game_type

    @property
    def pinning_tags(self) -> tuple[tuple[str, str], ...]:
        """Return the tags next to GameType that bind a record to these rules; none with a GameType."""
        return () if self.game_type else (self.rule_tag,)

    @property
    def rule_tag(self) -> tuple[str, str]:
        """Return the tag that identifies these rules: GameType, or Variant for rules without a number."""
        return ("GameType", self.game_type) if self.game_type else ("Variant", self.pdn_name)

    @property
    def pdn_name(self) -> str:
        """The name in a Variant tag, as in "Killer"."""
        return self.name.removesuffix(" draughts")
