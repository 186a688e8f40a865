"""Figures of a section for charts: places and score groups by round, results by colour and by opening."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Left

from tournaments.core.openings import opening_label
from tournaments.models import Entry, GameResult, Outcome, Section
from tournaments.standings.selectors.grids import Grid, progress_lines
from tournaments.standings.selectors.snapshots import closed_rounds

PLAYED: Final = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)
OPENING_WIDTH: Final = 80
"""Characters of a record that contain its first moves."""
MAX_GROUPS: Final = 20
"""Score groups of a chart; with more scores, neighbours share a group."""
MAX_OPENINGS: Final = 12


class PlaceLine(NamedTuple):
    """Published places of a player by round; a round before the first has none."""

    entry: Entry
    places: dict[int, int]


class ScoreGroup(NamedTuple):
    """Number of players with a score after a round; `highest` differs where scores share a group."""

    round: int
    lowest: int
    highest: int
    players: int


class Tally(NamedTuple):
    """Games at the board: won by White, drawn, won by Black."""

    white: int
    draws: int
    black: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)


class RoundTally(NamedTuple):
    """Results of a round by colour."""

    round: int
    tally: Tally


class OpeningTally(NamedTuple):
    """Results of an opening."""

    opening: str
    tally: Tally


def place_lines(section: Section, grid: Grid) -> list[PlaceLine]:
    """Return the places after each closed round, in the order of the table; none in a tree."""
    closed = [] if section.has_tree else closed_rounds(section)
    latest = section.snapshots.filter(round_number__in=closed).order_by().values("round_number")
    keys = latest.annotate(latest=Max("pk")).values("latest")
    found: dict[int, dict[int, int]] = {}
    rows = section.snapshots.filter(pk__in=keys).order_by("round_number").values_list("round_number", "rows")
    for number, standings in rows:
        for row in standings:
            found.setdefault(row["number"], {})[number] = row["rank"]
    lines = (PlaceLine(row.entry, found.get(row.entry.number or 0, {})) for row in grid.table.rows)
    return [line for line in lines if line.places]


def score_groups(grid: Grid) -> list[ScoreGroup]:
    """Count the players of each score after each counted round, high scores first."""
    steps = [step for line in progress_lines(grid) for step in line.steps]
    if not steps:
        return []
    scores = [step.score for step in steps]
    width = -(-(max(scores) - min(scores) + 1) // MAX_GROUPS)
    counted = Counter((step.round, step.score // width) for step in steps)
    return [
        ScoreGroup(number, group * width, group * width + width - 1, players)
        for (number, group), players in sorted(counted.items(), key=lambda one: (one[0][0], -one[0][1]))
    ]


def results_by_colour(section: Section, grid: Grid) -> list[RoundTally]:
    """Count the games of each counted round by result."""
    counts = (
        _played(section, grid)
        .values("pairing__round__number")
        .annotate(
            white=Count("pk", filter=Q(outcome=Outcome.WHITE)),
            draws=Count("pk", filter=Q(outcome=Outcome.DRAW)),
            black=Count("pk", filter=Q(outcome=Outcome.BLACK)),
        )
    )
    rows = counts.order_by("pairing__round__number")
    return [
        RoundTally(number, Tally(*results))
        for number, *results in rows.values_list("pairing__round__number", "white", "draws", "black")
    ]


def results_by_opening(section: Section, grid: Grid) -> list[OpeningTally]:
    """Count the results of each opening that was drawn or is in a record, frequent ones first."""
    rows = _played(section, grid).filter(~Q(pairing__ballot="") | Q(game__isnull=False))
    named = rows.order_by("pk").values_list(
        "pairing__ballot", "number", Left("game__move_line", OPENING_WIDTH), "outcome"
    )
    labelled = (
        (opening_label(kept=kept, game=number, move_line=moves or ""), outcome)
        for kept, number, moves, outcome in named
    )
    return _tallies((label, outcome) for label, outcome in labelled if label)


def _tallies(results: Iterable[tuple[str, str]]) -> list[OpeningTally]:
    counted = Counter(results)
    found = [
        OpeningTally(label, Tally(*(counted[label, outcome] for outcome in PLAYED)))
        for label in {label for label, _outcome in counted}
    ]
    return sorted(found, key=lambda one: (-one.tally.games, one.opening))[:MAX_OPENINGS]


def _played(section: Section, grid: Grid) -> QuerySet[GameResult]:
    rows = GameResult.objects.filter(pairing__round__section=section, outcome__in=PLAYED)
    return rows.filter(
        pairing__black__isnull=False, pairing__round__number__lte=grid.results.rounds
    ).order_by()
