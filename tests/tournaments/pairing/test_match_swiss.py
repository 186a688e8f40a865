"""Swiss rounds of matches: what always holds, and small cases in the arbiter's words."""

from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from lexicographic_reference import pairings
from match_events import entrants, everybody_once, met, play_round, with_absences
from random_histories import past_of

from tournaments.pairing.criteria import Weighted
from tournaments.pairing.lineup import Lineup, ScoreBy
from tournaments.pairing.match_swiss.legality import legality
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern, Rematch, UnknownGames
from tournaments.pairing.match_swiss.quality import criteria
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.reasons import Code
from tournaments.pairing.values import Colour, NoLegalPairing, Pair, Player, PlayerRound, RoundKind, Snapshot

few = tries(25)


def start(many, rounds, **facts):
    return Snapshot(
        players=entrants(many), round_number=1, rounds=rounds, initial_colour=Colour.BLACK, **facts
    )


def opponents(proposal):
    return {frozenset((pair.white, pair.black)) for pair in proposal.pairs}


def pairs_of(*pairs):
    return {frozenset(pair) for pair in pairs}


def played(opponent, points, game_points, colour=Colour.WHITE):
    return PlayerRound(RoundKind.PLAYED, opponent, colour, points, game_points)


@few
@given(
    many=st.integers(4, 17),
    seed=st.integers(0, 10_000),
    games=st.sampled_from((1, 2, 4)),
    score_by=st.sampled_from(ScoreBy),
    pattern=st.sampled_from(Pattern),
    forfeits=st.sampled_from((0, 5)),
)
def test_every_round_of_an_event_is_legal(many, seed, games, score_by, pattern, forfeits):
    options = MatchSwissOptions(
        games=games, score_by=score_by, start=pattern, pattern=pattern, seed=str(seed)
    )
    snapshot = start(many, rounds := min(7, many - 1))
    for _ in range(rounds):
        snapshot = with_absences(snapshot, seed, 9)
        proposal = pair_match_swiss(snapshot, options)
        everybody_once(snapshot, proposal)
        rematches = opponents(proposal) & set(met(snapshot))
        needed = Code.REMATCHES_NEEDED in proposal.reasons.codes()
        assert bool(rematches) == needed
        assert pair_match_swiss(snapshot, options) == proposal
        snapshot = play_round(snapshot, proposal, seed, games=games, forfeits=forfeits)


@few
@given(many=st.integers(4, 9), seed=st.integers(0, 10_000), distance=st.integers(1, 6))
def test_nobody_meets_again_within_the_distance_unless_it_is_told(many, seed, distance):
    options = MatchSwissOptions(rematch=Rematch.AFTER_ROUNDS, rematch_after=distance)
    snapshot = start(many, 11)
    for number in range(1, 12):
        proposal = pair_match_swiss(snapshot, options)
        everybody_once(snapshot, proposal)
        past = met(snapshot)
        gaps = [number - past[pair] for pair in opponents(proposal) if pair in past]
        told = [each for each in proposal.reasons.about_round if each.code is Code.REMATCHES_NEEDED]
        least = told[0].fact("distance") if told else min(distance, number)
        assert all(gap >= least for gap in gaps)
        snapshot = play_round(snapshot, proposal, seed)


@few
@given(many=st.integers(6, 16).filter(lambda n: n % 2 == 0), seed=st.integers(0, 10_000))
def test_first_moves_come_in_turn(many, seed):
    options = MatchSwissOptions(games=4)
    snapshot = start(many, 5)
    for number in range(1, 6):
        proposal = pair_match_swiss(snapshot, options)
        snapshot = play_round(snapshot, proposal, seed, games=4)
        if number == 2:
            starts = [
                sum(each.colour is Colour.BLACK for each in player.rounds) for player in snapshot.players
            ]
            assert set(starts) <= {0, 1, 2}


@few
@given(seed=st.integers(0, 10_000), flips=st.integers(1, 10_000))
def test_colours_never_decide_who_meets_whom_where_every_pairing_has_two_games(seed, flips):
    options = MatchSwissOptions(games=2)
    snapshot = start(10, 6)
    for _ in range(3):
        snapshot = play_round(snapshot, pair_match_swiss(snapshot, options), seed)
    turned = replace(
        snapshot,
        players=tuple(
            replace(
                player,
                rounds=tuple(
                    replace(each, colour=each.colour.opposite) if each.colour and flips >> at & 1 else each
                    for at, each in enumerate(player.rounds)
                ),
            )
            for player in snapshot.players
        ),
    )
    plain, other = pair_match_swiss(snapshot, options), pair_match_swiss(turned, options)
    assert opponents(plain) == opponents(other)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        pytest.param(Pattern.FOLD, pairs_of((1, 8), (2, 7), (3, 6), (4, 5)), id="fold: first against last"),
        pytest.param(
            Pattern.SLIDE, pairs_of((1, 5), (2, 6), (3, 7), (4, 8)), id="slide: upper against lower half"
        ),
    ],
)
def test_the_first_round_follows_its_pattern(pattern, expected):
    assert opponents(pair_match_swiss(start(8, 5), MatchSwissOptions(start=pattern))) == expected


def test_a_drawn_first_round_is_the_same_for_the_same_seed_only():
    drawn = {
        seed: pair_match_swiss(start(16, 5), MatchSwissOptions(start=Pattern.RANDOM, seed=seed))
        for seed in ("hall A", "hall B")
    }
    again = pair_match_swiss(start(16, 5), MatchSwissOptions(start=Pattern.RANDOM, seed="hall A"))
    assert again == drawn["hall A"]
    assert opponents(drawn["hall A"]) != opponents(drawn["hall B"])
    assert drawn["hall A"].reasons.codes() == [Code.SEED]


def test_initial_colours_alternate_by_number():
    proposal = pair_match_swiss(start(8, 5), MatchSwissOptions(start=Pattern.SLIDE))
    assert proposal.pairs == (Pair(5, 1), Pair(2, 6), Pair(7, 3), Pair(4, 8))
    assert proposal.reasons.pairs[0].colour.code is Code.INITIAL_COLOUR


def test_game_points_order_a_score_group_but_do_not_divide_it():
    rounds = {
        1: (5, 2, 4),
        2: (6, 2, 4),
        3: (7, 2, 3),
        4: (8, 2, 3),
        5: (1, 0, 0),
        6: (2, 0, 0),
        7: (3, 0, 1),
    }
    rounds[8] = (4, 0, 1)
    players = tuple(Player(number=n, rounds=(played(*facts),)) for n, facts in rounds.items())
    snapshot = Snapshot(players=players, round_number=2, rounds=5)
    folded = pair_match_swiss(snapshot, MatchSwissOptions(pattern=Pattern.FOLD))
    assert opponents(folded) == pairs_of((1, 4), (2, 3), (7, 6), (8, 5))
    by_games = pair_match_swiss(snapshot, MatchSwissOptions(score_by=ScoreBy.GAME_POINTS))
    assert opponents(by_games) == pairs_of((1, 2), (3, 4), (7, 8), (5, 6))


def test_a_pairing_forfeited_whole_may_be_paired_again():
    forfeit = (PlayerRound(RoundKind.FORFEIT_WIN, 2, None, 2, 4),), (PlayerRound(RoundKind.FORFEIT_LOSS, 1),)
    players = tuple(Player(number=n, rounds=past) for n, past in enumerate(forfeit, start=1))
    proposal = pair_match_swiss(Snapshot(players=players, round_number=2, rounds=3), MatchSwissOptions())
    assert opponents(proposal) == pairs_of((1, 2))
    assert Code.REMATCH not in [each.code for each in proposal.reasons.of(1, 2).meeting]


@pytest.mark.parametrize(("points", "bye"), [(2, 3), (4, 2)], ids=["of one game", "of the match"])
def test_a_forfeit_win_bars_from_the_bye_if_it_has_the_points_of_a_win(points, bye):
    """C.04.5 2.1.2; a match of which one game was forfeited and the other never begun has half of them."""
    forfeit = PlayerRound(RoundKind.FORFEIT_WIN, 6, None, points, points)
    present = [
        Player(number=n, rounds=(past,))
        for n, past in enumerate((played(4, 4, 4), played(5, 3, 3), forfeit), 1)
    ]
    lost = (played(1, 0, 0), played(2, 1, 1), PlayerRound(RoundKind.FORFEIT_LOSS, 3))
    gone = [Player(number=n, rounds=(past,), is_present=False) for n, past in enumerate(lost, 4)]
    snapshot = Snapshot(players=(*present, *gone), round_number=2, rounds=3, win=4, draw=2)
    assert pair_match_swiss(snapshot, MatchSwissOptions()).bye == bye


def test_too_many_rounds_for_the_field_are_told_and_the_widest_rematch_is_taken():
    snapshot = start(4, 5)
    for _ in range(3):
        snapshot = play_round(snapshot, pair_match_swiss(snapshot, MatchSwissOptions()), 1)
    proposal = pair_match_swiss(snapshot, MatchSwissOptions())
    needed = proposal.reasons.about_round[0]
    assert needed.code is Code.REMATCHES_NEEDED
    assert (needed.fact("wanted"), needed.fact("distance"), needed.fact("rematches")) == (0, 3, 2)
    assert proposal.reasons.codes()[1] is Code.MANY_ROUNDS
    with pytest.raises(NoLegalPairing):
        pair_match_swiss(snapshot, MatchSwissOptions(may_widen=False))


def test_the_leaders_may_meet_again_in_the_last_round_where_the_event_says_so():
    def round_two(rounds):
        rows = {1: played(2, 1, 2), 2: played(1, 1, 2), 3: played(4, 0, 0), 4: played(3, 0, 0)}
        players = tuple(Player(number=n, rounds=(one,)) for n, one in rows.items())
        return Snapshot(players=players, round_number=2, rounds=rounds)

    options = MatchSwissOptions(rematch=Rematch.LAST_ROUND)
    assert opponents(pair_match_swiss(round_two(2), options)) == pairs_of((1, 2), (3, 4))
    assert opponents(pair_match_swiss(round_two(3), options)) != pairs_of((1, 2), (3, 4))


def test_the_bye_goes_to_the_lowest_score_and_never_twice_while_another_can_have_it():
    had = PlayerRound(RoundKind.ALLOCATED_BYE, points=0, game_points=0)
    rows = {1: (played(2, 2, 4),), 2: (played(1, 0, 0),), 3: (had,)}
    players = tuple(Player(number=n, rounds=past) for n, past in rows.items())
    proposal = pair_match_swiss(Snapshot(players=players, round_number=2, rounds=2), MatchSwissOptions())
    assert proposal.bye == 2
    assert proposal.reasons.bye.reasons[0].code is Code.BYE_LOWEST_SCORE


def test_players_of_one_club_are_kept_apart_softly_or_hard():
    club = frozenset({"club:Hull"})
    players = tuple(Player(number=n, groups=club if n in {1, 3} else frozenset()) for n in range(1, 5))
    snapshot = Snapshot(players=players, round_number=1, rounds=2)
    assert opponents(pair_match_swiss(snapshot, MatchSwissOptions())) == pairs_of((1, 3), (2, 4))
    soft = pair_match_swiss(snapshot, MatchSwissOptions(soft_groups=club))
    assert opponents(soft) != pairs_of((1, 3), (2, 4))
    two = Snapshot(players=(players[0], players[2]), round_number=1, rounds=1)
    assert len(pair_match_swiss(two, MatchSwissOptions(soft_groups=club)).pairs) == 1
    with pytest.raises(NoLegalPairing):
        pair_match_swiss(two, MatchSwissOptions(hard_groups=club))


def test_with_one_game_a_pairing_colours_count_below_the_score():
    white, black = Colour.WHITE, Colour.BLACK
    rows = {1: (5, white), 2: (6, white), 3: (7, black), 4: (8, white)}
    rows |= {5: (1, black), 6: (2, black), 7: (3, white), 8: (4, black)}
    players = tuple(
        Player(number=n, rounds=(played(other, 2 if n < 5 else 0, 2, colour),))
        for n, (other, colour) in rows.items()
    )
    snapshot = Snapshot(players=players, round_number=2, rounds=5)
    options = MatchSwissOptions(games=1, pattern=Pattern.FOLD)
    assert opponents(pair_match_swiss(snapshot, options)) & pairs_of((1, 3), (2, 3), (4, 3))
    assert all(
        each.colour.rule.startswith("C.04.3 5.2")
        for each in pair_match_swiss(snapshot, options).reasons.pairs
    )


def test_each_pair_says_what_the_next_best_would_have_cost():
    proposal = pair_match_swiss(start(6, 3), MatchSwissOptions())
    last = proposal.reasons.pairs[0].meeting[-1]
    assert (last.code, last.fact("criterion")) == (Code.NEXT_BEST, "pattern")
    assert last.fact("more") > 0


def test_three_games_are_no_pairing():
    with pytest.raises(UnknownGames):
        MatchSwissOptions(games=3)


@pytest.mark.parametrize("many", [100, 301])
def test_a_large_field_fits_into_the_weights(many):
    options = MatchSwissOptions(score_by=ScoreBy.GAME_POINTS, games=4)
    snapshot = start(many, 9)
    for _ in range(3):
        proposal = pair_match_swiss(snapshot, options)
        everybody_once(snapshot, proposal)
        snapshot = play_round(snapshot, proposal, 5, games=4)


@tries(40)
@given(seed=st.integers(0, 100_000), many=st.integers(3, 8), games=st.sampled_from((1, 2)))
def test_no_other_round_is_better_by_the_criteria_in_their_order(seed, many, games):
    """Every perfect matching of a small field is compared, criterion by criterion."""
    options = MatchSwissOptions(games=games, soft_groups=frozenset({"club"}))
    snapshot = past_of(seed, many, 3, 6)
    club = frozenset({"club"})
    players = tuple(
        replace(each, groups=club if each.number % 3 else frozenset()) for each in snapshot.players
    )
    lineup = Lineup(replace(snapshot, players=players), options.score_by, second_orders=True)
    if not lineup.size:
        return
    legal = legality(lineup, options)
    weighted = Weighted(legal.edges, criteria(lineup, options, legal), legal.vertices)
    rounds = (pairing for pairing in pairings(list(legal.vertices)) if set(pairing) <= set(legal.edges))
    assert weighted.best().costs == min(map(weighted.costs, rounds))
