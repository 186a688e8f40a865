"""The tree of a knock-out for its page, from the published rounds."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.core.translate import Scorer, snapshot_of
from tournaments.core.trees import progress_of
from tournaments.models import Decision, Entry, Pairing, RoundState, Section
from tournaments.pairing.knockout.bracket import Seed, Source, Stage
from tournaments.pairing.knockout.progress import MatchState, PlacedMatch, Progress
from tournaments.pairing.values import NOBODY
from tournaments.rounds.selectors.tie_breaks import TieBreak, tie_breaks_by_pairing
from tournaments.standings.selectors.standings import last_round


class TreeSeat(NamedTuple):
    """A place in a match: the player, or the match that decides it; the points so far."""

    entry: Entry | None
    text: str
    points: str
    goes_on: bool


class TreeMatch(NamedTuple):
    """A match of the tree; with a single seat the player advances without an opponent.

    A match without seats is an empty place of a small field: it holds the place of its line.
    """

    number: int
    seats: tuple[TreeSeat, ...]
    is_tied: bool
    decision: Decision | None
    tie_breaks: tuple[TieBreak, ...] = ()


class TreeRound(NamedTuple):
    """The matches of one kind in one round.

    `joins` is how lines lead to the next round: `pairs` of matches to one, `straight`, or none.
    """

    number: int
    stage: str
    matches: tuple[TreeMatch, ...]
    joins: str = ""


class Tree(NamedTuple):
    """Upper bracket, lower bracket, the match for the third place, and the winner."""

    main: tuple[TreeRound, ...]
    losers: tuple[TreeRound, ...]
    third: tuple[TreeRound, ...]
    winner: Entry | None


def tree_of(section: Section) -> Tree | None:
    """Return the tree of the published rounds; None before the first of them."""
    after = last_round(section)
    if not after:
        return None
    snapshot = snapshot_of(section, after + 1)
    return _Drawing(section, progress_of(section, snapshot)).tree()


class _Drawing:
    """Builder of the tree: players by number, boards by round and players."""

    def __init__(self, section: Section, progress: Progress) -> None:
        self.progress, self.scorer = progress, Scorer(section)
        self.entries = {entry.number: entry for entry in section.entries.filter(number__isnull=False)}
        rows = (
            Pairing.objects.filter(round__section=section, black__isnull=False)
            .exclude(round__state=RoundState.DRAFT)
            .select_related("round", "white", "black", "decision")
            .prefetch_related("games")
        )
        self.boards = {
            (row.round.number, frozenset(one.number for one in (row.white, row.black) if one)): row
            for row in rows
        }
        self.tie_breaks = tie_breaks_by_pairing(rows)
        met = [at for at, each in sorted(progress.placed.items()) if NOBODY not in (each.first, each.second)]
        self.numbers = {at: number for number, at in enumerate(met, start=1)}

    def tree(self) -> Tree:
        """Return the matches in the order of rounds."""
        rounds: dict[tuple[int, Stage], list[TreeMatch]] = {}
        for at, each in sorted(self.progress.placed.items()):
            made = self._match(at, each)
            rounds.setdefault((each.match.round_number, each.match.stage), []).append(made)
        drawn = [TreeRound(number, stage.value, tuple(made)) for (number, stage), made in rounds.items()]
        drawn = [one for one in drawn if any(match.seats for match in one.matches)]
        drawn.sort(key=lambda each: each.number)
        apart = (Stage.LOSERS.value, Stage.THIRD_PLACE.value)
        return Tree(
            _joined([each for each in drawn if each.stage not in apart]),
            _joined([each for each in drawn if each.stage == Stage.LOSERS.value]),
            tuple(each for each in drawn if each.stage == Stage.THIRD_PLACE.value),
            self._winner(),
        )

    def _winner(self) -> Entry | None:
        placed = [each for _at, each in sorted(self.progress.placed.items())]
        finals = [each for each in placed if each.match.stage in {Stage.FINAL, Stage.RESET}]
        return self.entries.get(finals[-1].winner) if finals and finals[-1].winner else None

    def _match(self, at: int, each: PlacedMatch) -> TreeMatch:
        two = ((each.first, each.match.first), (each.second, each.match.second))
        seats = tuple(self._seat(number, source, each) for number, source in two if number != NOBODY)
        row = self._board(each)
        decision = getattr(row, "decision", None) if row is not None else None
        return TreeMatch(
            self.numbers.get(at, 0),
            seats,
            each.state is MatchState.UNDECIDED,
            decision,
            tuple(self.tie_breaks.get(row.pk, ())) if row is not None else (),
        )

    def _board(self, each: PlacedMatch) -> Pairing | None:
        return self.boards.get((each.match.round_number, frozenset((each.first, each.second))))

    def _seat(self, number: int | None, source: Source, each: PlacedMatch) -> TreeSeat:
        entry = self.entries.get(number)
        if number is None or entry is None:
            return TreeSeat(None, self._from(source), "", goes_on=False)
        row = self._board(each)
        results = [one for one in row.games.all() if one.outcome != "pending"] if row else []
        is_white = row is not None and row.white_id == entry.pk
        points = str(self.scorer.games_of(results, is_white=is_white)) if results else ""
        return TreeSeat(entry, entry.name, points, goes_on=each.winner == number)

    def _from(self, source: Source) -> str:
        if isinstance(source, Seed):
            return ""
        facts = {"number": self.numbers.get(source.match, 0)}
        if source.is_winner:
            return _("Winner of match %(number)s") % facts
        return _("Loser of match %(number)s") % facts


def _joined(rounds: list[TreeRound]) -> tuple[TreeRound, ...]:
    """Return the rounds of a bracket with their lines: neighbours of a round meet in the next one."""
    counts = [*(len(one.matches) for one in rounds[1:]), 0]
    return tuple(
        one._replace(joins="pairs" if len(one.matches) == 2 * after else "straight" if after else "")
        for one, after in zip(rounds, counts, strict=False)
    )
