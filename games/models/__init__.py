"""Tables of the games app: the archive of recorded games and the imports that fill it."""

from games.models.archive_import import (
    ArchiveImport,
    FirstResult,
    ImportProblem,
    ImportState,
    ProblemKind,
    SameMoves,
)
from games.models.game import Game, VariantSource, Winner
from games.models.house_rules import HouseRules

__all__ = [
    "ArchiveImport",
    "FirstResult",
    "Game",
    "HouseRules",
    "ImportProblem",
    "ImportState",
    "ProblemKind",
    "SameMoves",
    "VariantSource",
    "Winner",
]
