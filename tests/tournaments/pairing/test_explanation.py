"""Reasons of a round of the Dutch system: every article of the colours, floats and the bye."""

import pytest
from small_reports import player_line, trf

from tournaments.exchange.selectors.trf_rounds import paired_round
from tournaments.exchange.trf import read_trf
from tournaments.pairing.reasons import Code


def reasons_of(*lines, round_number):
    report = read_trf(trf(*lines)).report
    return paired_round(report, round_number=round_number).brackets


def test_the_first_round_goes_by_the_initial_colour():
    (bracket,) = reasons_of(*(player_line(number, "0.0") for number in (1, 2, 3)), round_number=1)
    assert [each.colour.code for each in bracket.pairs] == [Code.INITIAL_COLOUR]
    assert [each.meeting[0].code for each in bracket.pairs] == [Code.SAME_SCORE]
    assert (bracket.bye.player, bracket.down) == (3, (3,))


def test_equal_preferences_go_to_the_higher_ranked():
    brackets = reasons_of(
        player_line(1, "0.5", "3w="),
        player_line(2, "1.0", "4w1"),
        player_line(3, "0.5", "1b="),
        player_line(4, "0.0", "2b0"),
        "260 001 005    2    3",
        round_number=2,
    )
    pair = next(each for bracket in brackets for each in bracket.pairs if {each.white, each.black} == {1, 2})
    assert (pair.colour.code, pair.colour.fact("player")) == (Code.HIGHER_PREFERENCE, 2)
    assert (pair.meeting[0].code, pair.meeting[0].fact("down")) == (Code.FLOAT, 2)


@pytest.mark.parametrize("name", ["d004", "d045", "d053"])
def test_every_pair_of_a_tournament_is_in_one_bracket(shared_dir, name):
    path = shared_dir / "swiss" / f"{name}.trf"
    if not path.is_file():
        pytest.skip(f"the reference tournament is missing: {path}")
    report = read_trf(path.read_bytes()).report
    for number in range(1, report.paired_rounds + 1):
        paired = paired_round(report, round_number=number)
        told = [(each.white, each.black) for bracket in paired.brackets for each in bracket.pairs]
        byes = [bracket.bye.player for bracket in paired.brackets if bracket.bye]
        assert sorted(told) == sorted((board.white, board.black) for board in paired.boards if board.black)
        assert byes == [board.white for board in paired.boards if not board.black]
