"""Swiss for teams against an enumeration of the articles, and its colours case by case."""

from collections import Counter

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from lexicographic_reference import Reference
from random_histories import past_of

from tournaments.pairing.lexicographic.team_colours import (
    Preference,
    PreferenceType,
    Wish,
    preference,
)
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions, pair_team_swiss
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

W, B = Colour.WHITE, Colour.BLACK


def outcome(ask):
    try:
        return ask()
    except NoLegalPairing:
        return "none"


def wish(reference, number, kind):
    """1.7 in other words: (colour, strong), by counts."""
    colours = [each.colour for each in reference.past(number) if each.is_played]
    if not colours or kind is PreferenceType.NONE:
        return None, False
    count = Counter(colours)
    ahead = count[W] - count[B]
    last_two = colours[-2:] if len(colours) > 1 else []
    if ahead < -1 or (ahead in {0, -1} and last_two == [B, B]):
        return W, True
    if ahead > 1 or (ahead in {0, 1} and last_two == [W, W]):
        return B, True
    if kind is PreferenceType.A:
        return None, False
    last = reference.snapshot.round_number >= reference.snapshot.rounds
    white = ahead == -1 or (ahead == 0 and not last and colours[-1] is B)
    black = ahead == 1 or (ahead == 0 and not last and colours[-1] is W)
    return (W if white else B if black else None), False


def asked_by(kind):
    def quality(reference, one, other):
        mine, theirs = wish(reference, one, kind), wish(reference, other, kind)
        clash = mine[0] is not None and mine[0] is theirs[0]
        return int(clash), int(kind is PreferenceType.B and clash and mine[1] and theirs[1])

    return quality


@tries(200)
@given(
    seed=st.integers(0, 1_000_000),
    many=st.integers(2, 10),
    played=st.integers(0, 5),
    left=st.integers(1, 4),
    kind=st.sampled_from(PreferenceType),
)
def test_the_pairing_is_that_of_the_articles(seed, many, played, left, kind):
    snapshot = past_of(seed, many, played, played + left)

    def engine():
        proposal = pair_team_swiss(snapshot, TeamSwissOptions(preference=kind))
        return {frozenset((pair.white, pair.black)) for pair in proposal.pairs}, proposal.bye

    reference = Reference(snapshot, free_rounds=2, points="points", pair_quality=asked_by(kind))
    assert outcome(engine) == outcome(reference.round)


@pytest.mark.parametrize(
    ("colours", "kind", "is_last", "expected"),
    [
        pytest.param((), PreferenceType.B, False, Preference(), id="no match yet"),
        pytest.param((W,), PreferenceType.A, False, Preference(), id="A: one White is no preference"),
        pytest.param((W,), PreferenceType.B, False, Preference(B, Wish.MILD), id="B: one White is mild"),
        pytest.param((B, W, W), PreferenceType.A, False, Preference(B, Wish.STRONG), id="+1, White twice"),
        pytest.param((B, B, B, W, W), PreferenceType.A, False, Preference(), id="White twice made up for -3"),
        pytest.param((W, W), PreferenceType.A, False, Preference(B, Wish.STRONG), id="difference of two"),
        pytest.param((B, W), PreferenceType.B, True, Preference(), id="B: zero in the last round"),
        pytest.param((B, W), PreferenceType.B, False, Preference(B, Wish.MILD), id="B: zero before it"),
        pytest.param((W, W), PreferenceType.NONE, False, Preference(), id="no preferences at all"),
    ],
)
def test_preferences_of_teams(colours, kind, is_last, expected):
    assert preference(colours, kind, is_last=is_last) == expected


def met_each_other(one, other, *, rounds=9):
    """Two teams with these colours, all draws, against teams that are gone."""
    players = tuple(
        Player(
            number=number,
            rounds=tuple(PlayerRound(RoundKind.PLAYED, 90 + at, each, 1, 2) for at, each in enumerate(past)),
        )
        for number, past in ((1, one), (2, other))
    )
    return Snapshot(players=players, round_number=1 + len(one), rounds=rounds)


@pytest.mark.parametrize(
    ("one", "other", "kind", "pair", "article"),
    [
        pytest.param((), (), PreferenceType.A, Pair(1, 2), "4.3.1", id="nobody has played"),
        pytest.param((W, W), (W, B), PreferenceType.A, Pair(2, 1), "4.3.2", id="one wish"),
        pytest.param((W, W), (B, B), PreferenceType.A, Pair(2, 1), "4.3.3", id="two wishes that agree"),
        pytest.param(
            (W, B, W), (W, W, W), PreferenceType.B, Pair(1, 2), "4.3.4", id="mild gives way to strong"
        ),
        pytest.param((W, B, B), (B, W, W), PreferenceType.NONE, Pair(1, 2), "4.3.5", id="lower difference"),
        pytest.param((W, B), (B, W), PreferenceType.NONE, Pair(1, 2), "4.3.6", id="latest difference"),
        pytest.param((W, W), (W, W), PreferenceType.A, Pair(2, 1), "4.3.7", id="first team's wish"),
        pytest.param((W, B), (W, B), PreferenceType.NONE, Pair(1, 2), "4.3.8", id="first team alternates"),
    ],
)
def test_colours_of_a_match_name_their_article(one, other, kind, pair, article):
    proposal = pair_team_swiss(met_each_other(one, other), TeamSwissOptions(preference=kind))
    assert proposal.pairs == (pair,)
    assert proposal.reasons.pairs[0].colour.rule == f"C.04.6 {article}"


def test_the_second_score_tells_the_first_team_where_the_event_wants_it():
    past = {1: (W, 2), 2: (W, 3)}
    players = tuple(
        Player(number=n, rounds=(PlayerRound(RoundKind.PLAYED, 9, colour, 1, games),))
        for n, (colour, games) in past.items()
    )
    snapshot = Snapshot(players=players, round_number=2, rounds=9)
    options = TeamSwissOptions(preference=PreferenceType.NONE)
    assert pair_team_swiss(snapshot, options).pairs == (Pair(1, 2),)
    assert pair_team_swiss(snapshot, options).reasons.pairs[0].colour.fact("player") == 2
    by_number = TeamSwissOptions(preference=PreferenceType.NONE, first_by_second_score=False)
    assert pair_team_swiss(snapshot, by_number).pairs == (Pair(2, 1),)


def test_game_points_may_be_the_first_score_and_the_bye_is_worth_a_draw():
    players = tuple(
        Player(number=n, rounds=(PlayerRound(RoundKind.PLAYED, 10 + n, W, 1, games),))
        for n, games in ((1, 1), (2, 6), (3, 6), (4, 2), (5, 0))
    )
    snapshot = Snapshot(players=players, round_number=2, rounds=5)
    proposal = pair_team_swiss(snapshot, TeamSwissOptions(score_by=ScoreBy.GAME_POINTS))
    assert proposal.bye == 5
    assert {frozenset((each.white, each.black)) for each in proposal.pairs} == {
        frozenset((2, 3)),
        frozenset((1, 4)),
    }
    assert Code.BYE_LOWEST_SCORE in [each.code for each in proposal.reasons.bye.reasons]
