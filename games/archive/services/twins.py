"""Labels that distinguish two games with the same moves: players, event, place, date, round, result.

Games without a distinguishing label are one record and stored once. Any other two are both stored: the same
opening traps, short draws and reversed matches come back in every large archive.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from django.db.models import Max, Q

from games.archive.selectors.archive import fold_words
from games.archive.services.game_rows import UNKNOWN
from games.laws.results import DECIDED, outcome_of
from games.models import Game
from games.pdn import parse_date, read_game
from games.pdn.tag_names import canonical_name

PLAYERS = ("White", "Black")
LABELS = (*PLAYERS, "Event", "Site", "Date", "Round")
RESULT = "Result"
# Tags about the file or the moves and not about players or date; programs add and change them.
OF_THE_FILE = frozenset(
    {"Annotator", "Comment", "ECO", "FEN", "GameType", "Opening", "PlyCount", "SetUp", "Variant", "Variation"}
)

MOST_COMPARED: Final = 100  # games with the same moves; of more those of the same players are compared
MOST_OF_PLAYERS: Final = 1000


class Labels(NamedTuple):
    """Labels of a game in a record, without the moves, folded."""

    always: dict[str, str]  # compared even if one of them is missing
    others: dict[str, str]  # compared if both have them


class Twin(NamedTuple):
    """The archived game nearest to a new one with the same moves, and the differences."""

    game: Game
    differs: tuple[str, ...]


class SameMoves(NamedTuple):
    """Archived games with the moves of some new ones, by key of the moves, the earliest first."""

    games: defaultdict[str, list[Game]]
    next_twin: dict[str, int]


def same_moves(
    organisation_id: int, new: Collection[Game], *, erased: Collection[str], is_locking: bool = False
) -> SameMoves:
    """Find the games of an archive that have the moves of new ones.

    Moves that many games have, a draw agreed after the opening, would be compared with every game of an
    import. Of those the first are found, and those that no label may distinguish: the players are the same,
    or erased persons.
    """
    keys = {game.move_key for game in new}
    rows = Game.objects.filter(organisation=organisation_id, move_key__in=keys)
    last: dict[str, int] = dict(rows.order_by().values_list("move_key").annotate(last=Max("twin")))
    crowded = {key for key, twin in last.items() if twin >= MOST_COMPARED}
    if crowded:
        words = {game.player_words for game in new if game.move_key in crowded}
        of_players = Q(player_words__in=words) | Q(white__in=erased) | Q(black__in=erased)
        rows = rows.filter(Q(twin__lt=MOST_COMPARED) | of_players)
    if is_locking:
        rows = rows.select_for_update(no_key=True)
    found: defaultdict[str, list[Game]] = defaultdict(list)
    for game in rows.order_by("twin")[: MOST_COMPARED * len(last) + MOST_OF_PLAYERS] if last else ():
        found[game.move_key].append(game)
    return SameMoves(found, {key: twin + 1 for key, twin in last.items()})


def labels_of(game: Game) -> Labels:
    """Read the labels of a game from its record, not cut to the width of a column."""
    record = read_game(game.pdn)
    always = {name: _label(name, record.tag(name)) for name in LABELS}
    given = ((canonical_name(tag.name), tag.value) for tag in record.tags)
    others = {name: _label(name, value) for name, value in given if _distinguishes(name)}
    return Labels(always, others)


def _distinguishes(name: str) -> bool:
    return name not in LABELS and name != RESULT and name not in OF_THE_FILE


def _label(name: str, value: str) -> str:
    if " ".join(value.split()) in UNKNOWN:
        return ""
    day = parse_date(value) if name == "Date" else None
    return str(day) if day is not None else fold_words(value)


class TwinFinder:
    """Finder of the nearest game with the same moves; labels of a game are read once."""

    def __init__(self, erased: Collection[str] = ()) -> None:
        """Set the neutral names of erased persons: they match any name."""
        self._erased = frozenset(map(fold_words, erased))
        self._labels: dict[int, Labels] = {}

    def nearest(self, game: Game, others: Iterable[Game]) -> Twin | None:
        """Return the game that the fewest labels distinguish, the earliest of equals."""
        twins = (Twin(other, self.differences(game, other)) for other in others)
        return min(twins, key=lambda twin: len(twin.differs), default=None)

    def differences(self, game: Game, other: Game) -> tuple[str, ...]:
        """Return the tags that distinguish a new game from one of the archive."""
        new, old = self._of(game), self._of(other)
        differing = [
            name
            for name, value in new.always.items()
            if value != old.always[name] and not (name in PLAYERS and old.always[name] in self._erased)
        ]
        if not _same_result(game, other):
            differing.append(RESULT)
        differing += sorted(
            name for name, value in new.others.items() if old.others.get(name, value) != value
        )
        return tuple(differing)

    def contradictions(self, game: Game, other: Game) -> tuple[str, ...]:
        """Return the tags that contradict each other in both games; a missing tag contradicts none."""
        new, old = self._of(game), self._of(other)
        silent = {name for name in LABELS if not (new.always[name] and old.always[name])}
        if not {outcome_of(game.result), outcome_of(other.result)} <= DECIDED:
            silent.add(RESULT)
        return tuple(name for name in self.differences(game, other) if name not in silent)

    def _of(self, game: Game) -> Labels:
        key = id(game)  # a new game has no number yet; the caller retains all games it asks about
        if key not in self._labels:
            self._labels[key] = labels_of(game)
        return self._labels[key]


def _same_result(game: Game, other: Game) -> bool:
    """Compare results as written, or by winner: an export that knows the custom writes 1-0 as 0-1."""
    if outcome_of(game.result) == outcome_of(other.result):
        return True
    return game.winner == other.winner and game.winner in {"white", "black"}
