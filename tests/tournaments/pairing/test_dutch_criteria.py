"""The smallest fields in which one criterion of C.04.3 (in force from 1 Feb 2026) alone decides a round.

Each is worked out in its docstring. `decides` asserts the round, that the other round is what the engine
would make without the criterion, that the comparison names the criterion with its counts, and that the
explanation of the first pair says what would be next best. Prohibitions keep rounds apart that are as
good and only later in order. Points are lent (`virtual`) where only the
score of a player matters, and opponents of the past are away where only colours and floats matter.
"""

from unittest.mock import patch

import pytest
from small_fields import field, given

from tournaments.pairing.checking.comparison import Verdict, compare
from tournaments.pairing.reasons import Code
from tournaments.pairing.swiss import dutch
from tournaments.pairing.swiss.completion import Completion
from tournaments.pairing.swiss.criteria import Criteria, exceeds_colour_difference, repeats_colour_thrice
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.swiss.graph import mask_of
from tournaments.pairing.swiss.ideal import IdealBracket
from tournaments.pairing.swiss.next_best import next_best, with_next_best
from tournaments.pairing.swiss.solver import solve_with_all_below
from tournaments.pairing.values import NoLegalPairing


def lent(*points, after=0):
    """So many points lent in the round to be paired, by number from 1; `after` so many rounds."""
    return {number: (*[0] * after, each) for number, each in enumerate(points, start=1) if each}


def proposal_text(proposal):
    boards = [f"{pair.white}-{pair.black}" for pair in proposal.pairs]
    return " ".join([*boards, str(proposal.bye)] if proposal.bye else boards)


def without(articles, snapshot):
    """The round that the engine makes when it does not know some of C6 to C21."""

    def others(counts):
        return lambda criteria: (count for count in counts(criteria) if count.article not in articles)

    def with_all_below(bracket, field, completion):
        return solve_with_all_below(field, bracket, has_bye=completion.has_bye)

    with (
        patch.object(IdealBracket, "first", lambda _: None),
        patch.object(dutch, "_solve_by_steps", with_all_below),
        patch.object(Criteria, "before_bye", others(Criteria.before_bye)),
        patch.object(Criteria, "bye", others(Criteria.bye)),
        patch.object(Criteria, "after_bye", others(Criteria.after_bye)),
    ):
        return proposal_text(pair_dutch(snapshot))


def decides(article, snapshot, expected, *, instead, counts, follows_suit=""):
    """`follows_suit` would decide the same were the article not there: it counts the same players."""
    proposal = pair_dutch(snapshot)
    assert proposal_text(proposal) == expected
    assert without({article, follows_suit}, snapshot) == instead
    pair = proposal.pairs[0]
    other = next_best(snapshot, proposal, pair.white, pair.black)
    assert (proposal_text(other.proposal), other.comparison.verdict) == (instead, Verdict.WORSE)
    assert (other.comparison.criterion, other.comparison.engine, other.comparison.given) == (article, *counts)
    reason = with_next_best(snapshot, proposal).reasons.pairs[0].meeting[-1]
    assert (reason.code, reason.rule) == (Code.NEXT_BEST_BOARDS, f"C.04.3 {article}")
    assert set(reason.fact("instead").split(", ")) <= set(instead.split())


def is_barred(snapshot, expected, *, instead, article):
    proposal = pair_dutch(snapshot)
    assert proposal_text(proposal) == expected
    compared = compare(snapshot, proposal, given(instead))
    assert (compared.verdict, compared.criterion) == (Verdict.ILLEGAL, article)


def test_c1_nobody_meets_twice():
    """1-3 and 2-4 would come first in order and give everybody their colour; but they have met."""
    snapshot = field(["W3:1", "W4:1", "B1:1", "B2:1"])
    is_barred(snapshot, "4-1 3-2", instead="3-1 4-2", article="C1")


def test_c2_nobody_has_a_second_bye():
    """With equal scores 3 would have the bye, 1-2 coming first in order; 3 had it three rounds ago."""
    snapshot = field(["Z Z Z", "Z Z Z", "u Z Z"], virtual=lent(1, 1, after=3))
    is_barred(snapshot, "1-3 2", instead="1-2 3", article="C2")
    with patch.object(Field, "__init__", _with_every_right_to_a_bye):
        assert proposal_text(pair_dutch(snapshot)) == "1-2 3"


def test_c2_nor_does_anybody_who_scored_a_win_without_playing():
    """The same after a full-point bye, which the text of 2017 did not bar."""
    snapshot = field(["Z Z Z", "Z Z Z", "F Z Z"], virtual=lent(2, 2, after=3))
    is_barred(snapshot, "1-3 2", instead="1-2 3", article="C2")


def _with_every_right_to_a_bye(self, snapshot, _init=Field.__init__):
    _init(self, snapshot)
    self.may_have_bye = [True] * self.size


def test_c3_two_absolute_preferences_for_one_colour_do_not_meet():
    """1 and 2 lead and both had White twice: they go down (C6 would have them meet), colours apart."""
    lines = ["W5:1 W6:1", "W6:1 W5:1", "Z Z", "Z Z", "B1:1 B2:1", "B2:1 B1:1"]
    snapshot = field(lines, absent=(5, 6))
    is_barred(snapshot, "3-1 4-2", instead="2-1 3-4", article="C3")


def test_c3_leaves_topscorers_of_the_last_round_alone():
    """The same leaders have more than half of the points possible before the last round."""
    lines = ["W5:2 W6:2", "W6:2 W5:2", "Z Z", "Z Z", "B1:0 B2:0", "B2:0 B1:0"]
    assert proposal_text(pair_dutch(field(lines, absent=(5, 6), rounds=3))) == "2-1 3-4"


def test_c4_whoever_is_left_must_be_pairable():
    """1 and 2 lead and could meet (C6), but 3 and 4 have met: both go down."""
    snapshot = field(["Z", "Z", "W4:0", "B3:0"], virtual=lent(1, 1, after=1))
    is_barred(snapshot, "1-3 4-2", instead="1-2 4-3", article="C1")
    other = next_best(snapshot, pair_dutch(snapshot), 1, 3)
    assert (proposal_text(other.proposal), other.comparison.verdict) == ("4-1 2-3", Verdict.LATER_IN_ORDER)


def test_c4_without_any_round_there_is_a_refusal():
    with pytest.raises(NoLegalPairing):
        pair_dutch(field(["W2:1", "B1:1"]))


def test_c5_the_bye_goes_to_the_lowest_score_before_downfloaters_are_few():
    """1 to 3 lead. Of 4 to 7 only 4 may have the bye; 5 can then meet nobody but 1.

    2 and 3 may not meet, so that all three leaders go down. With the bye for a leader only one would (C6):
    1-2 with 3 out, 4-5 and 6-7.
    """
    snapshot = field(
        ["Z Z Z", "Z Z Z", "Z Z Z", "Z Z Z", "u Z Z", "u Z Z", "u Z Z"],
        virtual=lent(2, 2, 2, 1, after=3),
        forbidden=[(2, 3), (2, 5), (3, 5), (5, 6), (5, 7), (4, 6), (4, 7)],
    )
    proposal = pair_dutch(snapshot)
    assert proposal_text(proposal) == "1-5 6-2 3-7 4"
    with patch.object(Completion, "_bye_candidates", _whoever_may_have_it):
        assert proposal_text(pair_dutch(snapshot)) == "1-2 5-4 7-6 3"
    compared = compare(snapshot, proposal, given("1-2 5-4 7-6 3"))
    assert (compared.criterion, compared.engine, compared.given) == ("C5", (1,), (2,))


def _whoever_may_have_it(completion):
    return mask_of(place for place, may in enumerate(completion.field.may_have_bye) if may)


def test_c6_as_few_as_can_be_go_down():
    """Two leaders meet. Were both to go down, the next bracket would have a pair more (C8)."""
    decides(
        "C6",
        field(["", "", "", ""], virtual=lent(1, 1)),
        "1-2 3-4",
        instead="1-3 4-2",
        counts=((0,), (2,)),
    )


def test_c7_who_goes_down_has_as_low_a_score_as_can_be():
    """1 and 2 may not meet and come down to 3, who can have one: 1 stays though both had White (C12)."""
    lines = ["W5:1", "Z", "W6:1", "Z", "B1:1", "B3:1"]
    decides(
        "C7",
        field(lines, absent=(5, 6), virtual=lent(2, 2, after=1), forbidden=[(1, 2)]),
        "3-1 4-2",
        instead="2-3 4-1",
        counts=((2,), (3,)),
    )


def test_c8_the_next_bracket_is_paired_as_well_as_can_be():
    """3 would go down (1-2 comes first), but 3 and 4 may not meet: then both would go on."""
    decides(
        "C8",
        field(["", "", "", "", "", ""], virtual=lent(2, 2, 2, 1), forbidden=[(3, 4), (1, 4)]),
        "1-3 4-2 5-6",
        instead="1-2 3-5 6-4",
        counts=((0, 0), (2, 1)),
    )


def test_c9_the_bye_goes_to_who_has_fewest_unplayed_games():
    """3 would have the bye (1-2 comes first), but has played no game; then 2, 1-3 coming first."""
    decides(
        "C9",
        field(["W4:0", "B5:0", "Z", "B1:2", "W2:2"], absent=(4, 5), forbidden=[(2, 3)]),
        "3-1 2",
        instead="2-1 3",
        counts=((0,), (1,)),
    )


TOPSCORERS_AFTER_FOUR = [
    "W5:2 W6:2 B7:2 W8:2",
    "W6:2 W5:2 B8:2 W7:2",
    "B7:2 B8:2 W5:2 W6:2",
    "B8:2 B7:2 W6:2 W5:2",
    "B1:0 B2:0 B3:0 B4:0",
    "B2:0 B1:0 B4:0 B3:0",
    "W3:0 W4:0 W1:0 B2:0",
    "W4:0 W3:0 W2:0 B1:0",
]


def test_c10_a_difference_beyond_two_is_worse_than_two_third_colours():
    """All four must have Black. 1 and 2 had three Whites of four; 3 and 4 only the last two.

    1-2 and 3-4 would cost a difference of three and one third White; 1-3 and 2-4 cost two third Whites (C11).
    """
    decides(
        "C10",
        field(TOPSCORERS_AFTER_FOUR, absent=(5, 6, 7, 8), rounds=5, forbidden=[(1, 4)]),
        "3-1 4-2",
        instead="2-1 4-3",
        counts=((0,), (1,)),
    )


def test_c11_no_third_colour_running():
    """1 and 3 had White twice running, 4 White twice of three, 2 Black twice of three.

    1-3 and 2-4 come first and miss one strong preference, as 1-4 and 2-3 do; but they cost a third White.
    """
    lines = [
        "B5:2 W6:2 W7:2",
        "B6:2 W5:2 B8:2",
        "B7:2 W8:2 W5:2",
        "W8:2 B7:2 W6:2",
        "W1:0 B2:0 B3:0",
        "W2:0 B1:0 B4:0",
        "W3:0 W4:0 B1:0",
        "B4:0 B3:0 W2:0",
    ]
    decides(
        "C11",
        field(lines, absent=(5, 6, 7, 8), rounds=4, forbidden=[(1, 2)]),
        "4-1 2-3",
        instead="3-1 2-4",
        counts=((0,), (1,)),
    )


def test_c12_as_few_as_can_be_miss_their_colour():
    """1 and 3 both want Black, mildly: 1-3 comes first, but 1-4 and 2-3 miss nobody's wish."""
    lines = ["B5:1 W6:1", "H H", "B6:1 W5:1", "H H", "W1:1 B3:1", "W3:1 B1:1"]
    decides(
        "C12",
        field(lines, absent=(5, 6), forbidden=[(1, 2)]),
        "4-1 2-3",
        instead="3-1 4-2",
        counts=((0,), (1,)),
    )


def test_c13_as_few_strong_wishes_as_can_be_are_missed():
    """All want Black, 1 and 3 strongly, 2 and 4 mildly: two wishes are missed in any case."""
    lines = ["W5:1 H", "B7:1 W8:1", "W6:1 H", "B8:1 W7:1", "B1:1 Z", "B3:1 Z", "W2:1 B4:1", "W4:1 B2:1"]
    decides(
        "C13",
        field(lines, absent=(5, 6, 7, 8), forbidden=[(1, 2)]),
        "4-1 2-3",
        instead="3-1 4-2",
        counts=((0,), (1,)),
    )


@pytest.mark.parametrize(("article", "since"), [("C14", ""), ("C16", " Z")])
def test_c14_and_c16_no_resident_goes_down_again(article, since):
    """3 would go down to 4 (1-2 comes first), but had a half-point bye, which is a float down."""
    rounds = 1 + len(since.split())
    snapshot = field(
        [each + since for each in ("Z", "Z", "H", "Z")], virtual=lent(1, 1, after=rounds), forbidden=[(1, 4)]
    )
    decides(article, snapshot, "1-3 4-2", instead="1-2 3-4", counts=((0,), (1,)))


@pytest.mark.parametrize(("article", "later", "since"), [("C15", "C19", ""), ("C17", "C21", " Z")])
def test_c15_and_c17_nobody_goes_up_again(article, later, since):
    """1 comes down to 2, 3 and 4; 2 comes first, but met somebody with more points."""
    snapshot = field(
        [each + since for each in ("F", "B5:1", "H", "H", "W2:1")],
        absent=(5,),
        virtual={5: (2,)},
        forbidden=[(1, 4)],
    )
    decides(article, snapshot, "1-3 2-4", instead="2-1 3-4", counts=((0,), (1,)), follows_suit=later)


@pytest.mark.parametrize(("article", "since"), [("C18", ""), ("C20", " Z")])
def test_c18_and_c20_who_was_moved_down_again_goes_no_further(article, since):
    """1 and 2 may not meet and come down to 3, who can have one; 1 comes first, but 2 floated down before."""
    rounds = 1 + len(since.split())
    snapshot = field(
        [each + since for each in ("Z", "H", "Z", "Z")],
        virtual=lent(2, 1, 1, after=rounds),
        forbidden=[(1, 2)],
    )
    decides(article, snapshot, "3-2 1-4", instead="1-3 4-2", counts=((1,), (2,)))


@pytest.mark.parametrize(("article", "since"), [("C19", ""), ("C21", " Z")])
def test_c19_and_c21_who_goes_up_again_goes_up_as_little_as_can_be(article, since):
    """1 with 3 points and 2 with 2 come down to 3 and 4; 3 went up before and meets 2 rather than 1."""
    rounds = 1 + len(since.split())
    snapshot = field(
        [each + since for each in ("Z", "Z", "B5:1", "H", "W3:1")],
        absent=(5,),
        virtual=lent(3, 2, after=rounds) | {5: (2,)},
        forbidden=[(1, 2)],
    )
    decides(article, snapshot, "1-4 3-2", instead="3-1 4-2", counts=((1,), (2,)))


def test_c10_and_c11_are_about_both_players_of_a_topscorers_pair():
    """1, a topscorer, wants Black more; so 2, who is none, has White three times running."""
    lines = ["W3:2 W4:2 W5:2", "W5:0 W3:0 Z", "B1:0 B2:2 Z", "Z B1:0 Z", "B2:2 Z B1:0"]
    seen = Field(field(lines, rounds=4, absent=(3, 4, 5)))
    assert seen.is_topscorer == [True, False]
    assert exceeds_colour_difference(seen, 0, 1)
    assert repeats_colour_thrice(seen, 0, 1)
