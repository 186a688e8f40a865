"""The draw of ballots: it can be drawn again, and gives nobody what may not be played."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from games.ballots import (
    DECKS,
    Chance,
    DrawRules,
    NoBallotLeft,
    Per,
    Putback,
    RedrawWithoutReason,
    Status,
    draw,
    opening_of_game,
)

THREE, TWO = DECKS["english_three_move"], DECKS["english_two_move"]
HALL = Chance(seed="Hull 2026", round_number=1, pairing=1)


@tries(50)
@given(seed=st.text(max_size=8), number=st.integers(1, 13), pairing=st.integers(1, 40))
def test_the_same_seed_draws_the_same_ballot(seed, number, pairing):
    chance = Chance(seed=seed, round_number=number, pairing=pairing)
    drawn = draw(THREE, DrawRules(), chance)
    assert drawn == draw(THREE, DrawRules(), chance)
    assert drawn.ballot.status is Status.IN_PLAY
    assert all(why is Putback.BARRED for _, why, _ in drawn.put_back)


def test_a_draw_is_what_it_was_when_it_was_published():
    numbers = [draw(THREE, DrawRules(), replace(HALL, pairing=board)).ballot.number for board in range(1, 6)]
    assert numbers == [30, 133, 170, 174, 133]


def test_all_pairings_of_a_round_may_share_a_ballot():
    rules = DrawRules(per=Per.ROUND)
    assert len({draw(THREE, rules, replace(HALL, pairing=board)).ballot for board in range(1, 9)}) == 1
    assert len({draw(THREE, DrawRules(), replace(HALL, pairing=board)).ballot for board in range(1, 9)}) > 4
    assert draw(THREE, rules, HALL) != draw(THREE, rules, replace(HALL, round_number=2))


def test_both_games_of_a_ballot_have_the_same_opening_and_four_games_have_two():
    assert [opening_of_game(game) for game in range(1, 5)] == [1, 1, 2, 2]
    first = draw(THREE, DrawRules(), HALL)
    second = draw(THREE, DrawRules(), replace(HALL, opening=2), seen={first.ballot.fen})
    assert second.ballot != first.ballot


def test_nobody_has_the_same_position_twice_in_an_event():
    seen = set()
    for number in range(1, 44):
        drawn = draw(TWO, DrawRules(), replace(HALL, round_number=number), seen=seen)
        assert drawn.ballot.fen not in seen
        seen.add(drawn.ballot.fen)
    with pytest.raises(NoBallotLeft):
        draw(TWO, DrawRules(), replace(HALL, round_number=44), seen=seen)
    assert draw(TWO, DrawRules(may_repeat=True), replace(HALL, round_number=44), seen=seen)


def test_barred_ballots_are_played_only_where_the_event_says_so():
    barred = {ballot.fen for ballot in TWO.ballots if ballot.status is Status.BARRED}
    others = {ballot.fen for ballot in TWO.ballots} - barred
    assert draw(TWO, DrawRules(plays_barred=True), HALL, seen=others).ballot.fen in barred
    with pytest.raises(NoBallotLeft):
        draw(TWO, DrawRules(), HALL, seen=others)


def test_an_event_may_keep_to_a_part_of_the_deck():
    rules = DrawRules(groups=frozenset({"added-12"}))
    assert "added-12" in draw(THREE, rules, HALL).ballot.groups


def test_a_redraw_needs_a_reason_keeps_the_old_ballot_and_can_be_drawn_again():
    first = draw(THREE, DrawRules(), HALL)
    again = draw(THREE, DrawRules(), HALL, redraws=("loses a piece at once",))
    assert again.redraw == 1
    assert (first.ballot, Putback.REDRAWN, "loses a piece at once") in again.put_back
    assert again.ballot != first.ballot
    assert draw(THREE, DrawRules(), HALL, redraws=("wrong card", "wrong card")).redraw == 2
    with pytest.raises(RedrawWithoutReason):
        draw(THREE, DrawRules(), HALL, redraws=(" ",))
