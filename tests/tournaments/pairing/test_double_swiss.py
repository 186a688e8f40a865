"""Double-Swiss against an enumeration of the articles, and small cases by article."""

from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from lexicographic_reference import Reference
from match_events import entrants, everybody_once, met, play_round
from random_histories import past_of

from tournaments.pairing.lexicographic.double_swiss import pair_double_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.reasons import Code
from tournaments.pairing.values import (
    Colour,
    NoLegalPairing,
    Pair,
    Player,
    PlayerRound,
    RoundKind,
    Snapshot,
)


def outcome(ask):
    """The pairs and the bye, or that there is no legal pairing."""
    try:
        return ask()
    except NoLegalPairing:
        return "none"


def engine(snapshot):
    proposal = pair_double_swiss(snapshot, score_by=ScoreBy.GAME_POINTS)
    return {frozenset((pair.white, pair.black)) for pair in proposal.pairs}, proposal.bye


def reference(snapshot):
    asked = Reference(snapshot, free_rounds=1, points="game_points", pair_quality=lambda *_: ())
    return asked.round()


@tries(300)
@given(seed=st.integers(0, 1_000_000), many=st.integers(2, 10), played=st.integers(0, 6), last=st.booleans())
def test_the_pairing_is_that_of_the_articles(seed, many, played, last):
    snapshot = past_of(seed, many, played, played + (1 if last else 3))
    assert outcome(lambda: engine(snapshot)) == outcome(lambda: reference(snapshot))


@tries(10)
@given(seed=st.integers(0, 10_000), many=st.integers(8, 31))
def test_whole_events_are_legal(seed, many):
    snapshot = Snapshot(players=entrants(many), round_number=1, rounds=6)
    for _ in range(5):
        proposal = pair_double_swiss(snapshot, score_by=ScoreBy.GAME_POINTS)
        everybody_once(snapshot, proposal)
        assert not {frozenset((pair.white, pair.black)) for pair in proposal.pairs} & set(met(snapshot))
        snapshot = play_round(snapshot, proposal, seed)


def test_the_first_round_has_no_halves_to_slide():
    """3.6.3: tops 1 2 3 4 come before any others, and each has the smallest number left."""
    proposal = pair_double_swiss(Snapshot(players=entrants(8), round_number=1, rounds=5))
    assert proposal.pairs == (Pair(1, 5), Pair(6, 2), Pair(3, 7), Pair(8, 4))


def test_the_bye_goes_to_the_largest_number():
    snapshot = Snapshot(players=entrants(5), round_number=1, rounds=5)
    proposal = pair_double_swiss(snapshot)
    assert proposal.bye == 5
    assert [each.code for each in proposal.reasons.bye.reasons][-1] is Code.BYE_LAST_NUMBER


def test_an_upfloater_with_a_smaller_number_is_the_top_member():
    """3.6.1: the smaller number is on top, whatever the score (bracket 1, 2, 4 and upfloater 3)."""
    rows = {1: (5, 2), 2: (6, 2), 3: (7, 1), 4: (8, 2), 5: (1, 0), 6: (2, 0), 7: (3, 1), 8: (4, 0)}
    players = tuple(
        Player(number=n, rounds=(PlayerRound(RoundKind.PLAYED, other, Colour.WHITE, points),))
        for n, (other, points) in rows.items()
    )
    proposal = pair_double_swiss(Snapshot(players=players, round_number=2, rounds=5))
    assert {frozenset((1, 3)), frozenset((2, 4))} <= {frozenset((p.white, p.black)) for p in proposal.pairs}
    moved = proposal.reasons.of(1, 3).meeting[0]
    assert (moved.code, moved.fact("player")) == (Code.UPFLOATER, 3)


def test_white_of_the_first_game_goes_to_who_had_fewer_whites():
    rows = {
        1: (3, Colour.WHITE, 2),
        2: (4, Colour.BLACK, 2),
        3: (1, Colour.BLACK, 0),
        4: (2, Colour.WHITE, 0),
    }
    players = tuple(
        Player(number=n, rounds=(PlayerRound(RoundKind.PLAYED, other, colour, points),))
        for n, (other, colour, points) in rows.items()
    )
    proposal = pair_double_swiss(Snapshot(players=players, round_number=2, rounds=3))
    assert proposal.pairs == (Pair(2, 1), Pair(3, 4))
    assert proposal.reasons.of(1, 2).colour.rule == "C.04.5 4.3.2"
