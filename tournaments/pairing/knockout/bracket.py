"""Tree of a knock-out: the round of each match, and the sources of its two players."""

from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.refusals import TooFewPlayers


class Stage(Enum):
    """Stage of a match."""

    MAIN = "main"
    LOSERS = "losers"
    THIRD_PLACE = "third_place"
    FINAL = "final"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Seed:
    """Initial place of a player in the tree; empty where the field is too small."""

    place: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Winner or loser of an earlier match, by its place in the list."""

    match: int
    is_winner: bool


Source = Seed | Outcome


@dataclass(frozen=True, slots=True)
class Match:
    """Match of the tree."""

    round_number: int
    stage: Stage
    first: Source
    second: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """Pinned settings of a section's knock-out.

    `third_place`: the losers of the semi-finals play for it; with `is_double` the losers' bracket decides it
    and there is no such match. `has_reset`: the player from the losers' bracket must win two finals.
    """

    players: int
    is_double: bool
    third_place: bool
    has_reset: bool

    def __post_init__(self) -> None:
        if self.players < 2:  # noqa: PLR2004 - two make a match
            raise TooFewPlayers(players=self.players)

    @property
    def depth(self) -> int:
        """Number of times the field is halved."""
        return (self.players - 1).bit_length()

    @property
    def rounds(self) -> int:
        """Maximum number of rounds, the second final included."""
        return 2 * self.depth + self.has_reset if self.is_double else self.depth

    def matches(self) -> tuple[Match, ...]:
        """List every match, sources before the matches they feed."""
        return _double(self) if self.is_double else _single(self)


def seeds_in_tree(depth: int) -> tuple[int, ...]:
    """Return the order of seeds down the tree: 1 meets the last, 2 the last but one; 1 and 2 meet last."""
    order = [1]
    for _ in range(depth):
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


class _Tree:
    """Tree under construction: its matches, and the players who have not lost."""

    def __init__(self, depth: int) -> None:
        self.matches: list[Match] = []
        self.sources: list[Source] = [Seed(place) for place in seeds_in_tree(depth)]

    def halve(self, round_number: int, stage: Stage) -> list[int]:
        """Pair neighbours; the winners are the next neighbours."""
        neighbours = zip(self.sources[::2], self.sources[1::2], strict=True)
        laid = [self.lay(round_number, stage, one, other) for one, other in neighbours]
        self.sources = winners(laid)
        return laid

    def lay(self, round_number: int, stage: Stage, first: Source, second: Source) -> int:
        self.matches.append(Match(round_number, stage, first, second))
        return len(self.matches) - 1


def winners(matches: list[int]) -> list[Source]:
    """List the winners of matches."""
    return [Outcome(match, is_winner=True) for match in matches]


def losers(matches: list[int]) -> list[Source]:
    """List the losers of matches."""
    return [Outcome(match, is_winner=False) for match in matches]


def _single(rules: Knockout) -> tuple[Match, ...]:
    tree = _Tree(rules.depth)
    laid: list[int] = []
    for number in range(1, rules.depth):
        laid = tree.halve(number, Stage.MAIN)
    tree.halve(rules.depth, Stage.FINAL)
    if rules.third_place and rules.depth > 1:
        tree.lay(rules.depth, Stage.THIRD_PLACE, *losers(laid))
    return tuple(tree.matches)


def _double(rules: Knockout) -> tuple[Match, ...]:
    """Build a double tree: the main one waits for the losers' bracket, its round s > 1 is round 2s - 2."""
    tree = _Tree(rules.depth)
    below = losers(tree.halve(1, Stage.MAIN))
    for level in range(2, rules.depth + 1):
        number = 2 * level - 2
        fallen = losers(tree.halve(number, Stage.MAIN))
        halves = zip(below[::2], below[1::2], strict=True)
        stayed = winners([tree.lay(number, Stage.LOSERS, one, other) for one, other in halves])
        crossed = zip(stayed, _crosswise(level, fallen), strict=True)
        below = winners([tree.lay(number + 1, Stage.LOSERS, one, other) for one, other in crossed])
    last = 2 * rules.depth
    final = tree.lay(last, Stage.FINAL, tree.sources[0], below[0])
    if rules.has_reset:
        tree.lay(last + 1, Stage.RESET, Outcome(final, is_winner=True), Outcome(final, is_winner=False))
    return tuple(tree.matches)


def _crosswise(level: int, fallen: list[Source]) -> list[Source]:
    """Reorder losers far from where they lost: in turn from the other end and from the other half.

    So the first two feeds of the losers' bracket cannot bring a second meeting while there are four or more
    to feed.
    """
    if level % 2 == 0:
        return fallen[::-1]
    half = len(fallen) // 2
    return fallen[half:] + fallen[:half]
