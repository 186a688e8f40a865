"""Tables of the games app: the archive of recorded games and the imports that fill it."""

from games.archive.models.archive_import import (
    ArchiveImport,
    FirstResult,
    ImportProblem,
    ImportState,
    ProblemKind,
    SameMoves,
)
from games.archive.models.game import Game, VariantSource, Winner
from games.house_rules.models import HouseRules
