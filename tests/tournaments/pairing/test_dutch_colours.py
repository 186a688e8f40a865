"""Two players for each rule of colours in C.04.3 article 5.2 (in force from 1 Feb 2026), which alone decides.

Their past opponents are away. The explanation names the article and the player it went by.
"""

import pytest
from small_fields import field

from tournaments.pairing.reasons import Code
from tournaments.pairing.swiss.colours import allocate
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.values import Colour, Pair


def decided(snapshot, white, black, article, code, player):
    [told] = pair_dutch(snapshot).reasons.pairs
    assert (told.white, told.black) == (white, black)
    assert (told.colour.rule, told.colour.code) == (f"C.04.3 {article}", code)
    assert told.colour.fact("player") == player


def test_5_2_1_both_have_the_colour_they_prefer():
    """1 had White and wants Black, 2 had Black and wants White; by number alone (5.2.5) 1 would be White."""
    snapshot = field(["W3:1", "B4:1", "B1:1", "W2:1"], absent=(3, 4))
    decided(snapshot, 2, 1, "5.2.1", Code.COLOUR_PREFERENCES, 1)


def test_5_2_1_one_who_has_not_played_leaves_the_colour_to_the_other():
    """2 had White and wants Black; 1 has not played and wants nothing."""
    snapshot = field(["H", "W3:1", "B2:1"], absent=(3,))
    decided(snapshot, 1, 2, "5.2.1", Code.COLOUR_PREFERENCES, 1)


def test_5_2_2_the_stronger_preference_has_its_way():
    """Both want Black: 1, ranked higher, mildly after Black and White; 2 strongly after one White."""
    snapshot = field(["B3:1 W4:1", "W4:1 H", "W1:1 Z", "B2:1 B1:1"], absent=(3, 4))
    decided(snapshot, 1, 2, "5.2.2", Code.STRONGER_PREFERENCE, 2)


def test_5_2_2_of_absolute_preferences_the_wider_difference_has_its_way():
    """Topscorers in the last round: 1 had Black, White, White (difference 1), 2 White twice (2)."""
    lines = ["B3:2 W4:2 W5:2", "F W3:2 W4:2", "W1:0 B2:0 Z", "Z B1:0 B2:0", "Z Z B1:0"]
    snapshot = field(lines, rounds=4, absent=(3, 4, 5))
    decided(snapshot, 1, 2, "5.2.2", Code.STRONGER_PREFERENCE, 2)


def test_5_2_3_colours_alternate_from_the_latest_round_in_which_they_differed():
    """Both want Black strongly; in the third round 1 had Black and 2 White, so now the other way round.

    By 5.2.4 the higher ranked, 1, would have had Black.
    """
    lines = ["W3:1 W4:1 B5:1", "W4:1 B5:1 W3:1", "B1:1 Z B2:1", "B2:1 B1:1 Z", "Z W2:1 W1:1"]
    snapshot = field(lines, absent=(3, 4, 5))
    decided(snapshot, 1, 2, "5.2.3", Code.ALTERNATES_LATEST_DIFFERENCE, 1)


def test_5_2_3_skips_rounds_that_were_not_played():
    """The last game of 1 was in round 3, with Black, that of 2 in round 5, with White: these two differ.

    Round by round the two never had different colours, and 1 would have had Black by 5.2.4.
    """
    lines = ["W3:1 W4:1 B5:1 H H", "H W4:1 H B5:1 W3:1", "B1:1 Z Z Z B2:1", "Z B1:1 Z Z Z", "Z Z W1:1 W2:1 Z"]
    snapshot = field(lines, absent=(3, 4, 5))
    decided(snapshot, 1, 2, "5.2.3", Code.ALTERNATES_LATEST_DIFFERENCE, 1)


def test_5_2_4_the_higher_ranked_has_the_preference():
    """Both had White once. 2 has more points and so is ranked higher; the smaller number does not matter."""
    snapshot = field(["W3:1", "W4:2", "B1:1", "B2:0"], absent=(3, 4))
    decided(snapshot, 1, 2, "5.2.4", Code.HIGHER_PREFERENCE, 2)


def test_5_2_4_with_equal_points_the_smaller_number_is_ranked_higher():
    snapshot = field(["W3:1", "W4:1", "B1:1", "B2:1"], absent=(3, 4))
    decided(snapshot, 2, 1, "5.2.4", Code.HIGHER_PREFERENCE, 1)


@pytest.mark.parametrize(
    ("absent", "lines", "white", "black", "player"),
    [
        pytest.param((), ["", ""], 1, 2, 1, id="an odd number has the initial colour"),
        pytest.param((), ["H Z", "H F"], 1, 2, 2, id="an even number that is ranked higher has the other"),
        pytest.param((1,), ["", "", ""], 2, 3, 2, id="who was never there does not count"),
        pytest.param((1,), ["H", "H", "H"], 2, 3, 2, id="nor who stayed away by request"),
        pytest.param((1,), ["-4", "H", "H", "+1"], 3, 2, 2, id="who forfeited a game does"),
    ],
)
def test_5_2_5_the_number_decides_before_the_first_game(absent, lines, white, black, player):
    snapshot = field(lines, absent=(*absent, 4) if len(lines) == 4 else absent)
    decided(snapshot, white, black, "5.2.5", Code.INITIAL_COLOUR, player)


def test_5_2_5_goes_by_the_colour_that_was_drawn():
    snapshot = field(["", ""])
    drawn = Field(snapshot)
    grant = allocate(*drawn.colours, first_has_odd_number=True, initial=Colour.BLACK)
    assert (grant.first_is_white, grant.article) == (False, "5.2.5")
    assert pair_dutch(snapshot).pairs == (Pair(1, 2),)
