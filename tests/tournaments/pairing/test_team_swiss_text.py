"""Swiss for teams beside a reading of C.04.6 that tries everything (`team_swiss_text.py`)."""

from dataclasses import dataclass, replace
from itertools import combinations, product

import pytest
from effort import sample, tries
from hypothesis import given
from hypothesis import strategies as st
from match_events import entrants
from random_histories import past_of, with_lent_points
from team_swiss_text import Bye, Event, Match, pair

from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions, pair_team_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import (
    ABSENT_ROUND,
    Colour,
    NoLegalPairing,
    Player,
    PlayerRound,
    RoundKind,
    Snapshot,
)

KINDS = {PreferenceType.A: "A", PreferenceType.B: "B", PreferenceType.NONE: None}
LETTERS = {
    RoundKind.ALLOCATED_BYE: "U",
    RoundKind.FULL_BYE: "F",
    RoundKind.HALF_BYE: "H",
    RoundKind.ZERO_BYE: "Z",
}
OPTIONS = st.builds(
    TeamSwissOptions,
    score_by=st.sampled_from(ScoreBy),
    preference=st.sampled_from(PreferenceType),
    first_by_second_score=st.booleans(),
)


def event_of(snapshot, options):
    """The same past in the words of the reference."""
    by_match = options.score_by is ScoreBy.MATCH_POINTS
    return Event(
        teams=tuple(player.number for player in snapshot.players),
        rounds=snapshot.rounds,
        past=tuple(tuple(entries(snapshot, at)) for at in range(snapshot.round_number - 1)),
        absent=frozenset(player.number for player in snapshot.players if not player.is_present),
        apart=snapshot.forbidden,
        lent={
            (at, player.number): points
            for player in snapshot.players
            for at, points in enumerate(player.virtual, start=1)
        },
        win=snapshot.win,
        preferences=KINDS[options.preference],
        match_points_first=by_match,
        uses_secondary=options.first_by_second_score,
        initial_colour="W" if snapshot.initial_colour is Colour.WHITE else "B",
    )


def entries(snapshot, at):
    rows = {player.number: player.rounds[at] for player in snapshot.players}
    for number, one in rows.items():
        points = one.points, one.game_points
        if not one.opponent:
            yield Bye(number, points, LETTERS[one.kind])
        elif one.colour is Colour.WHITE or one.kind is RoundKind.FORFEIT_WIN:
            other = rows[one.opponent]
            theirs = other.points, other.game_points
            yield Match(number, one.opponent, points, theirs, is_played=one.is_played)


def by_the_engine(snapshot, options):
    try:
        proposal = pair_team_swiss(snapshot, options)
    except NoLegalPairing:
        return None
    return {(each.white, each.black) for each in proposal.pairs}, proposal.bye


def by_the_text(snapshot, options):
    paired = pair(event_of(snapshot, options))
    return None if paired is None else (set(paired.pairs), paired.bye or 0)


@tries(100)
@given(
    seed=st.integers(0, 1_000_000),
    many=st.integers(2, 9),
    played=st.integers(0, 5),
    left=st.integers(1, 4),
    options=OPTIONS,
    black_begins=st.booleans(),
)
def test_pairs_and_colours_are_those_of_the_text(seed, many, played, left, options, black_begins):
    past = past_of(seed, many, played, played + left)
    initial = Colour.BLACK if black_begins else Colour.WHITE
    snapshot = with_lent_points(replace(past, initial_colour=initial), seed)
    assert by_the_engine(snapshot, options) == by_the_text(snapshot, options)


def field_of(scores, met, *, round_number=5, rounds=6, barred=(), absent=()):
    """Teams with these scores who met these opponents, one a round.

    A team of `barred` had the bye. Scores are those of the first round: only the meetings matter here.
    """
    rows = {number: [ABSENT_ROUND] * (round_number - 1) for number in scores}
    for one, other in met:
        free = (at for at in range(1, round_number - 1) if {rows[one][at], rows[other][at]} == {ABSENT_ROUND})
        at = next(free)
        rows[one][at] = PlayerRound(RoundKind.PLAYED, other, Colour.WHITE)
        rows[other][at] = PlayerRound(RoundKind.PLAYED, one, Colour.BLACK)
    for number, points in scores.items():
        kind = RoundKind.ALLOCATED_BYE if number in barred else RoundKind.HALF_BYE
        rows[number][0] = PlayerRound(kind, points=points)
    players = tuple(
        Player(number=number, rounds=tuple(past), is_present=number not in absent)
        for number, past in rows.items()
    )
    return Snapshot(players=players, round_number=round_number, rounds=rounds, win=100, draw=50)


def test_lent_points_make_scoregroups_and_no_first_team():
    """C.04.7 1.5 with 4.2.1: 1 has 2 points and 2 lent, 2 has 3 points and 1 lent; 2 is the first team.

    Everybody had White once, and first teams alternate (4.3.8).
    """
    scores = {1: 2, 2: 3, 3: 3, 4: 3, 5: 0, 6: 0, 7: 0, 8: 0}
    plain = field_of(scores, [(1, 5), (2, 6), (3, 7), (4, 8)], absent=(5, 6, 7, 8))
    lent = {1: (0, 0, 0, 0, 2), 2: (0, 0, 0, 0, 1)}
    players = (replace(each, virtual=lent.get(each.number, ())) for each in plain.players)
    snapshot = replace(plain, players=tuple(players))
    made = by_the_engine(snapshot, TeamSwissOptions())
    assert made == by_the_text(snapshot, TeamSwissOptions()) == ({(1, 2), (4, 3)}, 0)


EMPTIED = {
    "became upfloaters": field_of(
        {1: 9, 2: 8, 3: 8, 4: 8, 5: 7, 6: 6, 7: 6, 8: 6, 9: 5, 10: 5}, [(1, 2), (1, 3), (1, 4), (7, 8)]
    ),
    "has the bye": field_of(
        {1: 9, 2: 8, 3: 8, 4: 8, 5: 7, 6: 6, 7: 6, 8: 6, 9: 5, 10: 5},
        [(7, 8)],
        barred=(6, 7, 8, 9, 10),
        absent=(1,),
    ),
}


@pytest.mark.parametrize("name", EMPTIED)
def test_nothing_is_asked_of_a_following_scoregroup_that_is_empty(name):
    """C6: 5 alone follows 2, 3 and 4, and is gone. So 6 goes up, though it leaves 7 and 8, who have met.

    Were the group of 6, 7 and 8 the following one in its place, 7 would go up.
    """
    snapshot = EMPTIED[name]
    pairs, bye = by_the_engine(snapshot, TeamSwissOptions())
    assert (pairs, bye) == by_the_text(snapshot, TeamSwissOptions())
    met = {frozenset(each) for each in pairs}
    assert [each for each in met if 6 in each and each & {2, 3, 4}]
    assert {frozenset((7, 9)), frozenset((8, 10))} <= met
    assert bye == (5 if name == "has the bye" else 0)


def test_a_following_scoregroup_that_is_there_needs_as_few_upfloaters_as_can_be():
    """C6 as much as possible (2.3): nobody leaves 2 to 6 without upfloaters, 2 leaves four, 3 only two."""
    everybody = list(combinations((3, 4, 5, 6), 2))
    snapshot = field_of({1: 9, **dict.fromkeys(range(2, 7), 8), 7: 7, 8: 7, 9: 6, 10: 6}, everybody)
    pairs, bye = by_the_engine(snapshot, TeamSwissOptions())
    assert (pairs, bye) == by_the_text(snapshot, TeamSwissOptions())
    assert {frozenset(each) for each in pairs} >= {frozenset((1, 3))}


@dataclass(frozen=True)
class Played:
    """Teams of a small event, the pairs of every round and what each of them can bring."""

    teams: int
    rounds: int
    options: TeamSwissOptions


@pytest.mark.parametrize(
    "event",
    sample(
        [
            Played(teams, rounds, TeamSwissOptions(preference=kind))
            for teams, rounds in ((5, 4), (6, 3))
            for kind in PreferenceType
        ],
        one_in=3,
    ),
    ids=str,
)
def test_every_course_of_a_small_event(event):
    """All results of all rounds: 5 teams for 3 rounds, 6 for 2; every round paired by both."""
    snapshots = [Snapshot(players=entrants(event.teams), round_number=1, rounds=event.rounds + 1)]
    for _ in range(event.rounds):
        courses = []
        for snapshot in snapshots:
            made = by_the_engine(snapshot, event.options)
            assert made == by_the_text(snapshot, event.options)
            if made is not None:
                courses += played_on(snapshot, made)
        snapshots = courses
    assert len(snapshots) > 6000  # of 6,561: a few end without a legal pairing


def played_on(snapshot, made):
    """The next round after each way in which this one could end: won, drawn or lost."""
    pairs, bye = sorted(made[0]), made[1]
    for results in product((2, 1, 0), repeat=len(pairs)):
        rows = {bye: PlayerRound(RoundKind.ALLOCATED_BYE, points=1, game_points=4)}
        for (white, black), points in zip(pairs, results, strict=True):
            rows[white] = PlayerRound(RoundKind.PLAYED, black, Colour.WHITE, points, 2 + 2 * points)
            rows[black] = PlayerRound(RoundKind.PLAYED, white, Colour.BLACK, 2 - points, 6 - 2 * points)
        players = tuple(replace(each, rounds=(*each.rounds, rows[each.number])) for each in snapshot.players)
        yield replace(snapshot, players=players, round_number=snapshot.round_number + 1)
