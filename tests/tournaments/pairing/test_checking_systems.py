"""Rounds of matches, of tables and by hand: what the checker says of each."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given as drawn
from hypothesis import strategies as st
from match_events import entrants, play_round, with_absences
from small_fields import field, given

from tournaments.pairing.checking.findings import Code, Severity, given_by
from tournaments.pairing.checking.general import check_manual
from tournaments.pairing.checking.match_swiss import check_match_swiss
from tournaments.pairing.checking.round_robin import check_round_robin, turned_table
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Rematch
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.round_robin.schedule import RoundRobin, pair_round_robin
from tournaments.pairing.values import Colour, Snapshot

# 1 beat 3, 2 beat 4.
FOUR = ["W3:2", "B4:2", "B1:0", "W2:0"]
# Everybody has met everybody once.
ALL_MET = [
    "W4:2 W3:2 W2:2",
    "W3:2 W4:2 B1:0",
    "B2:0 B1:0 W4:1",
    "B1:0 B2:0 B3:1",
]
FIVE = ["W3:2 U", "B4:2 W3:2", "B1:0 B2:0", "W2:0 W5:2", "U B4:0"]


def findings_of(report, severity):
    return {(finding.code, finding.players) for finding in report.of(severity)}


@pytest.mark.parametrize(
    ("lines", "options", "text", "expected"),
    [
        pytest.param(FOUR, {}, "2-1 4-3", set(), id="winners meet and losers meet"),
        pytest.param(
            FOUR, {}, "3-1 4-2", {(Code.REMATCH, (3, 1)), (Code.REMATCH, (4, 2))}, id="a rematch in round 2"
        ),
        pytest.param(ALL_MET, {}, "4-1 3-2", set(), id="a field too small for the rule meets again"),
        pytest.param(
            ALL_MET,
            {},
            "2-1 4-3",
            {(Code.REMATCH, (2, 1)), (Code.REMATCH, (4, 3))},
            id="but not sooner than it must",
        ),
        pytest.param(
            ALL_MET,
            {"may_widen": False},
            "4-1 3-2",
            {(Code.REMATCH, (4, 1)), (Code.REMATCH, (3, 2))},
            id="unless the rule is not to bend",
        ),
        pytest.param(
            ALL_MET,
            {"rematch": Rematch.AFTER_ROUNDS, "rematch_after": 2},
            "3-1 4-2",
            set(),
            id="two rounds after is what the rule allows",
        ),
        pytest.param(FIVE, {}, "2-1 4-3 5", {(Code.BYE_RIGHT, (5,))}, id="a second bye"),
        pytest.param(FIVE, {}, "2-1 5-3 4", set(), id="a bye for somebody who had none"),
    ],
)
def test_what_must_not_be_in_a_swiss_of_matches(lines, options, text, expected):
    report = check_match_swiss(field(lines), MatchSwissOptions(**options), given(text))
    assert findings_of(report, Severity.ILLEGAL) == expected


def test_the_last_round_may_repeat_a_meeting_by_rule():
    options = MatchSwissOptions(rematch=Rematch.LAST_ROUND)
    report = check_match_swiss(field(FOUR, rounds=2), options, given("3-1 4-2"))
    assert report.is_legal
    assert [each.fact("distance") for each in report.about(Code.REPEATED_MEETING)] == [1, 1]


def test_everybody_has_had_the_bye():
    lines = ["U W2:2 B3:2", "W3:2 B1:0 U", "B2:0 U W1:0"]
    report = check_match_swiss(field(lines), MatchSwissOptions(), given("3-2 1"))
    assert report.is_legal
    assert [each.players for each in report.about(Code.REPEATED_BYE)] == [(1,)]


def test_members_of_a_hard_group_do_not_meet():
    options = MatchSwissOptions(hard_groups=frozenset({"club:Hijken"}))
    snapshot = field(FOUR, groups={1: ("club:Hijken",), 2: ("club:Hijken",), 3: ("club:Hijken",)})
    report = check_match_swiss(snapshot, options, given("1-2 3-4"))
    assert findings_of(report, Severity.ILLEGAL) == {(Code.PROHIBITED_PAIR, (1, 2))}


def test_colours_are_no_criteria_where_both_have_each():
    twice_white = ["W3:2 W4:2", "W4:2 W3:2", "B1:0 B2:0", "B2:0 B1:0"]
    report = check_match_swiss(field(twice_white), MatchSwissOptions(games=2), given("1-2 4-3"))
    assert report.is_legal
    assert {each.code for each in report.findings} <= {Code.FIRST_MOVER, Code.FIRST_MOVER_BALANCE}


def test_a_single_game_counts_colours():
    twice_white = ["W3:2 W4:2", "W4:2 W3:2", "B1:0 B2:0", "B2:0 B1:0"]
    report = check_match_swiss(field(twice_white), MatchSwissOptions(games=1), given("2-1 3-4"))
    assert [each.players for each in report.about(Code.ABSOLUTE_COLOURS)] == [(1, 2), (3, 4)]
    assert [each.players for each in report.about(Code.THIRD_COLOUR)] == [(2,), (4,)]


def test_who_started_less_often_starts():
    options = MatchSwissOptions(starting_side=Colour.BLACK)
    report = check_match_swiss(field(FOUR), options, given("1-2 3-4"))
    wrong = {each.players: (each.article, each.fact("white")) for each in report.about(Code.FIRST_MOVER)}
    assert wrong == {(1, 2): ("C.04.5 4.3.2", 2)}
    balance = {each.players: each.fact("difference") for each in report.about(Code.FIRST_MOVER_BALANCE)}
    assert balance == {(1,): 2, (2,): 2}


def test_opponents_of_different_groups_are_counted_by_the_score_that_pairs():
    snapshot = field(FOUR)
    players = tuple(
        replace(player, rounds=tuple(replace(each, game_points=games) for each in player.rounds))
        for player, games in zip(snapshot.players, (4, 3, 0, 1), strict=True)
    )
    snapshot = replace(snapshot, players=players)
    by_match = check_match_swiss(snapshot, MatchSwissOptions(), given("2-1 4-3"))
    by_game = check_match_swiss(snapshot, MatchSwissOptions(score_by=ScoreBy.GAME_POINTS), given("2-1 4-3"))
    assert by_match.about(Code.SCORE_GROUP_DISTANCE) == ()
    apart = [(each.players, each.fact("difference")) for each in by_game.about(Code.SCORE_GROUP_DISTANCE)]
    assert apart == [((1, 2), 1), ((4, 3), 1)]


@tries(25)
@drawn(
    many=st.integers(3, 14),
    seed=st.integers(0, 10_000),
    games=st.sampled_from([1, 2, 4]),
    score_by=st.sampled_from(ScoreBy),
    rematch=st.sampled_from([(Rematch.NEVER, 0), (Rematch.AFTER_ROUNDS, 3), (Rematch.LAST_ROUND, 0)]),
)
def test_nothing_illegal_and_no_first_mover_amiss_in_what_the_engine_pairs(
    many, seed, games, score_by, rematch
):
    options = MatchSwissOptions(games=games, score_by=score_by, rematch=rematch[0], rematch_after=rematch[1])
    snapshot = Snapshot(players=entrants(many), round_number=1, rounds=7)
    for _ in range(7):
        here = with_absences(snapshot, seed, 6)
        if len(here.present) > 1:
            proposal = pair_match_swiss(here, options)
            report = check_match_swiss(here, options, given_by(proposal))
            assert report.of(Severity.ILLEGAL) == ()
            assert report.about(Code.FIRST_MOVER) == ()
            assert report.about(Code.COLOUR_ALLOCATION) == ()
            assert report.about(Code.BOARD_ORDER) == ()
            snapshot = play_round(here, proposal, seed, games=games, forfeits=9)


@tries(40)
@drawn(players=st.integers(2, 30), cycles=st.integers(1, 3), swap=st.booleans())
def test_the_turned_table_is_the_computed_one(players, cycles, swap):
    schedule = RoundRobin(players=players, cycles=cycles, swap_last_rounds=swap)
    turned = turned_table(players, cycles, swap_last_rounds=swap)
    assert len(turned) == schedule.rounds
    for number, pairs in enumerate(turned, start=1):
        assert set(pairs) == set(schedule.pairs(number))


@pytest.mark.parametrize("players", [4, 5, 9, 10])
def test_the_checker_is_silent_on_the_table(players):
    table = RoundRobin(players=players, cycles=2, swap_last_rounds=True)
    for number in range(1, table.rounds + 1):
        snapshot = Snapshot(players=entrants(players), round_number=number, rounds=table.rounds)
        report = check_round_robin(
            snapshot, given_by(pair_round_robin(snapshot, table)), cycles=2, swap_last_rounds=True
        )
        assert report.findings == ()


def of_table(snapshot, text, *, cycles=1):
    report = check_round_robin(snapshot, given(text), cycles=cycles, swap_last_rounds=True)
    return [(each.code, each.players, dict(each.facts)) for each in report.findings]


def test_colours_and_opponents_other_than_in_the_table():
    assert of_table(field([""] * 4), "4-1 2-3") == [(Code.TABLE_COLOURS, (4, 1), {"white": 1})]
    assert of_table(field([""] * 4), "1-2 4-3") == [
        (Code.DIFFERS_FROM_TABLE, (1, 2), {"opponents": (4, 3)}),
        (Code.DIFFERS_FROM_TABLE, (4, 3), {"opponents": (1, 2)}),
    ]


def test_a_bye_that_the_table_gives_to_another():
    assert (Code.DIFFERS_FROM_TABLE, (3,), {"opponents": (2,)}) in of_table(field([""] * 3), "1-2 3")


def test_one_meeting_a_cycle_is_enough():
    lines = ["W4:2", "W3:2", "B2:0", "B1:0"]
    assert (Code.REMATCH, (1, 4), {"round": 1, "meetings": 1, "cycles": 1}) in of_table(
        field(lines), "1-4 2-3"
    )
    assert not [code for code, _, _ in of_table(field(lines), "1-4 2-3", cycles=2) if code is Code.REMATCH]


def test_the_table_pairs_those_who_are_away():
    assert of_table(field([""] * 4, absent=(4,)), "1-4 2-3") == []


def test_by_hand_everything_general_is_checked():
    snapshot = field([*FOUR, "U"], forbidden=[(1, 2)], groups={3: ("club:Urk",), 5: ("club:Urk",)})
    report = check_manual(snapshot, given("1-2 3-5 4"), may_meet_again=False)
    assert findings_of(report, Severity.ILLEGAL) == {(Code.PROHIBITED_PAIR, (1, 2))}
    assert findings_of(report, Severity.NOTE) == {(Code.SAME_GROUP, (3, 5))}
    report = check_manual(snapshot, given("1-3 2-4 5"), may_meet_again=False)
    assert findings_of(report, Severity.ILLEGAL) == {(Code.REMATCH, (1, 3)), (Code.REMATCH, (2, 4))}
    assert findings_of(report, Severity.QUALITY) == {(Code.REPEATED_BYE, (5,))}


def test_by_hand_a_section_may_let_players_meet_again():
    report = check_manual(field(FOUR), given("3-1 4-2"), may_meet_again=True)
    assert report.is_legal
    assert findings_of(report, Severity.NOTE) == {
        (Code.REPEATED_MEETING, (3, 1)),
        (Code.REPEATED_MEETING, (4, 2)),
    }


def test_nobody_plays_against_oneself():
    report = check_manual(field([""] * 2), given("1-1"), may_meet_again=False)
    assert findings_of(report, Severity.ILLEGAL) == {(Code.PLAYER_TWICE, (1,)), (Code.PLAYER_MISSING, (2,))}
