"""The order of a ladder: what each step does, who may challenge whom, and that nobody is lost."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tournaments.standings.ranking.ladder import (
    ChallengeResult,
    Contender,
    Effect,
    LadderRules,
    Step,
    after,
    is_idle,
    replayed,
    step_of_refusal,
    step_of_result,
    why_not,
)

TODAY = date(2026, 11, 22)
RULES = LadderRules(
    reach=2,
    answer_days=7,
    play_days=14,
    win=Effect.TAKE,
    draw=Effect.STAY,
    refusal=Effect.TAKE,
    refusal_drop=2,
    protection_days=3,
    rematch_days=14,
    idle_days=60,
    idle_drop=1,
)
ORDER = (1, 2, 3, 4, 5)


def rules(**changes):
    return LadderRules(**({name: getattr(RULES, name) for name in LadderRules.__slots__} | changes))


def step(effect, player, other=None, places=0):
    return Step(effect=effect, player=player, other=other, places=places)


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        pytest.param(step(Effect.TAKE, 4, 2), (1, 4, 2, 3, 5), id="who wins takes the place, others go down"),
        pytest.param(step(Effect.SWAP, 4, 2), (1, 4, 3, 2, 5), id="or the two change places"),
        pytest.param(
            step(Effect.BEHIND, 5, 2), (1, 2, 5, 3, 4), id="a draw may bring one up behind the other"
        ),
        pytest.param(step(Effect.DROP, 2, places=2), (1, 3, 4, 2, 5), id="a refusal may cost places"),
        pytest.param(step(Effect.DROP, 4, places=9), (1, 2, 3, 5, 4), id="nobody falls off the ladder"),
        pytest.param(step(Effect.DROP, 2), ORDER, id="or none"),
        pytest.param(step(Effect.PUT, 6, places=9), (1, 2, 3, 4, 5, 6), id="a newcomer begins at the bottom"),
        pytest.param(step(Effect.PUT, 6, places=1), (6, 1, 2, 3, 4, 5), id="or where the rating says"),
        pytest.param(step(Effect.PUT, 5, places=2), (1, 5, 2, 3, 4), id="somebody is moved by hand"),
        pytest.param(step(Effect.OUT, 2), (1, 3, 4, 5), id="who leaves makes room"),
        pytest.param(step(Effect.TAKE, 2, 4), ORDER, id="who stands above already stays"),
        pytest.param(step(Effect.TAKE, 4, 9), ORDER, id="nothing is taken from who is not there"),
        pytest.param(step(Effect.TAKE, 4, 4), ORDER, id="nor from oneself"),
        pytest.param(step(Effect.STAY, 4, 2), ORDER, id="a lost challenge changes nothing"),
    ],
)
def test_what_a_step_does(done, expected):
    assert after(ORDER, done) == expected


@pytest.mark.parametrize(
    ("changes", "result", "effect"),
    [
        pytest.param({}, ChallengeResult.CHALLENGER, Effect.TAKE, id="a win as the rules say"),
        pytest.param({"win": Effect.SWAP}, ChallengeResult.CHALLENGER, Effect.SWAP, id="by the other rule"),
        pytest.param({}, ChallengeResult.DRAW, Effect.STAY, id="a draw as the rules say"),
        pytest.param({"draw": Effect.BEHIND}, ChallengeResult.DRAW, Effect.BEHIND, id="a draw that counts"),
        pytest.param({"draw": Effect.BEHIND}, ChallengeResult.CHALLENGED, Effect.STAY, id="a loss nothing"),
    ],
)
def test_what_a_result_does(changes, result, effect):
    assert step_of_result(rules(**changes), result, 4, 2).effect is effect


def test_a_refusal_forfeits_the_place_or_costs_places():
    assert after(ORDER, step_of_refusal(RULES, 4, 2)) == (1, 4, 2, 3, 5)
    assert after(ORDER, step_of_refusal(rules(refusal=Effect.DROP), 4, 2)) == (1, 3, 4, 2, 5)
    assert after(ORDER, step_of_refusal(rules(refusal=Effect.STAY), 4, 2)) == ORDER


def contender(player, place, **more):
    return Contender(player=player, place=place, **more)


LATELY = TODAY - timedelta(days=2)


@pytest.mark.parametrize(
    ("one", "other", "more", "code"),
    [
        pytest.param({"place": 4}, {"place": 2}, {}, "", id="two places up is within reach"),
        pytest.param({"place": 5}, {"place": 2}, {}, "too_far", id="three are not"),
        pytest.param({"place": 2}, {"place": 4}, {}, "not_above", id="nobody challenges downward"),
        pytest.param({"place": 2}, {"place": 2}, {}, "not_above", id="nor oneself"),
        pytest.param(
            {"place": 4, "is_frozen": True}, {"place": 3}, {}, "you_are_away", id="who is away waits"
        ),
        pytest.param({"place": 4}, {"place": 3, "is_frozen": True}, {}, "other_is_away", id="and is left be"),
        pytest.param({"place": 4, "is_busy": True}, {"place": 3}, {}, "you_are_busy", id="one at a time"),
        pytest.param({"place": 4}, {"place": 3, "is_busy": True}, {}, "other_is_busy", id="for both"),
        pytest.param(
            {"place": 4}, {"place": 3, "last_game": LATELY}, {}, "other_is_protected", id="after a game"
        ),
        pytest.param({"place": 4, "last_game": LATELY}, {"place": 3}, {}, "", id="who played may challenge"),
        pytest.param({"place": 4}, {"place": 3}, {"last_met": LATELY}, "met_lately", id="not the same again"),
    ],
)
def test_who_may_challenge_whom(one, other, more, code):
    assert why_not(RULES, contender(1, **one), contender(2, **other), today=TODAY, **more) == code


def test_without_a_limit_any_place_above_is_within_reach():
    assert why_not(rules(reach=0), contender(1, 90), contender(2, 1), today=TODAY) == ""


def test_protection_ends_on_its_last_day():
    since = TODAY - timedelta(days=RULES.protection_days)
    assert why_not(RULES, contender(1, 2), contender(2, 1, last_game=since), today=TODAY) == ""


def test_idle_is_who_has_not_played_for_so_long():
    since = TODAY - timedelta(days=60)
    assert is_idle(RULES, since, TODAY)
    assert not is_idle(RULES, since + timedelta(days=1), TODAY)
    assert not is_idle(rules(idle_days=0), since, TODAY)
    assert not is_idle(rules(idle_drop=0), since, TODAY)


PLAYERS = some.integers(1, 8)
STEPS = some.builds(
    Step,
    effect=some.sampled_from(Effect),
    player=PLAYERS,
    other=some.none() | PLAYERS,
    places=some.integers(0, 12),
)
MANY = some.lists(STEPS, max_size=30)


def there(steps):
    """Who is on the ladder: who was put there last and has not left."""
    found = set()
    for one in steps:
        if one.effect is Effect.PUT:
            found.add(one.player)
        if one.effect is Effect.OUT:
            found.discard(one.player)
    return found


@given(MANY)
def test_places_are_a_permutation_after_any_sequence(steps):
    order = replayed(steps)
    assert len(set(order)) == len(order)
    assert set(order) == there(steps)


@given(MANY, some.integers(0, 30))
def test_taking_the_last_steps_back_restores_the_order(steps, kept):
    order = replayed(steps[:kept])
    rest = order
    for one in steps[kept:]:
        rest = after(rest, one)
    assert rest == replayed(steps)
    assert replayed(steps[:kept]) == order


@given(MANY, STEPS)
def test_only_those_between_the_two_move(steps, one):
    order = replayed(steps)
    moved = after(order, one)
    if one.effect is Effect.SWAP and moved != order:
        assert {p for p, q in zip(order, moved, strict=True) if p != q} == {one.player, one.other}
    if one.effect is Effect.TAKE and moved != order:
        assert moved.index(one.player) == order.index(one.other)
        assert [p for p in moved if p != one.player] == [p for p in order if p != one.player]


@given(MANY)
def test_nobody_falls_by_a_challenge_they_did_not_lose_a_place_in(steps):
    order = replayed(steps)
    for one in order[1:]:
        won = after(order, step(Effect.TAKE, one, order[0]))
        assert all(abs(won.index(p) - order.index(p)) <= 1 for p in order if p != one)
