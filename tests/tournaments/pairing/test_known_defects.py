"""Mistakes that other programs are known to make with reports and rounds, each as a case."""

import pytest
from small_reports import HEAD, player_line, trf

from tournaments.exchange.selectors.trf_rounds import paired_round
from tournaments.exchange.trf import read_trf, snapshot_of, write_trf
from tournaments.pairing.acceleration import group_a_size, lent_in_each_round, with_baku
from tournaments.pairing.registry import choice_by_type_code
from tournaments.pairing.swiss.dutch import pair_dutch


def boards(*lines, round_number, head=HEAD):
    report = read_trf(trf(*lines, head=head)).report
    return [(board.white, board.black) for board in paired_round(report, round_number=round_number).boards]


def test_who_was_never_there_does_not_count_for_the_parity_of_the_initial_colour():
    """py4swiss takes the bare number (5.2.5): 4-2 and 3-5."""
    lines = (*(player_line(number, "0.0") for number in range(1, 7)), "240 Z 001    1")
    assert boards(*lines, round_number=1) == [(2, 4), (5, 3), (6, 0)]


def test_a_late_entry_keeps_the_numbers_of_the_others():
    lines = (
        player_line(1, "0.0", "-Z"),
        player_line(2, "1.0", "4w1"),
        player_line(3, "0.0", "5b0"),
        player_line(4, "0.0", "2b0"),
        player_line(5, "1.0", "3w1"),
    )
    assert boards(*lines, round_number=1) == [(2, 4), (5, 3)]
    assert {number for pair in boards(*lines, round_number=2) for number in pair} == {0, 1, 2, 3, 4, 5}


def test_equal_histories_give_the_wish_of_the_higher_score_not_of_the_smaller_number():
    """caissify lets the smaller number have its wish (5.2.4): 2-1."""
    lines = (
        player_line(1, "0.5", "3w="),
        player_line(2, "1.0", "4w1"),
        player_line(3, "0.5", "1b="),
        player_line(4, "0.0", "2b0"),
        "260 001 005    2    3",
    )
    assert boards(*lines, round_number=2)[0] == (1, 2)


@pytest.mark.parametrize(
    ("letter", "points", "takes_it"),
    [
        pytest.param("H", "0.5", True, id="a half-point bye is no bar"),
        pytest.param("Z", "0.0", True, id="absence is no bar"),
        pytest.param("F", "1.0", False, id="a full-point bye is one"),
        pytest.param("U", "1.0", False, id="nobody has it twice"),
    ],
)
def test_who_may_have_the_allocated_bye(letter, points, takes_it):
    """caissify bars whoever took a half-point bye; bbpPairings 6.0.0 can give one a second time (C2)."""
    lines = (
        player_line(1, "0.0", "2w-"),
        player_line(2, "0.0", "1b-"),
        player_line(3, points, "-" + letter),
        "260 002 002    1    3",
        "260 002 002    2    3",
    )
    assert boards(*lines, round_number=2) == ([(1, 2), (3, 0)] if takes_it else [])


def test_a_forfeit_gives_no_colour_and_no_meeting():
    lines = (player_line(1, "1.0", "2w+"), player_line(2, "0.0", "1b-"))
    assert boards(*lines, round_number=2) == [(1, 2)]


def test_forfeit_win_bars_the_allocated_bye():
    lines = (
        player_line(1, "1.0", "2w1"),
        player_line(2, "0.0", "1b0"),
        player_line(3, "0.0", "4w-"),
        player_line(4, "1.0", "3b+"),
        player_line(5, "1.0", "-U"),
        "240 Z 002    1    2    3",
        "260 002 002    4    5",
    )
    assert boards(*lines, round_number=2) == []


def test_group_a_of_the_acceleration_is_even():
    """bbpPairings 6.0.0 takes ceil(N/2) for a _BAKU code; the regulation names 82 of 161."""
    assert [group_a_size(players) for players in (161, 160, 8, 9, 10, 12)] == [82, 80, 4, 6, 6, 6]


def test_accelerated_rounds_and_what_is_lent_in_them():
    """caissify lends a point in rounds 1 and 2 only, however many rounds there are."""
    assert lent_in_each_round(9, win=10, draw=5) == (10, 10, 10, 5, 5)
    assert lent_in_each_round(5, win=10, draw=5) == (10, 10, 5)
    assert lent_in_each_round(4, win=2, draw=1) == (2, 1)


def test_the_code_alone_accelerates_and_records_250_come_first():
    eight = [player_line(number, "0.0") for number in range(1, 9)]
    head = (*HEAD[:3], "192 FIDE_DUTCH_2026_BAKU")
    assert boards(*eight, round_number=1, head=head) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    lent = "250       1.0 001 001 0001 0002"
    assert boards(*eight, lent, round_number=1, head=head)[0] == (1, 2)


@pytest.mark.parametrize("code", ["FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026", "fide_dutch_2026_baku"])
def test_every_name_of_the_text_in_force_is_known(code):
    """bbpPairings 6.0.0 rejects FIDE_DUTCH_2026 and what is built on it."""
    choice = choice_by_type_code(code)
    assert (choice.system.key, choice.is_accelerated) == ("fide_dutch_2026", code.endswith("baku"))


def test_the_symbol_for_absence_in_the_score_table_counts():
    """bbpPairings 6.0.0 reads neither A in record 162 nor Z for it."""
    head = (*HEAD[:3], "162  W 3.0    D 1.0    L 0.0    A 0.5", "192 FIDE_DUTCH")
    lines = (player_line(1, "3.0", "2w1"), player_line(2, "0.0", "1b0"), player_line(3, "0.5", "-Z"))
    reading = read_trf(trf(*lines, head=head))
    assert reading.mended == ()
    assert [player.points_before(2) for player in snapshot_of(reading.report, 2).players] == [30, 0, 5]


def test_an_allocated_bye_may_be_worth_a_draw_and_is_still_had_once():
    """bbpPairings issue 28: what the bye is worth does not lift the bar."""
    head = (*HEAD[:3], "162  P 0.5", "192 FIDE_DUTCH")
    lines = (player_line(1, "1.0", "2w1"), player_line(2, "0.0", "1b0"), player_line(3, "0.5", "-U"))
    snapshot = snapshot_of(read_trf(trf(*lines, head=head)).report, 2)
    assert pair_dutch(snapshot).bye == 2


def test_accelerations_of_javafo_lend_points_and_allow_no_second_meeting():
    """chesspairing 0.2.2 reads XXA as leave to meet again, refuses 240 Z and groups of three in XXP."""
    lines = (
        player_line(1, "1.0", "2w1"),
        player_line(2, "0.0", "1b0"),
        player_line(3, "0.5", "4w="),
        player_line(4, "0.5", "3b="),
    )
    report = read_trf(trf(*lines, "XXA    2  1.0  1.0", "240 Z 003    4", "XXP 1 3 4")).report
    snapshot = snapshot_of(report, 2)
    assert [player.pairing_score(2) for player in snapshot.players] == [10, 10, 5, 5]
    assert snapshot.forbidden == {frozenset(pair) for pair in ((1, 3), (1, 4), (3, 4))}
    assert [player.number for player in snapshot_of(report, 3).present] == [1, 2, 3]


def test_record_299_is_no_reason_to_refuse_a_file():
    """bbpPairings 6.0.0 rejects it."""
    data = trf(player_line(1, "0.5"), player_line(2, "0.0"), "299 F         0.5    1")
    assert write_trf(read_trf(data).report)


def test_baku_lends_nothing_to_the_second_half():
    report = read_trf(trf(*(player_line(number, "0.0") for number in range(1, 10)))).report
    virtual = [player.virtual_in(1) for player in with_baku(snapshot_of(report, 1)).players]
    assert virtual == [10] * 6 + [0] * 3


def test_the_bye_goes_to_the_candidate_with_fewest_unplayed_games():
    """C9, seed 305 of the comparison with gacrux: 1 has sat out once, 10 never; 7 is paired above them."""
    head = ("142 9", "152 W", "162  W 2.0    D 1.0    L 0.0    A 0.0    P 1.0", "192 FIDE_DUTCH")
    lines = (
        player_line(1, "2.0", "-H", "6b0", "9w="),
        player_line(2, "6.0", "7w1", "4b1", "3w1"),
        player_line(3, "3.0", "8b1", "5w=", "2b0"),
        player_line(4, "4.0", "-F", "2w0", "10b1"),
        player_line(5, "3.0", "9w1", "3b=", "6w0"),
        player_line(6, "5.0", "10b=", "1w1", "5b1"),
        player_line(7, "2.0", "2b0", "10w=", "-H"),
        player_line(8, "1.0", "3w0", "9b0", "-U"),
        player_line(9, "3.0", "5b0", "8w1", "1b="),
        player_line(10, "2.0", "6w=", "7b=", "4w0"),
        "240 F 004    6",
    )
    assert boards(*lines, head=head, round_number=4)[-2:] == [(8, 1), (10, 0)]
