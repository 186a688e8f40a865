"""Effects of a result or a ruling: standings by round, later boards paired on other scores, prizes."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import F

from tournaments.core.translate import Scorer, player_round
from tournaments.events.systems import is_paired_by_results
from tournaments.models import Entry, Outcome, Pairing, RoundState, Section
from tournaments.pairing.values import PlayerRound
from tournaments.prizes.selectors.prize_awards import PrizeAwards, compute_awards, published_awards
from tournaments.prizes.selectors.prize_moves import PrizeMove, prize_moves
from tournaments.standings.selectors.standings import SectionInputs, last_round
from tournaments.standings.selectors.system_standings import has_own_ranking, own_ranking


class PointsAndRank(NamedTuple):
    """Points and rank of an entry after a round."""

    rank: int
    points: int


class SectionState(NamedTuple):
    """State of a section: standings after each round, points, the round of both players, prizes."""

    stands: Mapping[int, Mapping[int, PointsAndRank]]  # round, entry
    points: Mapping[int, Mapping[int, int]]
    rounds: Mapping[int, PlayerRound]  # entry
    prizes: PrizeAwards | None


class Moved(NamedTuple):
    """An entry whose points or rank after a round change."""

    entry: Entry
    before: PointsAndRank
    after: PointsAndRank


class RoundMoves(NamedTuple):
    """Changes in the standings after a round."""

    number: int
    moved: tuple[Moved, ...]
    is_closed: bool


class LaterBoard(NamedTuple):
    """A board that was paired when one of the two had other points; it is not paired again."""

    pairing: Pairing
    before: tuple[int, int]
    after: tuple[int, int]
    is_draft: bool


class CorrectionEffects(NamedTuple):
    """Effects of a correction; a ruling may be about no board."""

    pairing: Pairing | None
    game: int
    before: str
    after: str
    standings: tuple[RoundMoves, ...]
    later: tuple[LaterBoard, ...]
    becomes_unplayed: bool
    becomes_played: bool
    snapshots: tuple[int, ...]
    prizes_are_out: bool  # handed out by standings that count the result
    prizes: tuple[PrizeMove, ...]

    @property
    def is_empty(self) -> bool:
        """True if only the result itself changes."""
        moved = self.standings or self.later or self.prizes
        return not (moved or self.becomes_unplayed or self.becomes_played)

    @property
    def published(self) -> tuple[RoundMoves, ...]:
        """Changed standings of closed rounds."""
        return tuple(one for one in self.standings if one.is_closed)

    @property
    def reaches_back(self) -> bool:
        """True if published standings or later pairings were based on other scores."""
        return bool(self.published or self.later)

    @property
    def affected(self) -> tuple[Entry, ...]:
        """Entries that move in published standings or have a board paired on other scores."""
        moved = {one.entry.pk: one.entry for each in self.published for one in each.moved}
        seated = {
            entry.pk: entry
            for board in self.later
            for entry in (board.pairing.white, board.pairing.black)
            if entry is not None
        }
        return tuple((moved | seated).values())


def state_of(pairing: Pairing) -> SectionState:
    """Return the present state of the section, from the round of a pairing on."""
    return section_state(pairing.round.section, pairing.round.number, pairing)


def section_state(section: Section, first: int, pairing: Pairing | None = None) -> SectionState:
    """Return the present state of the section, from a round on; with the round of a pairing's players."""
    last = last_round(section)
    numbers, inputs = range(first, last + 1), SectionInputs(section, until=last)
    return SectionState(
        {number: _ranks(inputs, number) for number in numbers},
        {number: inputs.points(after=number) for number in numbers},
        _rounds_of(pairing) if pairing is not None else {},
        compute_awards(section),
    )


def _ranks(inputs: SectionInputs, after: int) -> dict[int, PointsAndRank]:
    """Return place and points by entry key after a round, without the texts of a table."""
    if has_own_ranking(inputs.section):
        rows = own_ranking(inputs.section, after=after).rows
        return {row.entry.pk: PointsAndRank(row.rank, row.points) for row in rows}
    table, entries = inputs.ranked(after=after)
    return {
        entries[one.number].pk: PointsAndRank(one.rank, int(one.values[0].amount or 0))
        for one in table.standings
    }


def _rounds_of(pairing: Pairing) -> dict[int, PlayerRound]:
    rows = Pairing.objects.select_related("round", "white", "black").prefetch_related("games")
    fresh = rows.get(pk=pairing.pk)
    fresh.round.section = pairing.round.section
    scorer = Scorer(fresh.round.section)
    players = [entry for entry in (fresh.white, fresh.black) if entry is not None]
    return {entry.pk: player_round(fresh, entry.pk, scorer) for entry in players}


def effects_between(
    pairing: Pairing, game: int, outcomes: tuple[str, str], before: SectionState, after: SectionState
) -> CorrectionEffects:
    """Compare two states of a section after a change of a game."""
    section, first = pairing.round.section, pairing.round.number
    return section_effects(section, first, before, after, pairing=pairing, game=game, outcomes=outcomes)


def section_effects(
    section: Section,
    first: int,
    before: SectionState,
    after: SectionState,
    *,
    pairing: Pairing | None = None,
    game: int = 1,
    outcomes: tuple[str, str] = ("", ""),
) -> CorrectionEffects:
    """Compare two states of a section, from a round on."""
    entries = {entry.pk: entry for entry in section.entries.all()}
    closed = set(section.round_rows.filter(state=RoundState.CLOSED).values_list("number", flat=True))
    was, now = (
        any(one.kind.value == "played" for one in picture.rounds.values()) for picture in (before, after)
    )
    snapshots = section.snapshots.filter(round_number__gte=first)
    public = published_awards(section)
    handed_out = public if public and public.round_number >= first else None
    return CorrectionEffects(
        pairing,
        game,
        *outcomes,
        tuple(
            RoundMoves(number, moved, number in closed)
            for number in before.stands
            if (moved := _find_moved(entries, before.stands[number], after.stands[number]))
        ),
        tuple(_later(section, first, before.points, after.points)),
        becomes_unplayed=was and not now,
        becomes_played=now and not was and outcomes[0] != Outcome.PENDING,
        snapshots=tuple(sorted(set(snapshots.values_list("round_number", flat=True)))),
        prizes_are_out=handed_out is not None,
        prizes=_prizes(section, handed_out, before.prizes, after.prizes),
    )


def _prizes(
    section: Section, handed_out: PrizeAwards | None, before: PrizeAwards | None, after: PrizeAwards | None
) -> tuple[PrizeMove, ...]:
    """Return the prizes that move, with the entries that lose and gain them.

    They move from the entries that have been awarded them. Otherwise, after the last round, they move from
    those that would have won them. Before the last round no entry has a prize to lose.
    """
    is_final = after is not None and after.round_number >= section.rounds
    if before == after or not (handed_out or is_final) or not prize_moves(before, after):
        return ()
    return prize_moves(handed_out or before, after)


def _find_moved(
    entries: Mapping[int, Entry], before: Mapping[int, PointsAndRank], after: Mapping[int, PointsAndRank]
) -> tuple[Moved, ...]:
    moved = [Moved(entries[key], before[key], after[key]) for key in after if before.get(key) != after[key]]
    return tuple(sorted(moved, key=lambda one: one.after.rank))


def _later(
    section: Section,
    first: int,
    before: Mapping[int, Mapping[int, int]],
    after: Mapping[int, Mapping[int, int]],
) -> list[LaterBoard]:
    if not is_paired_by_results(section):
        return []
    rows = Pairing.objects.filter(round__section=section, round__number__gt=first, black__isnull=False)
    rows = rows.select_related("round", "white", "black")
    found = []
    for row in rows.order_by("round__number", F("board_number").asc(nulls_last=True)):
        number = row.round.number - 1
        then, now = (
            (points[number].get(row.white_id, 0), points[number].get(row.black_id or 0, 0))
            for points in (before, after)
        )
        if then != now:
            found.append(LaterBoard(row, then, now, row.round.state == RoundState.DRAFT))
    return found
