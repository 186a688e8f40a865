"""Fixed tables: Berger's, cycles with reversed colours, team against team, Varma's draw of numbers."""

from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.lots import Lots, seed_of
from tournaments.pairing.refusals import NoVarmaTable, RoundBeyondSchedule, TooFewPlayers, UnequalTeams
from tournaments.pairing.round_robin.schedule import RoundRobin, berger_round, pair_round_robin
from tournaments.pairing.round_robin.scheveningen import Scheveningen
from tournaments.pairing.round_robin.varma import VARMA, Entrant, draw_numbers
from tournaments.pairing.values import Pair, Player, Snapshot

TABLES = Path(__file__).parent.parent.parent / "data" / "pairing" / "berger.txt"


def published_tables():
    tables = {}
    for line in TABLES.read_text().splitlines():
        if line.startswith("players"):
            rounds = tables.setdefault(int(line.split()[1]), [])
        elif not line.startswith("#"):
            rounds.append(tuple(Pair(*map(int, pair.split("-"))) for pair in line.split()))
    return tables


def colours(rounds, player):
    """The colours of a player over rounds: W, B, or nothing where free."""
    return "".join(
        "W" if pair.white == player else "B"
        for pairs in rounds
        for pair in pairs
        if player in (pair.white, pair.black)
    )


def all_rounds(schedule):
    return [schedule.pairs(number) for number in range(1, schedule.rounds + 1)]


@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_the_tables_are_those_of_the_handbook(players):
    assert [berger_round(players, number) for number in range(1, players)] == published_tables()[players]


@tries(40)
@given(players=st.integers(2, 40), cycles=st.integers(1, 4), swap=st.booleans())
def test_every_pair_meets_once_a_cycle(players, cycles, swap):
    schedule = RoundRobin(players=players, cycles=cycles, swap_last_rounds=swap)
    size = players + players % 2
    everybody = Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))
    rounds = all_rounds(schedule)
    for cycle in range(cycles):
        part = rounds[cycle * (size - 1) : (cycle + 1) * (size - 1)]
        assert Counter(frozenset((p.white, p.black)) for pairs in part for p in pairs) == everybody
    for pairs in rounds:
        assert sorted(n for pair in pairs for n in (pair.white, pair.black)) == list(range(1, size + 1))


@tries(30)
@given(players=st.integers(2, 40), cycles=st.integers(1, 4))
def test_colours_of_a_player_differ_by_one_at_most(players, cycles):
    rounds = all_rounds(RoundRobin(players=players, cycles=cycles, swap_last_rounds=True))
    for player in range(1, players + 1):
        mine = colours(rounds, player)
        met_dummy = cycles if players % 2 else 0
        assert abs(mine.count("W") - mine.count("B")) <= 1 + met_dummy
        if cycles % 2 == 0:
            assert mine.count("W") == mine.count("B")


@pytest.mark.parametrize(("players", "cycles"), [(4, 2), *product([6, 8, 10, 12, 14], [2, 3, 4])])
def test_with_the_swap_nobody_has_a_colour_three_times_running(players, cycles):
    rounds = all_rounds(RoundRobin(players=players, cycles=cycles, swap_last_rounds=True))
    assert not [
        n for n in range(1, players + 1) if "WWW" in colours(rounds, n) or "BBB" in colours(rounds, n)
    ]


def test_without_the_swap_somebody_has():
    rounds = all_rounds(RoundRobin(players=10, cycles=2, swap_last_rounds=False))
    assert [n for n in range(1, 11) if "WWW" in colours(rounds, n) or "BBB" in colours(rounds, n)] == [1, 6]


def test_the_swap_exchanges_the_last_two_rounds_of_the_first_cycle():
    plain = all_rounds(RoundRobin(players=8, cycles=2, swap_last_rounds=False))
    swapped = all_rounds(RoundRobin(players=8, cycles=2, swap_last_rounds=True))
    assert swapped == [*plain[:5], plain[6], plain[5], *plain[7:]]


def test_two_players_swap_nothing():
    schedule = RoundRobin(players=2, cycles=2, swap_last_rounds=True)
    assert all_rounds(schedule) == [(Pair(1, 2),), (Pair(2, 1),)]


def test_games_of_a_pairing_change_colours():
    schedule = RoundRobin(players=4, cycles=1, swap_last_rounds=False, games_per_pairing=4)
    assert schedule.games(Pair(1, 4)) == (Pair(1, 4), Pair(4, 1), Pair(1, 4), Pair(4, 1))


def snapshot(numbers, round_number=1):
    players = tuple(Player(number=number) for number in numbers)
    return Snapshot(players=players, round_number=round_number, rounds=9)


def test_an_odd_field_gives_the_opponent_of_the_dummy_the_bye():
    table = RoundRobin(players=5, cycles=1, swap_last_rounds=False)
    byes = [pair_round_robin(snapshot(range(1, 6), n), table).bye for n in range(1, 6)]
    assert byes == [1, 4, 2, 5, 3]
    assert pair_round_robin(snapshot(range(1, 6), 1), table).pairs == (Pair(2, 5), Pair(3, 4))


def test_pairing_numbers_with_gaps_take_the_table_in_their_order():
    table = RoundRobin(players=4, cycles=1, swap_last_rounds=False)
    assert pair_round_robin(snapshot([2, 3, 7, 9]), table).pairs == (Pair(2, 9), Pair(3, 7))


@pytest.mark.parametrize(
    ("call", "refusal", "facts"),
    [
        pytest.param(
            lambda: berger_round(8, 8), RoundBeyondSchedule, {"round": 8, "rounds": 7}, id="round 8 of 7"
        ),
        pytest.param(lambda: berger_round(1, 1), TooFewPlayers, {"players": 1}, id="one player alone"),
        pytest.param(
            lambda: RoundRobin(players=4, cycles=2, swap_last_rounds=True).pairs(7),
            RoundBeyondSchedule,
            {"round": 7, "rounds": 6},
            id="a seventh round of two cycles of three",
        ),
        pytest.param(
            lambda: Scheveningen(first=(1, 2), second=(3,)),
            UnequalTeams,
            {"first": 2, "second": 1},
            id="teams of two and of one",
        ),
        pytest.param(
            lambda: Scheveningen(first=(1,), second=(2,)).propose(2),
            RoundBeyondSchedule,
            {"round": 2, "rounds": 1},
            id="a second round of one board",
        ),
        pytest.param(
            lambda: Scheveningen(first=(), second=()), TooFewPlayers, {"players": 0}, id="empty teams"
        ),
        pytest.param(
            lambda: draw_numbers([], 1), NoVarmaTable, {"players": 0}, id="no Varma table for nobody"
        ),
    ],
)
def test_refusals_say_what_stands_in_the_way(call, refusal, facts):
    with pytest.raises(refusal) as caught:
        call()
    assert caught.value.facts == facts


@pytest.mark.parametrize("size", range(1, 13))
def test_scheveningen_meets_everybody_with_both_colours(size):
    first, second = tuple(range(1, size + 1)), tuple(range(size + 1, 2 * size + 1))
    match = Scheveningen(first=first, second=second)
    rounds = [match.propose(number).pairs for number in range(1, size + 1)]
    met = sorted(tuple(sorted((p.white, p.black))) for pairs in rounds for p in pairs)
    assert met == sorted(product(first, second))
    for player in first + second:
        mine = colours(rounds, player)
        assert abs(mine.count("W") - mine.count("B")) == size % 2
        assert "WWW" not in mine
        assert "BBB" not in mine
    whites = [2 * sum(pair.white in first for pair in pairs) - size for pairs in rounds]
    most = {0: 0, 1: 1, 2: 2, 3: 1}[size % 4]
    assert {abs(more) for more in whites} == {most}
    assert all(one == -other for one, other in pairwise(whites))


def test_a_second_cycle_reverses_the_colours():
    match = Scheveningen(first=(1, 2, 3), second=(4, 5, 6), cycles=2)
    for number in (1, 2, 3):
        back = match.propose(number + 3).pairs
        assert match.propose(number).pairs == tuple(Pair(pair.black, pair.white) for pair in back)


@pytest.mark.parametrize("size", VARMA)
def test_an_envelope_of_varma_holds_no_late_meeting(size):
    late = {
        frozenset((p.white, p.black))
        for number in (size - 3, size - 2, size - 1)
        for p in berger_round(size, number)
    }
    assert sorted(number for envelope in VARMA[size] for number in envelope) == list(range(1, size + 1))
    for envelope in VARMA[size]:
        assert not late & {frozenset(pair) for pair in combinations(envelope, 2)}


def test_the_printed_row_for_12_lets_6_and_12_meet_in_the_last_round():
    assert Pair(6, 12) in berger_round(12, 11)


def entrants(*sizes):
    federations = [
        name for name, many in zip("ABCDEFGHIJKLMNOPQRSTUVWX", sizes, strict=False) for _ in range(many)
    ]
    return [Entrant(key, f"name {key:02}", federation) for key, federation in enumerate(federations)]


@tries(40)
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(9, 24))
def test_a_draw_gives_every_number_once(seed, players):
    drawn = draw_numbers(entrants(3, 2, 2, *[1] * (players - 7)), seed)
    assert sorted(drawn.numbers.values()) == list(range(1, players + 1))
    assert not drawn.split
    late = {
        frozenset((p.white, p.black))
        for number in range(players + players % 2 - 3, players + players % 2)
        for p in berger_round(players, number)
    }
    for team in ((0, 1, 2), (3, 4), (5, 6)):
        assert not late & {frozenset(drawn.numbers[key] for key in two) for two in combinations(team, 2)}


def fits(sizes, room):
    """Return whether every federation finds an envelope with a number for each of its players."""
    return not sizes or any(
        fits(sizes[1:], [*room[:at], free - sizes[0], *room[at + 1 :]])
        for at, free in enumerate(room)
        if free >= sizes[0]
    )


@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param((4, 3, 3, 2, 2), id="four go where four are, or two find no place"),
        pytest.param((3, 2, 2, 2, 1), id="each has its own"),
        pytest.param((3, 3, 3, 3, 2), id="no place for the last three"),
        pytest.param((5, 5, 4, 4, 2), id="all but one"),
        pytest.param((6, 4, 4, 2, 2), id="six alone"),
        pytest.param((7, 6, 3, 2, 2), id="one number is free"),
        pytest.param((2,) * 5, id="only pairs"),
        pytest.param((1,) * 23, id="nobody has a countryman"),
    ],
)
def test_no_federation_is_split_that_need_not_be(sizes):
    players = sum(sizes)
    room = [sum(number <= players for number in numbers) for numbers in VARMA[players + players % 2]]
    for seed in range(20):
        drawn = draw_numbers(entrants(*sizes), seed)
        assert bool(drawn.split) == (not fits(sizes, room))
        assert sorted(drawn.numbers.values()) == list(range(1, players + 1))


def test_a_federation_too_large_for_any_envelope_is_named():
    drawn = draw_numbers(entrants(5, 1, 1, 1, 1, 1), 7)
    assert drawn.split == ("A",)
    assert sorted(drawn.numbers.values()) == list(range(1, 11))


def test_the_same_seed_draws_the_same_numbers():
    assert draw_numbers(entrants(3, 3, 2, 2), 5) == draw_numbers(entrants(3, 3, 2, 2), 5)
    assert draw_numbers(entrants(3, 3, 2, 2), 5) != draw_numbers(entrants(3, 3, 2, 2), 6)


def test_lots_are_splitmix64():
    lots = Lots(1234567)  # the first numbers of the authors' own program for this seed
    assert [lots.number() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
    assert sorted(Lots(3).shuffled(range(10))) == list(range(10))


def test_published_lots_can_be_drawn_again():
    """The seed of a text is the beginning of its digest: those of NIST for the empty text and for abc."""
    assert seed_of("") == 0xE3B0C44298FC1C14
    assert seed_of("abc") == 0xBA7816BF8F01CFEA
    assert Lots(1).shuffled("abcdefgh") == tuple("edchfgab")
    assert len({Lots(seed).shuffled((1, 2, 3)) for seed in range(60)}) == 6


@pytest.mark.parametrize("bound", [(1 << 63) + 1, 3 << 61, 1 << 64, 9817491932198370423])
def test_a_number_that_would_favour_low_ones_is_drawn_again(bound):
    """The last bound is itself drawn from the first of the states."""
    third = 1234567 + 2 * 0x9E3779B97F4A7C15
    for seed in (third, *range(20)):
        lots, others = Lots(seed), Lots(seed)
        fair = next(number for number in iter(others.number, None) if number < (1 << 64) // bound * bound)
        assert lots.below(bound) == fair % bound
