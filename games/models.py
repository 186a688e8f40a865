"""Tables of the games app: the archive of recorded games and the imports that fill it."""

from games.archive.models import (
    ArchiveImport,
    FirstResult,
    Game,
    ImportProblem,
    ImportState,
    ProblemKind,
    SameMoves,
    VariantSource,
    Winner,
)
from games.explorer.models import GameEnding, GamePosition, IndexProgress, OpeningMove
from games.house_rules.models import HouseRules
from games.judging.models import SavedCheck
