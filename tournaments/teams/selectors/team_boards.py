"""Boards of matches: as team tie-breaks count them, and the record of every member."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.core.translate import FORFEITS, PLAYED, Scorer
from tournaments.events.selectors.sections import GAMES
from tournaments.models import Entry, GameResult, Outcome, Pairing, RoundState, Section, TeamMember
from tournaments.teams.line_ups import SIDES, empty_sides, member_id

COUNTED = PLAYED | {Outcome.ADJOURNED}


class BoardGame(NamedTuple):
    """A game of a member: the round, the board, the opponent, and the result for the member."""

    round_number: int
    board: int
    opponent: TeamMember | None
    team: Entry
    is_white: bool
    mine: int
    theirs: int
    is_played: bool
    is_forfeit: bool


class MemberRecord(NamedTuple):
    """Record of a member: games, points and wins at the board; whole boards won by forfeit apart.

    `board` is the one with the most games, the lower of two. `percentage` is the share of the points that the
    games could have brought; None before the first game.

    """

    member: TeamMember
    team: Entry
    board: int
    games: int
    points: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    percentage: Fraction | None
    rounds: tuple[BoardGame, ...]

    @property
    def percent(self) -> str:
        """Return the percentage with one decimal."""
        if self.percentage is None:
            return ""
        share = self.percentage
        tenths = (20 * share.numerator + share.denominator) // (2 * share.denominator)
        return f"{tenths // 10}.{tenths % 10}"


class BoardTable(NamedTuple):
    """Members who played most of their games at a board, best first; equal figures share a rank."""

    board: int
    rows: tuple[tuple[int, MemberRecord], ...]


def matches_of(section: Section, *, until: int | None = None) -> QuerySet[Pairing]:
    """Return the matches of all rounds that are no drafts, with the members at their boards."""
    rows = Pairing.objects.filter(round__section=section, black__isnull=False)
    if until is not None:
        rows = rows.filter(round__number__lte=until)
    rows = rows.exclude(round__state=RoundState.DRAFT).select_related("round", "white", "black")
    return rows.prefetch_related(GAMES).order_by("round__number", "board_number", "pk")


def member_records(section: Section, *, until: int | None = None) -> list[MemberRecord]:
    """List the records of all members, by team and list place; figures count rounds up to `until`, or all."""
    members = TeamMember.objects.filter(entry__section=section).select_related("entry")
    rows = members.order_by("entry__number", "entry__name", "entry_id", "board_order")
    played = _games_by_member(section) if rows else {}
    return [_record(member, tuple(played.get(member.pk, ())), section, until) for member in rows]


def _games_by_member(section: Section) -> dict[int, list[BoardGame]]:
    played: dict[int, list[BoardGame]] = defaultdict(list)
    scorer = Scorer(section)
    for match in matches_of(section):
        results = list(match.games.all())
        for result in results:
            for key, game in _both(match, result, results, scorer):
                played[key].append(game)
    return played


def _both(
    match: Pairing, result: GameResult, results: list[GameResult], scorer: Scorer
) -> Iterator[tuple[int, BoardGame]]:
    """Yield a game from each side; a side without a member at the board is left out."""
    outcome = Outcome(result.outcome)
    for side in SIDES:
        key, is_first = member_id(result, side), side == "first"
        if key is None:
            continue
        is_white = is_first == (result.number % 2 == 1)
        opponent = result.second_member if is_first else result.first_member
        team = match.black if is_first else match.white
        assert team is not None  # noqa: S101 - a bye has no games
        yield (
            key,
            BoardGame(
                match.round.number,
                result.number,
                opponent,
                team,
                is_white,
                scorer.game(outcome, is_white=is_white),
                scorer.game(outcome, is_white=not is_white),
                is_played=outcome in COUNTED,
                is_forfeit=outcome in FORFEITS or bool(empty_sides(result, results)),
            ),
        )


def _record(
    member: TeamMember, rounds: tuple[BoardGame, ...], section: Section, until: int | None
) -> MemberRecord:
    counted = [one for one in rounds if until is None or one.round_number <= until]
    games = [one for one in counted if one.is_played]
    points = sum(one.mine for one in games)
    most = len(games) * section.win_points
    return MemberRecord(
        member,
        member.entry,
        _main_board(games),
        len(games),
        points,
        sum(one.mine > one.theirs for one in games),
        sum(one.mine == one.theirs for one in games),
        sum(one.mine < one.theirs for one in games),
        sum(one.is_forfeit and one.mine > one.theirs for one in counted),
        Fraction(100 * points, most) if most else None,
        rounds,
    )


def _main_board(games: list[BoardGame]) -> int:
    """Return the board with the most games; 0 without a game."""
    boards = [one.board for one in games]
    return min(set(boards), key=lambda board: (-boards.count(board), board), default=0)


def board_tables(section: Section, *, until: int | None = None) -> list[BoardTable]:
    """Rank members for board prizes: by points, percentage, wins; members without a game are left out.

    Games of rounds after `until` are shown but not counted.

    """
    by_board: dict[int, list[MemberRecord]] = defaultdict(list)
    for record in member_records(section, until=until):
        if record.games:
            by_board[record.board].append(record)
    return [BoardTable(board, _rank_records(records)) for board, records in sorted(by_board.items())]


def _rank_records(records: list[MemberRecord]) -> tuple[tuple[int, MemberRecord], ...]:
    def figures(record: MemberRecord) -> tuple[Fraction | int, ...]:
        return -record.points, -(record.percentage or 0), -record.wins

    ordered = sorted(records, key=lambda one: (figures(one), one.team.name, one.member.board_order))
    keys = [figures(one) for one in ordered]
    return tuple((keys.index(key) + 1, one) for key, one in zip(keys, ordered, strict=True))
