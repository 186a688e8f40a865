"""Random rounds of teams paired by us and by gacrux (MIT), an independent program: pairs and colours.

A round that differs is explained where gacrux pairs it as we do once one of its readings of the regulations
is changed (`READINGS`). `python -m benchmarks.team_swiss` compares as many rounds as one likes.
"""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final
from unittest.mock import patch

from against_gacrux import Pairs, their_pairs

from tournaments.exchange.selectors.trf_rounds import paired_round
from tournaments.exchange.trf import Report, read_trf, write_trf
from tournaments.exchange.trf.scoring import reported_points
from tournaments.exchange.trf.teams import colours_text, match_points_text
from tournaments.exchange.trf.values import (
    Acceleration,
    Cell,
    ForfeitedMatch,
    Prohibition,
    ReportedByes,
    ReportedPlayer,
    ReportedTeam,
    ScoreTable,
    TeamByes,
)
from tournaments.pairing.acceleration import group_a_size, lent_in_each_round
from tournaments.pairing.values import Colour

FEATURES: Final = (
    "accelerated",
    "late",
    "forbidden",
    "byes",
    "withdrawals",
    "forfeits",
    "board_forfeits",
    "by_hand",
)
BY_MATCH: Final = ("FIDE_TEAM", "FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_TYPEA_MP", "FIDE_TEAM_TYPEB_MP_GP")
TYPE_CODES: Final = (
    *BY_MATCH,
    "FIDE_TEAM_TYPEB_MP",
    "FIDE_TEAM_MP_GP",
    "FIDE_TEAM_TYPEA_GP_MP",
    "FIDE_TEAM_TYPEB_GP",
    "FIDE_TEAM_GP_MP",
)
DRAWN: Final = {"TW": 20, "TD": 10, "TL": 0}
SIGNS: Final = (("+", "-"), ("-", "+"), ("-", "-"))


@dataclass(frozen=True)
class PairedTwice:
    """One round of a simulated event: the file that both read, what each made of it, and what explains it."""

    seed: int
    features: tuple[str, ...]
    round_number: int
    file: bytes
    ours: Pairs | None
    theirs: Pairs | None
    our_seconds: float
    their_seconds: float
    explained_by: str = ""


def skips_who_never_came() -> AbstractContextManager[Any]:
    """C.04.2 2.4: teams that have yet to arrive have no number; gacrux counts them in 4.3.1."""
    from gacrux.crosstable import crosstable
    from gacrux.crosstablefideteam import crosstable_fideteam

    return patch.object(crosstable_fideteam, "assign_tpn", crosstable.assign_tpn)


def asks_c6_as_much_as_possible() -> AbstractContextManager[Any]:
    """C.04.6 2.3 with C6: as few upfloaters as can be for the following group; gacrux asks all or nothing."""
    from gacrux.pairingfideteam import pairing_fideteam

    return patch.object(pairing_fideteam, "select_upfloaters", _upfloaters_by_degree)


def _upfloaters_by_degree(engine: Any, level: int, residents: list[Any], nodes: list[Any], edges: Any) -> Any:
    lower = [node for node in nodes if node["scorelevel"] < level]
    for many in range(len(residents) % 2, len(lower) + 1, 2):
        for profile in engine.list_profiles(lower, many):
            found = []
            for at, chosen in enumerate(engine.list_upfloaters(lower, profile)):
                bracket = engine.sort_nodes([*residents, *chosen])
                pairs = engine.pair_teams(level, bracket, engine.get_edges(bracket, edges))
                rest = engine.remove_nodes(nodes, edges, [node["cid"] for node in bracket])
                if pairs is not None and engine.can_be_paired(*rest):
                    needed = _needed_by_following(level, *rest)
                    found.append(((needed, engine.count_c7(chosen), at), chosen, pairs))
            if found:
                return min(found, key=lambda one: one[0])[1:]
    raise AssertionError("no legal pairing")


def _needed_by_following(level: int, nodes: list[Any], edges: Any) -> int:
    """The fewest pairs of a team of the following scoregroup with a lower one."""
    import networkx as nx

    following = {node["cid"] for node in nodes if node["scorelevel"] == level - 1}
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (each["ca"], each["cb"], int((each["ca"] in following) != (each["cb"] in following)))
        for each in edges
    )
    pairs = nx.min_weight_matching(graph)
    return sum((one in following) != (other in following) for one, other in pairs)


READINGS: Final[Mapping[str, Callable[[], AbstractContextManager[Any]]]] = {
    "C.04.2 2.4": skips_who_never_came,
    "C.04.6 2.3": asks_c6_as_much_as_possible,
}


def rounds_paired_twice(seed: int, *, largest: int = 20) -> Iterator[PairedTwice]:
    """An event of that seed, round by round, played on by our pairing or by hand."""
    event = TeamSimulation(seed, largest=largest)
    for number in range(1, event.report.rounds + 1):
        event.announce(number)
        told = paired_twice(event.file(), number)
        yield replace(told, seed=seed, features=event.features)
        if told.ours is None:
            return
        event.play(number, event.by_hand() if "by_hand" in event.features and number % 2 else told.ours)


def paired_twice(file: bytes, number: int) -> PairedTwice:
    """One round of a file by both, with the reading that explains a difference."""
    started = time.process_time()
    ours = our_pairs(file, number)
    between = time.process_time()
    theirs = their_pairs(file, number)
    ended = time.process_time()
    explained = "" if ours == theirs else explanation(file, number, ours)
    return PairedTwice(0, (), number, file, ours, theirs, between - started, ended - between, explained)


def explanation(file: bytes, number: int, ours: Pairs | None) -> str:
    """The reading of gacrux that makes the difference, or several together; nothing where none does."""
    for many in range(1, len(READINGS) + 1):
        for names in combinations(READINGS, many):
            with ExitStack() as readings:
                for name in names:
                    readings.enter_context(READINGS[name]())
                if their_pairs(file, number) == ours:
                    return ", ".join(names)
    return ""


def our_pairs(file: bytes, number: int) -> Pairs | None:
    """White and black of every pair, the bye against 0; None where none is legal."""
    paired = paired_round(read_trf(file).report, round_number=number)
    return frozenset((board.white, board.black) for board in paired.boards) or None


class TeamSimulation:
    """An event of teams that grows: who stays away is announced, then the round is paired and played."""

    def __init__(self, seed: int, *, largest: int) -> None:
        self.chance = chance = random.Random(seed)  # noqa: S311 - games, not secrets
        self.features = tuple(name for name in FEATURES if chance.random() < 0.35)
        count = chance.choice([chance.randint(6, 10), chance.randint(6, 16), chance.randint(8, largest)])
        self.boards = chance.choice([1, 2, 2, 4])
        self.teams = range(1, count + 1)
        self.draw_rate = chance.choice([0.2, 0.5, 0.8])
        codes = BY_MATCH if "accelerated" in self.features else TYPE_CODES
        code = chance.choice(codes)
        rounds = min(chance.randint(4, 9), count - 1)
        self.lists = {
            team: tuple(range((team - 1) * self.boards + 1, team * self.boards + 1)) for team in self.teams
        }
        self.report = Report(
            name=f"Simulated teams {seed}",
            begins="2026/03/15",
            ends="2026/03/22",
            players_stated=str(count * self.boards),
            teams_stated=str(count),
            rounds=rounds,
            initial_colour=chance.choice([Colour.WHITE, Colour.BLACK]),
            score_table=ScoreTable((("W", 10), ("D", 5), ("L", 0))),
            type_code=f"{code}_BAKU" if "accelerated" in self.features else code,
            board_colours=colours_text(self.boards),
            team_score_table=match_points_text(DRAWN),
            players=tuple(
                ReportedPlayer(number=number, name=f"Player{number:04d}", rating=2400 - number, rank=number)
                for number in range(1, count * self.boards + 1)
            ),
            teams=tuple(
                ReportedTeam(number=team, name=f"Team{team:03d}", short_name=f"T{team:03d}", players=players)
                for team, players in self.lists.items()
            ),
        )
        self.report = replace(
            self.report, accelerations=self._accelerations(), prohibitions=self._prohibitions()
        )
        self.arrives = {
            team: chance.randint(2, 3)
            for team in self.teams
            if "late" in self.features and chance.random() < 0.1
        }
        self.gone: set[int] = set()
        self.met: set[frozenset[int]] = set()
        self.had_bye: dict[int, int] = {}

    def _accelerations(self) -> tuple[Acceleration, ...]:
        """Those of C.04.7, or any points for any teams and rounds."""
        if "accelerated" not in self.features:
            return ()
        if self.chance.random() < 0.5:
            lent = lent_in_each_round(self.report.rounds, win=20, draw=10)
            last = group_a_size(len(self.teams))
            ranges = [(points, at, at, 1, last) for at, points in enumerate(lent, start=1)]
        else:
            ranges = [self._any_range() for _ in range(self.chance.randint(1, 4))]
        return tuple(
            Acceleration(
                match_points=points,
                game_points=self.chance.choice([0, points]),
                first_round=first_round,
                last_round=last_round,
                first_player=first,
                last_player=last,
            )
            for points, first_round, last_round, first, last in ranges
        )

    def _any_range(self) -> tuple[int, int, int, int, int]:
        rounds = sorted(self.chance.choices(range(1, self.report.rounds + 1), k=2))
        teams = sorted(self.chance.choices(self.teams, k=2))
        return self.chance.choice([10, 20, 30]), rounds[0], rounds[1], teams[0], teams[1]

    def _prohibitions(self) -> tuple[Prohibition, ...]:
        if "forbidden" not in self.features:
            return ()
        found = []
        for _ in range(max(1, len(self.teams) // 5)):
            first, last = sorted(self.chance.choices(range(1, self.report.rounds + 1), k=2))
            apart = self.chance.sample(self.teams, self.chance.choice([2, 2, 3]))
            found.append(Prohibition(first_round=first, last_round=last, players=tuple(apart)))
        return tuple(found)

    def announce(self, round_number: int) -> None:
        """Write who will not be there into the report, beside those of earlier rounds."""
        letters: dict[str, list[int]] = {}
        for team in self.teams:
            letter = self._absence(team, round_number)
            if letter:
                letters.setdefault(letter, []).append(team)
        coming = tuple(
            ReportedByes(letter=letter, round_number=round_number, players=tuple(teams))
            for letter, teams in sorted(letters.items())
        )
        self.report = replace(self.report, byes=(*self.report.byes, *coming))

    def _absence(self, team: int, round_number: int) -> str:
        if team in self.gone or round_number < self.arrives.get(team, 0):
            return "Z"
        if "byes" in self.features and self.chance.random() < 0.08:
            return self.chance.choice("HHZF")
        if "withdrawals" in self.features and self.chance.random() < 0.03:
            self.gone.add(team)
            return "Z"
        return ""

    def file(self) -> bytes:
        """The report with every player's points."""
        players = (
            replace(player, points=reported_points(self.report, player)) for player in self.report.players
        )
        return write_trf(replace(self.report, players=tuple(players)))

    def by_hand(self) -> Pairs:
        """Pairs drawn at random among teams that have not met, so that later rounds are hard to pair."""
        away = {team for one in self.report.byes if one.round_number == self.round for team in one.players}
        waiting = [team for team in self.teams if team not in away]
        self.chance.shuffle(waiting)
        pairs: set[tuple[int, int]] = set()
        while waiting:
            one = waiting.pop()
            other = next((each for each in waiting if frozenset((one, each)) not in self.met), None)
            if other is not None:
                waiting.remove(other)
                pairs.add((one, other))
        return frozenset(pairs)

    @property
    def round(self) -> int:
        """The number of the round to be paired."""
        return 1 + max((len(player.rounds) for player in self.report.players), default=0)

    def play(self, round_number: int, pairs: Pairs) -> None:
        """Give every match its boards, and write the round into the report."""
        byes = {
            team: one.letter
            for one in self.report.byes
            if one.round_number == round_number
            for team in one.players
        }
        cells: dict[int, Cell] = {}
        idle = set(self.teams)
        for white, black in sorted(pairs):
            idle -= {white, black}
            if not black:
                self.had_bye[round_number] = white
                cells |= dict.fromkeys(self.lists[white], Cell(result="U"))
                continue
            cells |= self._match(round_number, white, black)
        for team in idle:
            cells |= dict.fromkeys(self.lists[team], Cell(result=byes.get(team, "Z")))
        players = (
            replace(player, rounds=(*player.rounds, cells[player.number])) for player in self.report.players
        )
        had = tuple(self.had_bye.get(at, 0) for at in range(1, round_number + 1))
        record = TeamByes(match_points=10, game_points=5 * self.boards, teams=had)
        self.report = replace(
            self.report, players=tuple(players), team_byes=(record,) if self.had_bye else ()
        )

    def _match(self, round_number: int, white: int, black: int) -> dict[int, Cell]:
        """The boards of a match; one in which every board was forfeited was not played."""
        cells: dict[int, Cell] = {}
        if "forfeits" in self.features and self.chance.random() < 0.06:
            signs = self.chance.choice(SIGNS)
            forfeited = ForfeitedMatch(
                outcome="".join(signs), round_number=round_number, white=white, black=black
            )
            self.report = replace(self.report, forfeited_matches=(*self.report.forfeited_matches, forfeited))
            for team, sign in ((white, signs[0]), (black, signs[1])):
                cells |= dict.fromkeys(self.lists[team], Cell(result=sign))
            return cells
        self.met.add(frozenset((white, black)))
        for at, (one, other) in enumerate(zip(self.lists[white], self.lists[black], strict=True)):
            is_given_up = "board_forfeits" in self.features and at and self.chance.random() < 0.1
            if is_given_up:
                signs = self.chance.choice(SIGNS[:2])
                cells[one], cells[other] = Cell(result=signs[0]), Cell(result=signs[1])
                continue
            mine, theirs = self._result(white, black)
            colour = Colour.BLACK if at % 2 else Colour.WHITE
            cells[one] = Cell(other, colour, mine)
            cells[other] = Cell(one, colour.opposite, theirs)
        return cells

    def _result(self, one: int, other: int) -> tuple[str, str]:
        if self.chance.random() < self.draw_rate:
            return "=", "="
        favourite = self.chance.random() < 0.7
        return ("1", "0") if favourite == (one < other) else ("0", "1")
