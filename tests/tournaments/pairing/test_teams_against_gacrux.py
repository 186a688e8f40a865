"""Teams beside gacrux: random rounds, a published event round by round, and each known difference by itself.

`python -m benchmarks.team_swiss` compares as many random rounds as one likes.
"""

from functools import cache
from pathlib import Path

import pytest
from against_gacrux import their_pairs
from effort import sample
from teams_against_gacrux import our_pairs, rounds_paired_twice

from tournaments.exchange.selectors.trf_rounds import board_text, paired_round, round_differences
from tournaments.exchange.trf import Report, read_trf, write_trf
from tournaments.exchange.trf.values import Cell, ReportedByes, ReportedPlayer, ReportedTeam, ScoreTable
from tournaments.pairing.values import Colour

pytestmark = pytest.mark.oracle
SEEDS = range(3000, 3120)
SAMPLE = Path(__file__).parents[4] / "shared" / "swiss" / "team-baku-grandmommy.trf"
ROUNDS = range(1, 15)
EVERY_TIME = (1, 2, 8, 10, 12)


@pytest.fixture(scope="session")
def gacrux():
    """The other program, imported when the first test needs it."""
    return pytest.importorskip("gacrux", reason="gacrux is missing: make .venv/installed-oracle")


@pytest.mark.parametrize("seed", sample(SEEDS, one_in=12))
def test_random_rounds_differ_from_gacrux_by_known_readings_alone(seed, gacrux):
    for each in rounds_paired_twice(seed):
        assert each.ours == each.theirs or each.explained_by, (
            f"round {each.round_number}, {each.features}:\n{each.file.decode()}"
        )


def one_board_teams(lines, *, rounds, absent=()):
    """Teams of one player each after some rounds: results as `W5=`, White against 5 and drawn; Z away."""
    cells = [[cell_of(text) for text in line.split()] for line in lines]
    numbers = range(1, len(lines) + 1)
    report = Report(
        name="Made by hand",
        begins="2026/03/15",
        ends="2026/03/22",
        rounds=rounds,
        initial_colour=Colour.WHITE,
        score_table=ScoreTable((("W", 10), ("D", 5), ("L", 0))),
        type_code="FIDE_TEAM_TYPEA_MP_GP",
        board_colours="W",
        team_score_table="TW 2.0   TD 1.0   TL 0.0",
        byes=(ReportedByes(letter="Z", round_number=1 + len(cells[0]), players=absent),) if absent else (),
        players=tuple(
            ReportedPlayer(number=at, name=f"Player{at:04d}", rating=2400 - at, rank=at, rounds=tuple(row))
            for at, row in zip(numbers, cells, strict=True)
        ),
        teams=tuple(
            ReportedTeam(number=at, name=f"Team{at:03d}", short_name=f"T{at:03d}", players=(at,))
            for at in numbers
        ),
    )
    return write_trf(report)


def cell_of(text):
    if text == "Z":
        return Cell(result=text)
    return Cell(int(text[1:-1]), Colour.WHITE if text[0] == "W" else Colour.BLACK, text[-1])


FIRST_TEAM_AWAY = one_board_teams([""] * 5, rounds=5, absent=(1,))
ALL_MET = one_board_teams(
    [
        "W71 B91 W81",
        "B8= W10= B9=",
        "W4= B5= W6=",
        "B3= W6= B5=",
        "W6= W3= W4=",
        "B5= B4= B3=",
        "B10 W8= Z",
        "W2= B7= B10",
        "W10= W10 W2=",
        "B9= B2= Z",
    ],
    rounds=5,
)
"""1 has six points; 2 to 6 have three, 3 to 6 have all met; nobody leaves the five without upfloaters."""


def test_a_team_that_has_yet_to_come_has_no_number():
    """C.04.2 2.4 with C.04.6 4.3.1: without 1, team 2 is the first and has the initial colour."""
    assert our_pairs(FIRST_TEAM_AWAY, 1) == {(2, 4), (5, 3)}


@pytest.mark.xfail(
    strict=True,
    reason="C.04.2 2.4: who has yet to arrive has no number; gacrux 1.11.65 counts absent teams"
    " (crosstablefideteam.py: assign_tpn), other than for players (crosstable.py)",
)
def test_gacrux_gives_it_none_either(gacrux):
    assert their_pairs(FIRST_TEAM_AWAY, 1) == {(2, 4), (5, 3)}


def test_c6_goes_by_degrees():
    """C.04.6 2.3: 3 leaves two upfloaters to the next bracket, 2 would leave four."""
    assert frozenset((1, 3)) in map(frozenset, our_pairs(ALL_MET, 4))


@pytest.mark.xfail(
    strict=True,
    reason="C.04.6 2.3: criteria are complied with as much as possible; for gacrux 1.11.65 C6 is kept or not"
    " (pairingfideteam.py: check_c6), and 2 comes first",
)
def test_gacrux_goes_by_degrees_too(gacrux):
    assert frozenset((1, 3)) in map(frozenset, their_pairs(ALL_MET, 4))


# The published event: 50 teams, 14 rounds, lent points in seven of them, of December 2024, before this text
# was in force. What it has otherwise, with the article that decides. No file of others' is kept here.
OTHERWISE = {
    (2, "19-8"): ("8-19", "4.3.8: 8 is the first team and had Black"),
    (2, "26-36"): ("36-26", "4.3.8: 36 is the first team and had Black"),
    (2, "31-20"): ("20-31", "4.3.8: 31 is the first team and had White"),
    (3, "37-43"): ("43-37", "4.3.2: 37 had White twice and alone has a preference"),
    (6, "20-35"): ("35-20", "4.3.8: 35 is the first team and had Black"),
    (7, "43-49"): ("49-43", "4.3.8: 49 is the first team by its board points and had Black"),
    (8, "3-13"): ("19-3,13-10", "3.5.5: 3 comes before 10 among the upfloaters"),
    (8, "19-10"): ("19-3,13-10", "3.5.5: the same"),
    (9, "8-13"): ("13-8", "4.3.6: 8 had White and 13 Black in the last match of each"),
    (12, "4-21"): ("4-20,14-21", "2.3.5: C8, the same pairing"),
    (12, "12-14"): ("12-2,14-21", "2.3.5: C8, 12 and 14 both prefer White"),
    (12, "20-2"): ("12-2,4-20", "2.3.5: C8, the same pairing"),
    (13, "21-30"): ("21-20,30-32", "2.3.5: C8, the same pairing"),
    (13, "28-34"): ("34-28", "4.3.3: 28 prefers Black and 34 White"),
    (13, "32-20"): ("21-20,30-32", "2.3.5: C8, 20 and 32 both prefer Black"),
}


@cache
def published():
    if not SAMPLE.exists():
        pytest.skip("the published event is not beside the project")
    return SAMPLE.read_bytes()


@cache
def report_of_it():
    return read_trf(published()).report


@pytest.mark.parametrize("number", ROUNDS)
def test_the_published_event_differs_by_these_articles(number):
    found = {
        board_text(each.reported.white, each.reported.black): ",".join(
            board_text(board.white, board.black) for board in each.boards
        )
        for each in round_differences(report_of_it(), round_number=number)
    }
    assert found == {pair: told[0] for (at, pair), told in OTHERWISE.items() if at == number}


def known(number):
    """The first round, in which 3 and 39 have yet to come: twenty-two boards have their colours otherwise."""
    marks = (
        pytest.mark.xfail(
            strict=True,
            reason="C.04.2 2.4: 3 and 39 have yet to arrive and have no number; gacrux 1.11.65 counts them,"
            " the published pairing does not",
        ),
    )
    seldom = () if number in EVERY_TIME else (pytest.mark.thorough,)
    return pytest.param(number, marks=marks if number == 1 else seldom)


@pytest.mark.parametrize("number", [known(number) for number in ROUNDS])
def test_gacrux_pairs_the_published_event_the_same(number, gacrux):
    boards = paired_round(report_of_it(), round_number=number).boards
    assert {(board.white, board.black) for board in boards} == their_pairs(published(), number)


def test_in_the_first_round_colours_alone_are_otherwise(gacrux):
    boards = paired_round(report_of_it(), round_number=1).boards
    theirs = their_pairs(published(), 1)
    assert {frozenset((board.white, board.black)) for board in boards} == set(map(frozenset, theirs))
    assert len({(board.white, board.black) for board in boards} - theirs) == 22
