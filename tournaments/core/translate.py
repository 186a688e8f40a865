"""Conversion of rows for the pure packages: a section and its rounds become a snapshot."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from django.db.models import Q

from games.ballots import opening_of_game
from tournaments.core.errors import AccelerationByBoards, AccelerationUnfit
from tournaments.core.league_rules import is_league
from tournaments.core.lent_points import lent_points_of, virtual_points
from tournaments.core.section_options import (
    BY_LIVE_RATING,
    GROUPS,
    Acceleration,
    SectionOptions,
    Separation,
    is_read,
    options_of,
    paired_points,
    stages_of,
)
from tournaments.core.selectors import PAIRINGS_BY_ROUND
from tournaments.models import (
    AbsenceKind,
    ByeKind,
    Entry,
    EntryState,
    ForbiddenPair,
    GameResult,
    Outcome,
    RoundState,
    Scoring,
    Section,
)
from tournaments.models import Pairing as PairingRow
from tournaments.pairing.acceleration import with_baku
from tournaments.pairing.system_refusals import BakuUnsuited
from tournaments.pairing.values import ABSENT_ROUND, Colour, Player, PlayerRound, RoundKind, Snapshot

PLAYED = frozenset({Outcome.WHITE, Outcome.BLACK, Outcome.DRAW, Outcome.BOTH_LOST})
LOST_BY_BOTH = frozenset({Outcome.BOTH_LOST, Outcome.DOUBLE_FORFEIT})
FORFEITS = frozenset({Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT})
ABSENCE_BYES = {
    AbsenceKind.ZERO: ByeKind.REQUESTED_ZERO,
    AbsenceKind.HALF: ByeKind.REQUESTED_HALF,
    AbsenceKind.FULL: ByeKind.REQUESTED_FULL,
}
BYE_KINDS = {
    ByeKind.ALLOCATED: RoundKind.ALLOCATED_BYE,
    ByeKind.REQUESTED_HALF: RoundKind.HALF_BYE,
    ByeKind.REQUESTED_FULL: RoundKind.FULL_BYE,
    ByeKind.REQUESTED_ZERO: RoundKind.ZERO_BYE,
    ByeKind.LATE_ENTRY: RoundKind.ZERO_BYE,
    ByeKind.ABSENT: RoundKind.ZERO_BYE,
}


class Scorer:
    """Points of games, matches and byes by the section's own table."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.games = section.games_per_pairing
        self.by_match = section.is_team or section.scoring == Scoring.MATCH
        self.by_ballot = not section.is_team and section.scoring == Scoring.BALLOT
        self.stages = _points_by_stage(section)
        self.known: dict[tuple[str, bool, str], int] = {}
        self.win, self.draw, self.loss, self.free = self._of_a_round()

    def _of_a_round(self) -> tuple[int, int, int, int]:
        """Return the value of a round that is won, drawn, lost or free by the allocated bye."""
        section = self.section
        if section.is_team:
            match = section.match_win_points, section.match_draw_points, section.match_loss_points
            return *match, section.match_bye_points
        times = 1 if self.by_match else opening_of_game(self.games) if self.by_ballot else self.games
        game = section.win_points, section.draw_points, section.loss_points
        win, draw, loss = (points * times for points in game)
        return win, draw, loss, section.bye_points * times

    def game(self, outcome: str, *, is_white: bool, mark: str = "") -> int:
        """Return the points of one side of a game; an adjourned game counts as drawn until it ends."""
        asked = (outcome, is_white, mark)
        if asked not in self.known:  # a large field asks tens of thousands of times
            self.known[asked] = self._points(outcome, is_white=is_white, mark=mark)
        return self.known[asked]

    def _points(self, outcome: str, *, is_white: bool, mark: str) -> int:
        section = self.section
        if mark in self.stages and outcome in {Outcome.WHITE, Outcome.BLACK}:
            return self.stages[mark][is_white != (outcome == Outcome.WHITE)]
        if outcome in {Outcome.DRAW, Outcome.ADJOURNED}:
            return section.draw_points
        won = {Outcome.WHITE, Outcome.WHITE_FORFEIT} if is_white else {Outcome.BLACK, Outcome.BLACK_FORFEIT}
        if outcome in won:
            return section.win_points
        if outcome in {Outcome.PENDING, Outcome.UNPLAYED, Outcome.DOUBLE_FORFEIT}:
            return 0
        return section.loss_points

    def games_of(self, results: Iterable["Scored"], *, is_white: bool) -> int:
        """Return the points of all games of a pairing for one side, that of White in game 1 or the other."""
        return sum(
            self.game(result.outcome, is_white=is_white == (result.number % 2 == 1), mark=result.mark)
            for result in results
        )

    def match(self, mine: int, theirs: int) -> int:
        """Points of a match by the points of its games."""
        if mine == theirs:
            return self.draw
        return self.win if mine > theirs else self.loss

    def ballots(self, results: Iterable["Scored"], *, is_white: bool) -> int:
        """Return the points of a pairing's ballots: each is a match of its games.

        A ballot counts once one of its games is in.
        """
        games = list(results)
        of_one = [
            [one for one in games if opening_of_game(one.number) == ballot]
            for ballot in range(1, opening_of_game(self.games) + 1)
        ]
        return sum(self._ballot(results, is_white=is_white) for results in of_one if is_decided(results))

    def _ballot(self, results: Sequence["Scored"], *, is_white: bool) -> int:
        section = self.section
        if is_lost_by_both(results):
            return section.loss_points if any(one.outcome == Outcome.BOTH_LOST for one in results) else 0
        mine, theirs = (self.games_of(results, is_white=side) for side in (is_white, not is_white))
        if mine == theirs:
            return section.draw_points
        return section.win_points if mine > theirs else section.loss_points

    def bye(self, kind: str) -> int:
        """Points of a round without an opponent."""
        return self._by_kind(kind, self.free, self.win, self.draw)

    def bye_games(self, kind: str) -> int:
        """The games' points of such a round."""
        section = self.section
        return self.games * self._by_kind(kind, section.bye_points, section.win_points, section.draw_points)

    @staticmethod
    def _by_kind(kind: str, allocated: int, full: int, half: int) -> int:
        points = {
            ByeKind.ALLOCATED: allocated,
            ByeKind.REQUESTED_FULL: full,
            ByeKind.REQUESTED_HALF: half,
        }
        return points.get(ByeKind(kind), 0)


def _points_by_stage(section: Section) -> dict[str, tuple[int, int]]:
    """Return the points of winner and loser in each later stage, by the mark of the result."""
    stages = stages_of(section)
    if stages is None:
        return {}
    (_first, total), *later = stages.won_in
    return {stage: (points, total - points) for stage, points in later}


class Board(NamedTuple):
    """A board, or a bye, with what a score reads of it: a large field has thousands of them."""

    pk: int
    round_number: int
    white_id: int
    black_id: int | None
    bye: str
    white_number: int | None
    black_number: int | None


class ScoredGame(NamedTuple):
    """A game with what a score reads of it."""

    pairing_id: int
    number: int
    outcome: str
    mark: str


Scored = GameResult | ScoredGame


def player_round(pairing: PairingRow, entry_id: int, scorer: Scorer) -> PlayerRound:
    """Return the round of one of the two players at a board, or of a player with a bye."""
    black = pairing.black.number if pairing.black else None
    seats = pairing.white_id, pairing.black_id, pairing.bye, pairing.white.number, black
    return _round_at(Board(pairing.pk, 0, *seats), list(pairing.games.all()), entry_id, scorer)


def _round_at(board: Board, results: Sequence[Scored], entry_id: int, scorer: Scorer) -> PlayerRound:
    if board.black_id is None:
        return PlayerRound(
            BYE_KINDS[ByeKind(board.bye)],
            points=scorer.bye(board.bye),
            game_points=scorer.bye_games(board.bye),
        )
    is_white = board.white_id == entry_id
    number = (board.black_number if is_white else board.white_number) or 0
    mine = scorer.games_of(results, is_white=is_white)
    theirs = scorer.games_of(results, is_white=not is_white)
    points = scorer.ballots(results, is_white=is_white) if scorer.by_ballot else mine
    if scorer.by_match:
        counts = is_decided(results) and (not scorer.section.is_team or _is_in(results))
        points = scorer.match(mine, theirs) if counts else 0
        if is_lost_by_both(results):
            points = scorer.loss  # level, and no draw
        if not counts and is_league(scorer.section):
            mine = 0  # a match of a league counts once all its boards are in, which may take days
    colour = Colour.WHITE if is_white else Colour.BLACK
    if _is_forfeit(results):
        kind = RoundKind.FORFEIT_WIN if mine > theirs else RoundKind.FORFEIT_LOSS
        return PlayerRound(kind, number, None, points if mine or theirs else 0, mine)
    return PlayerRound(RoundKind.PLAYED, number, colour, points, mine)


def is_decided(results: Iterable[Scored]) -> bool:
    """Check that a game of a pairing has an outcome; one that was not played has none."""
    return any(result.outcome not in {Outcome.PENDING, Outcome.UNPLAYED} for result in results)


def _is_in(results: Iterable[Scored]) -> bool:
    """Check that every board of a team match has its result: a match is not won before."""
    return all(result.outcome != Outcome.PENDING for result in results)


def is_lost_by_both(results: Iterable[Scored]) -> bool:
    """Check that both sides lost every game of a pairing that was decided."""
    outcomes = {result.outcome for result in results} - {Outcome.UNPLAYED}
    return bool(outcomes) and outcomes <= LOST_BY_BOTH


def _is_forfeit(results: Iterable[Scored]) -> bool:
    """Check that no game of a pairing was played."""
    outcomes = {result.outcome for result in results}
    return bool(outcomes & FORFEITS) and not outcomes & (PLAYED | {Outcome.ADJOURNED, Outcome.PENDING})


def histories(
    section: Section, *, before: int, of: Collection[int] | None = None
) -> dict[int, list[PlayerRound]]:
    """Every entry's rounds before a round, by the entry's key; a round without a row is one of absence.

    `of`: the keys of the entries wanted, where not all are.
    """
    wanted = Q() if of is None else Q(white__in=of) | Q(black__in=of)
    rows = (
        PairingRow.objects.filter(wanted, round__section=section, round__number__lt=before)
        .exclude(round__state=RoundState.DRAFT)
        .order_by(*PAIRINGS_BY_ROUND)
        .values_list(*BOARD_FIELDS)
    )
    boards = [Board(*row) for row in rows]
    games = _games_at(section, before, None if of is None else [board.pk for board in boards])
    return histories_of(section, boards, games, before=before)


def histories_of(
    section: Section, boards: Iterable[Board], games: Mapping[int, Sequence[Scored]], *, before: int
) -> dict[int, list[PlayerRound]]:
    """Every entry's rounds before a round, as `histories`, by boards and their games (by `Board.pk`)."""
    scorer = Scorer(section)
    rounds: dict[int, list[PlayerRound]] = defaultdict(lambda: [ABSENT_ROUND] * (before - 1))
    for board in boards:
        for entry_id in (board.white_id, board.black_id):
            if entry_id is not None:
                one = _round_at(board, games.get(board.pk, ()), entry_id, scorer)
                rounds[entry_id][board.round_number - 1] = one
    return rounds


BOARD_FIELDS: Final = (
    *("pk", "round__number", "white_id", "black_id", "bye"),
    *("white__number", "black__number"),
)


def _games_at(section: Section, before: int, pairings: list[int] | None) -> dict[int, list[ScoredGame]]:
    """Return the games of the rounds before a round by pairing, of all or of some."""
    rows = GameResult.objects.filter(pairing__round__section=section, pairing__round__number__lt=before)
    if pairings is not None:
        rows = rows.filter(pairing__in=pairings)
    games = defaultdict[int, list[ScoredGame]](list)
    for row in rows.order_by("pairing_id", "number").values_list("pairing_id", "number", "outcome", "mark"):
        games[row[0]].append(ScoredGame(*row))
    return games


def is_in_round(entry: Entry, number: int, absent: Iterable[int] = ()) -> bool:
    """Check that an entry is to be paired in a round."""
    return (
        entry.state == EntryState.CONFIRMED
        and entry.first_round <= number
        and (entry.last_round is None or number <= entry.last_round)
        and entry.pk not in set(absent)
    )


def groups_of(entry: Entry, options: SectionOptions) -> frozenset[str]:
    """Return the groups whose members should not meet, by the options: club, federation, family."""
    named = {"club": entry.club_name, "federation": entry.federation, "family": entry.family}
    wanted = (group for group in GROUPS if named[group] and options.apart(group) != Separation.NO)
    return frozenset(f"{group}:{named[group]}" for group in wanted)


def snapshot_of(section: Section, number: int) -> Snapshot:
    """Return the input of a pairing system for a round."""
    entries = list(Entry.objects.filter(section=section, number__isnull=False).prefetch_related("absences"))
    past = histories(section, before=number)
    absent = {entry.pk for entry in entries for one in entry.absences.all() if one.round_number == number}
    scorer, options, lent = Scorer(section), options_of(section), lent_points_of(section)
    ratings = ratings_of_round(section, number)
    players = tuple(
        Player(
            number=entry.number or 0,
            rounds=tuple(past[entry.pk]),
            is_present=is_in_round(entry, number, absent),
            virtual=virtual_points(lent, entry.number or 0, until=number),
            rating=ratings.get(str(entry.number), entry.rating),
            groups=groups_of(entry, options),
        )
        for entry in entries
    )
    snapshot = Snapshot(
        players=players,
        round_number=number,
        rounds=section.rounds,
        win=scorer.win,
        draw=scorer.draw,
        loss=scorer.loss,
        initial_colour=Colour(section.initial_colour),
        forbidden=_forbidden(section, number) | _group_pairs(section, options, players),
    )
    return _accelerate(section, snapshot) if is_accelerated(section) and not lent else snapshot


def ratings_of_round(section: Section, number: int) -> dict[str, int]:
    """By number, the ratings that a club night's round was paired by; of other rounds there are none."""
    if section.system not in BY_LIVE_RATING:
        return {}
    reasons = section.round_rows.filter(number=number).values_list("reasons", flat=True).first() or {}
    found: dict[str, int] = reasons.get("ratings", {})
    return found


def is_accelerated(section: Section) -> bool:
    """Check that the section uses acceleration in the first rounds."""
    return is_read(section, "acceleration") and options_of(section).acceleration == Acceleration.BAKU


def _accelerate(section: Section, snapshot: Snapshot) -> Snapshot:
    if section.is_team and section.scoring != Scoring.MATCH:
        raise AccelerationByBoards(scoring=section.scoring)
    try:
        return with_baku(snapshot)
    except BakuUnsuited as error:
        raise AccelerationUnfit(**paired_points(section)) from error


def _group_pairs(
    section: Section, options: SectionOptions, players: Iterable[Player]
) -> frozenset[frozenset[int]]:
    """Pairs of one group that the section never lets meet."""
    hard = [
        group
        for group in GROUPS
        if options.apart(group) == Separation.HARD and is_read(section, f"{group}_apart")
    ]
    members: dict[str, list[int]] = defaultdict(list)
    for player in players:
        for name in player.groups:
            if name.partition(":")[0] in hard:
                members[name].append(player.number)
    return frozenset(frozenset(pair) for numbers in members.values() for pair in combinations(numbers, 2))


def _forbidden(section: Section, number: int) -> frozenset[frozenset[int]]:
    """Return the pairs of numbers that must not meet; who has left before the first round has no number."""
    rows = ForbiddenPair.objects.filter(
        first__section=section,
        first_round__lte=number,
        last_round__gte=number,
        first__number__isnull=False,
        second__number__isnull=False,
    )
    pairs = rows.values_list("first__number", "second__number")
    return frozenset(frozenset(number or 0 for number in pair) for pair in pairs)
