"""Club nights: near in strength, seldom the same opponent, colours even, and the bye goes round."""

from collections import Counter
from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from match_events import everybody_once, lot, play_round, with_absences

from tournaments.pairing.checking.club_night import check_club_night
from tournaments.pairing.checking.findings import Code as FindingCode
from tournaments.pairing.checking.findings import GivenRound, given_by
from tournaments.pairing.club_night.round import ClubNightOptions, byes_of, pair_club_night, strengths
from tournaments.pairing.reasons import Code
from tournaments.pairing.values import Colour, NoLegalPairing, Pair, Player, PlayerRound, RoundKind, Snapshot

USUAL = ClubNightOptions()


def club(*ratings, rounds=99):
    players = tuple(Player(number=at, rating=rating) for at, rating in enumerate(ratings, start=1))
    return Snapshot(players=players, round_number=1, rounds=rounds)


def members(many, seed=1):
    return club(*(1000 + lot(seed, number) % 900 for number in range(many)))


def opponents(proposal):
    return {frozenset((pair.white, pair.black)) for pair in proposal.pairs}


def season(snapshot, options, nights, seed=1, one_in=0):
    """Every night as it was before and as it was paired."""
    for _ in range(nights):
        if one_in:
            snapshot = with_absences(snapshot, seed, one_in)
        proposal = pair_club_night(snapshot, options)
        yield snapshot, proposal
        snapshot = play_round(snapshot, proposal, seed, games=options.games)


def all_rounds(numbers):
    """Every way to pair these, with somebody left out where they are odd."""
    if len(numbers) % 2:
        for out in numbers:
            for pairs in all_rounds([one for one in numbers if one != out]):
                yield [*pairs, (out,)]
        return
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        for pairs in all_rounds([one for one in others if one != other]):
            yield [(first, other), *pairs]


def cost_of(snapshot, options, pairs):
    """The criteria in their order, added up with nothing of the engine's."""
    players = {player.number: player for player in snapshot.players}
    wanted = min(options.rematch_after, snapshot.round_number)
    lowest = min((player.rating for player in snapshot.present if player.rating), default=0)
    byes, soon, squares = [], 0, 0
    for pair in pairs:
        one, *others = (players[number] for number in pair)
        if not others:
            had = [at for at, each in enumerate(one.rounds) if each.kind is RoundKind.ALLOCATED_BYE]
            byes.append((len(had), max(had, default=-1)))
            continue
        (other,) = others
        met = [
            at for at, each in enumerate(one.rounds, 1) if each.is_played and each.opponent == other.number
        ]
        soon += max(0, wanted - (snapshot.round_number - met[-1])) ** 2 if met else 0
        worth = abs((one.rating or lowest) - (other.rating or lowest)) + options.meeting_worth * len(met)
        worth += options.colour_worth * too_often(one, other) if options.games % 2 else 0
        squares += worth**2
    return byes, soon, squares


def too_often(one, other):
    mine, theirs = (
        sum((each.colour is Colour.WHITE) - (each.colour is Colour.BLACK) for each in player.rounds)
        for player in (one, other)
    )
    ways = [(mine + 1, theirs - 1), (mine - 1, theirs + 1)]
    return min(max(0, *(abs(each) - 1 for each in way)) for way in ways)


def test_the_first_night_pairs_neighbours_in_strength_from_the_strongest_down():
    proposal = pair_club_night(club(1500, 1900, 1480, 1850, 1200, 1230), USUAL)
    assert [{pair.white, pair.black} for pair in proposal.pairs] == [{2, 4}, {1, 3}, {5, 6}]
    assert proposal.reasons.pairs[0].meeting[0].fact("difference") == 50


@tries(30)
@given(
    many=st.integers(2, 8),
    seed=st.integers(0, 10_000),
    wait=st.integers(1, 4),
    games=st.sampled_from([1, 2]),
    worths=st.sampled_from([(100, 30), (0, 0), (300, 100)]),
)
def test_no_other_round_is_better(many, seed, wait, games, worths):
    options = ClubNightOptions(
        rematch_after=wait, games=games, meeting_worth=worths[0], colour_worth=worths[1]
    )
    for snapshot, proposal in season(members(many, seed), options, 7, seed, one_in=6):
        everybody_once(snapshot, proposal)
        made = [(pair.white, pair.black) for pair in proposal.pairs]
        made += [(proposal.bye,)] if proposal.bye else []
        numbers = [player.number for player in snapshot.present]
        best = min(cost_of(snapshot, options, pairs) for pairs in all_rounds(numbers))
        assert cost_of(snapshot, options, made) == best


@tries(15)
@given(many=st.integers(3, 30), seed=st.integers(0, 10_000), wait=st.integers(1, 5))
def test_the_checker_has_nothing_against_a_season(many, seed, wait):
    options = ClubNightOptions(rematch_after=wait)
    for snapshot, proposal in season(members(many, seed), options, 10, seed, one_in=5):
        report = check_club_night(snapshot, options, given_by(proposal))
        assert report.is_legal
        assert {each.code for each in report.findings} <= {FindingCode.REPEATED_MEETING}
        told = {each.code for each in proposal.reasons.about_round} == {Code.REMATCHES_NEEDED}
        assert told == bool(report.findings)


def test_seventeen_members_have_the_bye_once_each_before_anybody_has_it_twice():
    byes = [proposal.bye for _snapshot, proposal in season(members(17), USUAL, 34)]
    assert sorted(byes[:17]) == sorted(byes[17:]) == list(range(1, 18))


def test_the_last_bye_longest_ago_comes_first():
    snapshot = members(3)
    nights = list(season(snapshot, USUAL, 6))
    assert [proposal.bye for _snapshot, proposal in nights[3:]] == [
        proposal.bye for _snapshot, proposal in nights[:3]
    ]
    reason = nights[-1][1].reasons.bye.reasons[0]
    assert (reason.code, reason.fact("byes"), reason.fact("round")) == (Code.BYE_LONGEST_AGO, 1, 3)


def test_whoever_comes_every_night_of_a_season_has_both_sides_as_often():
    last = list(season(members(16), USUAL, 30))[-1][0]
    for player in last.players:
        counted = Counter(each.colour for each in player.rounds)
        assert abs(counted[Colour.WHITE] - counted[Colour.BLACK]) <= 2


def test_over_a_season_the_opponents_change_and_stay_near():
    last = list(season(members(20), USUAL, 30))[-1][0]
    ratings = {player.number: player.rating for player in last.players}
    apart = [abs(ratings[one.number] - ratings[each.opponent]) for one in last.players for each in one.rounds]
    everybody = [abs(one - other) for one in ratings.values() for other in ratings.values()]
    assert sum(apart) / len(apart) < sum(everybody) / len(everybody)
    for player in last.players:
        assert max(Counter(each.opponent for each in player.rounds).values()) <= 6


def test_two_who_meet_again_have_the_sides_turned():
    played = PlayerRound(RoundKind.PLAYED, 2, Colour.WHITE, 2), PlayerRound(RoundKind.PLAYED, 1, Colour.BLACK)
    players = tuple(Player(number=at, rating=1500, rounds=(one,)) for at, one in enumerate(played, start=1))
    snapshot = Snapshot(players=players, round_number=2, rounds=9)
    proposal = pair_club_night(snapshot, ClubNightOptions(games=2))
    assert proposal.pairs == (Pair(2, 1),)
    assert proposal.reasons.pairs[0].colour.code is Code.TURNED_SINCE
    assert proposal.reasons.about_round[0].code is Code.REMATCHES_NEEDED


def test_a_night_is_paired_as_it_always_was():
    """Of rounds that are equally good the lots choose: a night can be paired again years later."""
    pairs = [
        [(pair.white, pair.black) for pair in proposal.pairs]
        for _snapshot, proposal in season(club(*[1500] * 12), USUAL, 2)
    ]
    assert pairs == [
        [(1, 3), (4, 2), (5, 9), (10, 6), (7, 12), (11, 8)],
        [(2, 7), (3, 4), (12, 5), (6, 11), (8, 10), (9, 1)],
    ]


def test_boards_go_from_the_strongest_down_and_of_equal_ones_by_both_players():
    snapshot = replace(club(1800, 1800, 1700, 1500), forbidden=frozenset({frozenset((1, 2))}))
    boards = [{pair.white, pair.black} for pair in pair_club_night(snapshot, USUAL).pairs]
    assert [3 in board for board in boards] == [True, False]


def test_nobody_meets_again_too_soon_though_nothing_else_is_worth_anything():
    options = ClubNightOptions(meeting_worth=0, colour_worth=0)
    for seed in range(5):
        met = [opponents(proposal) for _snapshot, proposal in season(club(*[1500] * 6), options, 3, seed)]
        assert len(met[0] | met[1] | met[2]) == 9


def test_the_squares_of_the_rounds_that_lack_are_as_few_as_can_be():
    """Four and one that lack are 17, three and three 18: the first is the better round, unlike by cubes."""
    away = PlayerRound(RoundKind.ZERO_BYE)
    nights = [{}, {3: 4, 4: 3}, {}, {1: 3, 3: 1, 2: 4, 4: 2}, {1: 2, 2: 1}]

    def past(number):
        return tuple(
            PlayerRound(RoundKind.PLAYED, met[number], Colour.WHITE if number < met[number] else Colour.BLACK)
            if number in met
            else away
            for met in nights
        )

    players = tuple(Player(number=number, rating=1500, rounds=past(number)) for number in range(1, 5))
    apart = frozenset({frozenset((1, 4)), frozenset((2, 3))})
    snapshot = Snapshot(players=players, round_number=6, rounds=9, forbidden=apart)
    found = opponents(pair_club_night(snapshot, ClubNightOptions(rematch_after=5)))
    assert found == {frozenset((1, 2)), frozenset((3, 4))}


def test_byes_are_those_of_earlier_nights():
    bye, away = PlayerRound(RoundKind.ALLOCATED_BYE), PlayerRound(RoundKind.ZERO_BYE)
    player = Player(number=1, rounds=(bye, away, bye, bye))
    assert [byes_of(player, number) for number in (1, 2, 3, 4)] == [[], [1], [1], [1, 3]]


def with_past(*rounds, game_points=(0, 0, 0, 0)):
    """Four equal players of the second night, with the first as given: opponent and colour."""
    players = tuple(
        Player(
            number=at,
            rating=1500,
            rounds=(PlayerRound(RoundKind.PLAYED, opponent, colour, game_points=points),),
        )
        for at, ((opponent, colour), points) in enumerate(zip(rounds, game_points, strict=True), 1)
    )
    apart = frozenset({frozenset((1, 4)), frozenset((2, 3))})
    return Snapshot(players=players, round_number=2, rounds=9, forbidden=apart)


def test_two_games_of_a_colour_more_decide_who_has_it_less():
    past = with_past((3, Colour.WHITE), (4, Colour.BLACK), (1, Colour.BLACK), (2, Colour.WHITE))
    proposal = pair_club_night(past, USUAL)
    assert set(proposal.pairs) == {Pair(2, 1), Pair(3, 4)}
    for told in proposal.reasons.pairs:
        assert told.colour.code is Code.LOWER_COLOUR_DIFFERENCE
        assert (told.colour.fact("difference"), told.colour.fact("opponent_difference")) == (-1, 1)


def test_of_two_with_the_same_colours_the_lower_number_has_its_wish():
    """C.04.3 5.2.4; points of single games rank nobody on a club night."""
    past = with_past(
        (3, Colour.WHITE),
        (4, Colour.WHITE),
        (1, Colour.BLACK),
        (2, Colour.BLACK),
        game_points=(0, 2, 0, 2),
    )
    assert set(pair_club_night(past, USUAL).pairs) == {Pair(2, 1), Pair(3, 4)}


def test_who_has_no_rating_counts_as_the_lowest_there():
    players = [Player(number=1, rating=1800), Player(number=2), Player(number=3, rating=1300)]
    assert strengths(players) == [1800, 1300, 1300]
    assert strengths([Player(number=1)]) == [0]


def test_a_night_is_paired_the_same_in_whatever_order_the_players_are_given():
    snapshot = list(season(club(*[1500] * 12), USUAL, 5))[-1][0]
    turned = replace(snapshot, players=snapshot.players[::-1])
    assert opponents(pair_club_night(snapshot, USUAL)) == opponents(pair_club_night(turned, USUAL))


def test_who_is_kept_apart_does_not_meet_and_where_nothing_is_left_it_is_refused():
    snapshot = replace(club(1500, 1500, 1500), forbidden=frozenset({frozenset((1, 2))}))
    assert {1, 2} not in opponents(pair_club_night(snapshot, USUAL))
    two = replace(club(1500, 1500), forbidden=frozenset({frozenset((1, 2))}))
    with pytest.raises(NoLegalPairing):
        pair_club_night(two, USUAL)


def test_nobody_there_is_no_board():
    nobody = tuple(replace(each, is_present=False) for each in members(4).players)
    assert pair_club_night(replace(members(4), players=nobody), USUAL).pairs == ()


def test_what_the_checker_has_against_a_round_made_by_hand():
    first = members(5)
    (before, proposal), (now, _next) = season(first, USUAL, 2)
    again = GivenRound(proposal.pairs, (proposal.bye,))
    report = check_club_night(now, USUAL, again)
    assert report.is_legal
    assert [each.players[0] for each in report.about(FindingCode.BYE_TURN)] == [proposal.bye]
    assert len(report.about(FindingCode.REPEATED_MEETING)) == 2
    assert byes_of(before.players[proposal.bye - 1], 1) == []
    far = check_club_night(club(2000, 1990, 1200, 1210), USUAL, GivenRound((Pair(1, 3), Pair(2, 4))))
    assert [set(each.players) for each in far.about(FindingCode.BETTER_EXCHANGED)] == [{1, 2, 3, 4}]
