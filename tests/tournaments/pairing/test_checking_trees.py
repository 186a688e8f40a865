"""Trees, ladders, two teams, the Double-Swiss: the checker beside each engine, and its words on faults."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given as drawn
from hypothesis import strategies as st
from match_events import entrants, lot, play_round, with_absences
from small_fields import field, given

from tournaments.pairing.checking.double_swiss import check_double_swiss
from tournaments.pairing.checking.findings import Code, GivenRound, Severity, given_by
from tournaments.pairing.checking.keizer import KeizerNight, check_keizer
from tournaments.pairing.checking.knockout import check_knockout, dealt
from tournaments.pairing.checking.scheveningen import check_scheveningen, moved_table
from tournaments.pairing.keizer.ladder import ladder
from tournaments.pairing.keizer.options import KeizerOptions
from tournaments.pairing.keizer.round import pair_keizer
from tournaments.pairing.knockout.bracket import Knockout, seeds_in_tree
from tournaments.pairing.knockout.progress import Decision
from tournaments.pairing.knockout.rounds import pair_knockout
from tournaments.pairing.lexicographic.double_swiss import pair_double_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.refusals import KnockoutOver
from tournaments.pairing.round_robin.scheveningen import Scheveningen
from tournaments.pairing.values import (
    ABSENT_ROUND,
    Colour,
    NoLegalPairing,
    Pair,
    PlayerRound,
    RoundKind,
    Snapshot,
)

NO_FAULT_OF_THE_DOUBLE_SWISS = {
    *(Code.SCORE_GROUP_DISTANCE, Code.BOARD_ORDER, Code.BYE_SCORE, Code.FIRST_MOVER_BALANCE),
}
QUIET = {Code.THIRD_COLOUR, Code.COLOUR_DIFFERENCE}


def start(many, **facts):
    return Snapshot(players=entrants(many), round_number=1, rounds=99, **facts)


def whole(proposal):
    """A proposal as a round, those who go on without an opponent among the byes."""
    made = given_by(proposal)
    return GivenRound(made.pairs, (*made.byes, *proposal.free))


def decided(snapshot, pairs, seed, level):
    """The next snapshot; some matches end level, and somebody is said to go on."""
    number, fresh, said = snapshot.round_number, {}, set()
    for pair in pairs:
        chance = lot(seed, number, pair.white, pair.black)
        points = (1, 1) if chance % 100 < level else ((2, 0) if chance % 2 else (0, 2))
        if points == (1, 1):
            said.add(Decision(number, pair.white if chance % 3 else pair.black))
        fresh[pair.white] = PlayerRound(RoundKind.PLAYED, pair.black, Colour.WHITE, points[0])
        fresh[pair.black] = PlayerRound(RoundKind.PLAYED, pair.white, Colour.BLACK, points[1])
    players = tuple(
        replace(player, rounds=(*player.rounds, fresh.get(player.number, ABSENT_ROUND)))
        for player in snapshot.players
    )
    return replace(snapshot, players=players, round_number=number + 1), said


def swapped(proposal, seed, number):
    """Now and then two players of different boards, or one with a bye, have changed places."""
    seats = [each for pair in proposal.pairs for each in (pair.white, pair.black)] + list(proposal.free)
    if len(seats) > 3 and lot(seed, number, "hand") % 2:
        one, other = lot(seed, number, 1) % len(seats), lot(seed, number, 2) % len(seats)
        seats[one], seats[other] = seats[other], seats[one]
    boards = 2 * len(proposal.pairs)
    pairs = tuple(Pair(*seats[at : at + 2]) for at in range(0, boards, 2))
    return GivenRound(pairs, tuple(seats[boards:]))


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5, 6])
def test_dealing_seeds_gives_the_line_of_the_tree(depth):
    assert tuple(dealt(list(range(1, 2**depth + 1)))) == seeds_in_tree(depth)


@tries(60)
@drawn(
    many=st.integers(2, 33),
    seed=st.integers(0, 10_000),
    is_double=st.booleans(),
    extra=st.booleans(),
    by_hand=st.booleans(),
)
def test_the_tree_of_the_engine_is_that_of_the_checker(many, seed, is_double, extra, by_hand):
    rules = Knockout(
        players=many, is_double=is_double, third_place=extra and not is_double, has_reset=extra and is_double
    )
    snapshot, said = start(many), set()
    for _ in range(rules.rounds + 1):
        settled = frozenset((each.round_number, each.winner) for each in said)
        try:
            proposal = pair_knockout(snapshot, rules, frozenset(said))
        except KnockoutOver:
            break
        report = check_knockout(snapshot, rules, settled, whole(proposal))
        assert {each.code for each in report.findings} <= QUIET
        played = swapped(proposal, seed, snapshot.round_number) if by_hand else whole(proposal)
        assert check_knockout(snapshot, rules, settled, played).is_legal
        snapshot, fresh = decided(snapshot, played.pairs, seed, 20)
        said |= fresh
    else:
        pytest.fail("the tree never ended")


SINGLE = Knockout(players=4, is_double=False, third_place=False, has_reset=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1-2", set(), id="the final of the winners"),
        pytest.param("1-3", {(Code.NOT_DUE, (3,)), (Code.PLAYER_MISSING, (2,))}, id="who lost is out"),
        pytest.param("1-2 3-4", {(Code.NOT_DUE, (3,)), (Code.NOT_DUE, (4,))}, id="no match for losers"),
        pytest.param("1-9", {(Code.PLAYER_UNKNOWN, (9,)), (Code.PLAYER_MISSING, (2,))}, id="a stranger"),
        pytest.param("1-2 1", {(Code.PLAYER_TWICE, (1,))}, id="twice in the round"),
    ],
)
def test_what_must_not_be_in_a_tree(text, expected):
    snapshot = field(["W4:2", "W3:2", "B2:0", "B1:0"])
    report = check_knockout(snapshot, SINGLE, frozenset(), given(text))
    assert {(each.code, each.players) for each in report.of(Severity.ILLEGAL)} == expected


def test_other_meetings_of_those_who_are_in_are_no_fault_but_told():
    report = check_knockout(start(4), SINGLE, frozenset(), given("1-2 3-4"))
    assert report.is_legal
    wrong = {each.players: each.fact("opponents") for each in report.about(Code.DIFFERS_FROM_TREE)}
    assert wrong == {(1, 2): (4, 3), (3, 4): (2, 1)}


def test_an_open_match_leaves_the_checker_without_a_word():
    level = field(["W4:1", "W3:2", "B2:0", "B1:1"])
    assert check_knockout(level, SINGLE, frozenset(), given("1-2")).findings == ()
    assert check_knockout(level, SINGLE, frozenset({(1, 4)}), given("4-2")).is_legal


@tries(25)
@drawn(
    many=st.integers(3, 14),
    seed=st.integers(0, 10_000),
    wait=st.integers(1, 5),
    games=st.sampled_from([1, 2]),
)
def test_the_checker_has_the_ladder_of_the_engine_and_nothing_against_its_rounds(many, seed, wait, games):
    options = KeizerOptions(rematch_after=wait, games=games)
    snapshot = start(many)
    for _ in range(10):
        snapshot = with_absences(snapshot, seed, 5)
        rungs = ladder(snapshot, options)
        assert KeizerNight(snapshot, options).order == [rung.number for rung in rungs]
        proposal = pair_keizer(snapshot, options)
        report = check_keizer(snapshot, options, given_by(proposal))
        assert report.is_legal
        assert {each.code for each in report.findings} <= {Code.REPEATED_MEETING, Code.LADDER_DISTANCE}
        snapshot = play_round(snapshot, proposal, seed, games=games)


def test_what_a_ladder_has_against_a_round():
    lines = ["W2:2", "B1:0", "W4:2", "B3:0", "U"]
    options = KeizerOptions(starting_side=Colour.WHITE)
    report = check_keizer(field(lines), options, given("2-1 4-3 5"))
    assert {(each.code, each.players) for each in report.of(Severity.ILLEGAL)} == {
        (Code.REMATCH, (2, 1)),
        (Code.REMATCH, (4, 3)),
    }
    assert [each.players[0] for each in report.about(Code.BYE_ON_LADDER)] == [5]


@tries(25)
@drawn(many=st.integers(4, 16), seed=st.integers(0, 10_000))
def test_the_checker_has_nothing_against_rounds_of_the_double_swiss(many, seed):
    snapshot = start(many)
    for _ in range(6):
        snapshot = with_absences(snapshot, seed, 9)
        try:
            proposal = pair_double_swiss(snapshot, score_by=ScoreBy.GAME_POINTS)
        except NoLegalPairing:
            break
        report = check_double_swiss(snapshot, given_by(proposal), score_by=ScoreBy.GAME_POINTS)
        assert report.is_legal
        assert {each.code for each in report.findings} <= NO_FAULT_OF_THE_DOUBLE_SWISS
        snapshot = play_round(snapshot, proposal, seed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1-3 2-4", {(Code.REMATCH, (1, 3)), (Code.REMATCH, (2, 4))}, id="2.1.1 met before"),
        pytest.param("1-2 4-3", set(), id="winners meet"),
    ],
)
def test_what_must_not_be_in_a_double_swiss(text, expected):
    report = check_double_swiss(
        field(["W3:2", "B4:2", "B1:0", "W2:0"]), given(text), score_by=ScoreBy.MATCH_POINTS
    )
    assert {(each.code, each.players) for each in report.of(Severity.ILLEGAL)} == expected


def test_a_second_bye_is_none_in_a_double_swiss():
    lines = ["W3:2 U", "B4:2 W3:2", "B1:0 B2:0", "W2:0 W5:2", "U B4:0"]
    report = check_double_swiss(field(lines), given("2-1 4-3 5"), score_by=ScoreBy.MATCH_POINTS)
    assert [each.players for each in report.about(Code.BYE_RIGHT)] == [(5,)]


@pytest.mark.parametrize("size", range(1, 10))
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_the_moved_table_is_that_of_two_teams(size, cycles):
    first, second = tuple(range(1, size + 1)), tuple(range(size + 1, 2 * size + 1))
    table = Scheveningen(first=first, second=second, cycles=cycles)
    for number in range(1, table.rounds + 1):
        assert moved_table(first, second, number) == list(table.propose(number).pairs)


@pytest.mark.parametrize(
    ("text", "illegal", "told"),
    [
        pytest.param("1-3 2-4", set(), set(), id="the table"),
        pytest.param("1-2 3-4", {Code.SAME_TEAM}, {Code.DIFFERS_FROM_TABLE}, id="two of a team"),
        pytest.param("3-1 2-4", set(), {Code.TABLE_COLOURS}, id="the other way round"),
        pytest.param("1-4 3-2", set(), {Code.DIFFERS_FROM_TABLE}, id="a round of the table too early"),
        pytest.param("1-3", {Code.PLAYER_MISSING}, set(), id="a board short"),
    ],
)
def test_what_two_teams_have_against_a_round(text, illegal, told):
    report = check_scheveningen(start(4), (1, 2), (3, 4), given(text), cycles=1)
    assert {each.code for each in report.of(Severity.ILLEGAL)} == illegal
    assert {each.code for each in report.of(Severity.QUALITY)} == told


def test_two_of_two_teams_meet_once_a_cycle():
    met = field(["W3:2", "B4:2", "B1:0", "W2:0"])
    report = check_scheveningen(met, (1, 2), (3, 4), given("1-3 2-4"), cycles=1)
    assert [each.players for each in report.about(Code.REMATCH)] == [(1, 3), (2, 4)]
