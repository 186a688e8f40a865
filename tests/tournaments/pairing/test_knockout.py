"""Knock-outs: seeds in the tree, byes, third place, the losers' bracket, one final or two."""

from collections import Counter
from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.knockout.bracket import Knockout, Stage, seeds_in_tree
from tournaments.pairing.knockout.progress import Decision, Progress
from tournaments.pairing.knockout.rounds import pair_knockout
from tournaments.pairing.lots import Lots
from tournaments.pairing.refusals import KnockoutOver, MissingResult, TooFewPlayers, UndecidedMatch
from tournaments.pairing.values import (
    ABSENT_ROUND,
    Colour,
    Pair,
    Player,
    PlayerRound,
    RoundKind,
    Snapshot,
    propose_nothing,
)


def single(players, *, third_place=False):
    return Knockout(players=players, is_double=False, third_place=third_place, has_reset=False)


def double(players, *, has_reset=True):
    return Knockout(players=players, is_double=True, third_place=False, has_reset=has_reset)


def entry_list(many):
    players = tuple(Player(number=number) for number in range(1, many + 1))
    return Snapshot(players=players, round_number=1, rounds=99)


def played(snapshot, pairs, won):
    """The next snapshot: `won` says who of a pair wins, 0 for a draw."""
    rounds = {player.number: ABSENT_ROUND for player in snapshot.players}
    for pair in pairs:
        winner = won(pair)
        for one, other, colour in (
            (pair.white, pair.black, Colour.WHITE),
            (pair.black, pair.white, Colour.BLACK),
        ):
            points = 1 if not winner else 2 * (winner == one)
            rounds[one] = PlayerRound(RoundKind.PLAYED, other, colour, points)
    players = tuple(replace(p, rounds=(*p.rounds, rounds[p.number])) for p in snapshot.players)
    return replace(snapshot, players=players, round_number=snapshot.round_number + 1)


def favourite(pair):
    return min(pair.white, pair.black)


def upset(pair):
    return max(pair.white, pair.black)


def play_out(rules, won=favourite):
    """Every round's proposal, and who won it all."""
    snapshot, proposals = entry_list(rules.players), []
    while True:
        try:
            proposal = pair_knockout(snapshot, rules)
        except KnockoutOver as over:
            return proposals, over.facts["winner"]
        proposals.append(proposal)
        snapshot = played(snapshot, proposal.pairs, won)


def meetings(proposal):
    return [tuple(sorted((pair.white, pair.black))) for pair in proposal.pairs]


def test_the_tree_of_eight_keeps_1_and_2_apart_until_the_final():
    assert seeds_in_tree(3) == (1, 8, 4, 5, 2, 7, 3, 6)


def test_favourites_meet_in_the_order_of_their_seeds():
    proposals, winner = play_out(single(8, third_place=True))
    assert [meetings(each) for each in proposals] == [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3)],
        [(1, 2), (3, 4)],
    ]
    assert winner == 1


def test_byes_go_to_the_top_seeds():
    proposals, _winner = play_out(single(6))
    assert proposals[0].free == (1, 2)
    assert meetings(proposals[0]) == [(4, 5), (3, 6)]
    assert [proposal.bye for proposal in proposals] == [0, 0, 0]


def test_two_players_have_no_match_for_third_place():
    proposals, winner = play_out(single(2, third_place=True))
    assert [meetings(each) for each in proposals] == [[(1, 2)]]
    assert winner == 1


@tries(40)
@given(players=st.integers(2, 40), seed=st.integers(0, 1000))
def test_whoever_loses_a_single_elimination_is_out(players, seed):
    lots = Lots(seed)
    proposals, winner = play_out(single(players), lambda pair: lots.one_of((pair.white, pair.black)))
    met = Counter(number for each in proposals for pair in meetings(each) for number in pair)
    assert sum(len(each.pairs) for each in proposals) == players - 1
    assert len(proposals) == (players - 1).bit_length()
    assert met[winner] + sum(winner in each.free for each in proposals) == len(proposals)


@tries(60)
@given(players=st.integers(2, 40), seed=st.integers(0, 1000), has_reset=st.booleans())
def test_whoever_loses_twice_in_a_double_elimination_is_out(players, seed, has_reset):
    lots, losses = Lots(seed), Counter()

    def won(pair):
        winner = lots.one_of((pair.white, pair.black))
        losses[pair.white + pair.black - winner] += 1
        return winner

    proposals, winner = play_out(double(players, has_reset=has_reset), won)
    for proposal in proposals:
        numbers = [number for pair in proposal.pairs for number in (pair.white, pair.black)]
        assert len(set(numbers)) == len(numbers)
        assert not set(numbers) & set(proposal.free)
    beaten = [number for number in range(1, players + 1) if number != winner]
    assert losses[winner] <= 1
    assert all(losses[number] == 2 for number in beaten) or (
        not has_reset and sorted(losses[number] for number in beaten)[:2] in ([1], [1, 2])
    )


@tries(40)
@given(depth=st.integers(2, 6), seed=st.integers(0, 1000))
def test_losers_meet_nobody_again_before_the_losers_bracket_is_down_to_its_last(depth, seed):
    lots = Lots(seed)
    proposals, _winner = play_out(double(2**depth), lambda pair: lots.one_of((pair.white, pair.black)))
    first_risk = {2: 3, 3: 4, 4: 5, 5: 6, 6: 7}[depth]
    early = [two for proposal in proposals[: first_risk - 1] for two in meetings(proposal)]
    assert max(Counter(early).values()) == 1


def test_four_players_in_double_elimination():
    proposals, winner = play_out(double(4))
    assert [meetings(each) for each in proposals] == [
        [(1, 4), (2, 3)],
        [(1, 2), (3, 4)],
        [(2, 3)],
        [(1, 2)],
    ]
    assert winner == 1


def test_losers_of_the_second_round_cross_over():
    proposals, _winner = play_out(double(8))
    assert meetings(proposals[1]) == [(1, 4), (2, 3), (5, 8), (6, 7)]
    assert meetings(proposals[2]) == [(3, 5), (4, 6)]


def test_who_comes_from_below_must_win_two_finals():
    snapshot, rules = entry_list(4), double(4)
    for _ in range(3):
        snapshot = played(snapshot, pair_knockout(snapshot, rules).pairs, favourite)
    first_final = pair_knockout(snapshot, rules)
    snapshot = played(snapshot, first_final.pairs, upset)
    second_final = pair_knockout(snapshot, rules)
    assert meetings(second_final) == meetings(first_final) == [(1, 2)]
    assert second_final.pairs[0].white == first_final.pairs[0].black
    snapshot = played(snapshot, second_final.pairs, upset)
    with pytest.raises(KnockoutOver) as caught:
        pair_knockout(snapshot, rules)
    assert caught.value.facts == {"round": 6, "winner": 2}


def test_without_a_second_final_the_first_decides():
    rules, met = double(4, has_reset=False), Counter()

    def second_meeting_goes_to_2(pair):
        met[frozenset((pair.white, pair.black))] += 1
        return 2 if met[frozenset((1, 2))] == 2 else favourite(pair)

    proposals, winner = play_out(rules, second_meeting_goes_to_2)
    assert (rules.rounds, len(proposals), winner) == (4, 4, 2)


def test_an_undecided_match_is_named_by_its_board():
    snapshot = entry_list(8)
    pairs = pair_knockout(snapshot, single(8)).pairs
    snapshot = played(snapshot, pairs, lambda pair: 0 if 7 in (pair.white, pair.black) else favourite(pair))
    with pytest.raises(UndecidedMatch) as caught:
        pair_knockout(snapshot, single(8))
    assert caught.value.facts == {"round": 1, "board": 3, "first": 2, "second": 7}
    tie_break_won = frozenset({Decision(1, 7)})
    assert meetings(pair_knockout(snapshot, single(8), tie_break_won)) == [(1, 4), (3, 7)]


def test_a_match_that_was_not_played_is_named():
    snapshot = played(entry_list(4), (Pair(2, 3),), favourite)
    with pytest.raises(MissingResult) as caught:
        pair_knockout(snapshot, single(4))
    assert caught.value.facts == {"round": 1, "board": 1, "first": 1, "second": 4}


def test_a_tree_changed_by_hand_goes_on_as_it_was_played():
    snapshot = played(entry_list(8), (Pair(1, 7), Pair(4, 5), Pair(2, 8), Pair(3, 6)), upset)
    assert meetings(pair_knockout(snapshot, single(8))) == [(5, 7), (6, 8)]


def test_who_changed_places_with_a_bye_goes_on_in_the_place_of_the_bye():
    drawn = pair_knockout(entry_list(6), single(6))
    assert (meetings(drawn), drawn.free) == ([(4, 5), (3, 6)], (1, 2))
    snapshot = played(entry_list(6), (Pair(1, 5), Pair(3, 6)), favourite)
    assert meetings(pair_knockout(snapshot, single(6))) == [(1, 4), (2, 3)]


def test_a_result_corrected_late_moves_nobody_who_has_played_on():
    snapshot = played(entry_list(4), pair_knockout(entry_list(4), single(4)).pairs, favourite)
    snapshot = played(snapshot, pair_knockout(snapshot, single(4)).pairs, favourite)
    won, lost = (replace(each.rounds[0], points=2 - each.rounds[0].points) for each in snapshot.players[1:3])
    players = list(snapshot.players)
    for at, result in ((1, won), (2, lost)):
        players[at] = replace(players[at], rounds=(result, *players[at].rounds[1:]))
    progress = Progress(replace(snapshot, players=tuple(players)), single(4), frozenset())
    assert progress.winner() == 1
    final = progress.placed[max(progress.placed)]
    assert {final.first, final.second} == {1, 2}


def test_a_round_that_was_never_played_is_missing():
    with pytest.raises(MissingResult):
        pair_knockout(replace(entry_list(4), round_number=2), single(4))


def test_a_forfeit_decides_a_match():
    snapshot = played(entry_list(2), (), favourite)
    won = PlayerRound(RoundKind.FORFEIT_WIN, 1, None, 2)
    lost = PlayerRound(RoundKind.FORFEIT_LOSS, 2, None, 0)
    players = tuple(
        replace(player, rounds=(result,))
        for player, result in zip(snapshot.players, (lost, won), strict=True)
    )
    assert Progress(replace(snapshot, players=players), single(2), frozenset()).winner() == 2


def test_colours_change_from_match_to_match():
    proposals, _winner = play_out(single(16))
    pairs = [pair for each in proposals for pair in each.pairs if 1 in (pair.white, pair.black)]
    assert "".join("W" if pair.white == 1 else "B" for pair in pairs) == "WBWB"


def test_one_player_cannot_be_knocked_out():
    with pytest.raises(TooFewPlayers):
        single(1)


def test_only_single_elimination_has_a_match_for_third_place():
    stages = [match.stage for match in single(4, third_place=True).matches()]
    assert stages == [Stage.MAIN, Stage.MAIN, Stage.FINAL, Stage.THIRD_PLACE]


def test_by_hand_nothing_is_proposed():
    assert propose_nothing(entry_list(4)).pairs == ()
