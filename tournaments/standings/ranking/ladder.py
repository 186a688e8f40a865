"""A ladder: an order of players that a won challenge changes. The rules are data, steps are values.

Each change of a ladder is a `Step` that states its own effect. So the same steps always give the same order,
even if the rules change later. A reverted step is left out and all others are replayed. An order is a tuple
of players from the first place down: places can never overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import partial
from types import MappingProxyType
from typing import Final

Order = tuple[int, ...]


class Effect(Enum):
    """Effect of a step on the order."""

    STAY = "stay"
    TAKE = "take"
    SWAP = "swap"
    BEHIND = "behind"
    DROP = "drop"
    PUT = "put"
    OUT = "out"


class ChallengeResult(Enum):
    """Result of a challenge that was played."""

    CHALLENGER = "challenger"
    DRAW = "draw"
    CHALLENGED = "challenged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change of a ladder.

    `places` is the place that PUT gives, and the distance of DROP. TAKE, SWAP and BEHIND do nothing if
    `player` is above `other` already, or one of the two is not on the ladder.
    """

    effect: Effect
    player: int
    other: int | None = None
    places: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRules:
    """Rules of a club for a ladder; 0 disables a rule, and as `reach` allows any place above."""

    reach: int
    answer_days: int
    play_days: int
    win: Effect
    draw: Effect
    refusal: Effect
    refusal_drop: int
    protection_days: int
    rematch_days: int
    idle_days: int
    idle_drop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A player in the view of the challenge rules; places count from 1."""

    player: int
    place: int
    is_frozen: bool = False
    is_busy: bool = False
    last_game: date | None = None


def after(order: Order, step: Step) -> Order:
    """The order after a step."""
    return _DOES[step.effect](order, step)


def replayed(steps: Iterable[Step]) -> Order:
    """Replay steps on an empty ladder, and return the order."""
    order: Order = ()
    for step in steps:
        order = after(order, step)
    return order


def _take(order: Order, step: Step, *, behind: int = 0) -> Order:
    """Move a player to the other's place, or so many behind it; all between go one down."""
    if step.other is None or not _is_below(order, step):
        return order
    return _placed(order, step.player, _without(order, step.player).index(step.other) + behind)


def _swap(order: Order, step: Step) -> Order:
    """Swap the places of two players."""
    if not _is_below(order, step):
        return order
    turned = {step.player: step.other, step.other: step.player}
    return tuple(turned.get(one, one) or 0 for one in order)


def _drop(order: Order, step: Step) -> Order:
    """Move a player so many places down, at most to the last."""
    if step.player not in order:
        return order
    return _placed(order, step.player, order.index(step.player) + max(0, step.places))


def _placed(order: Order, player: int, at: int) -> Order:
    """Move a player, new or not, behind so many others; behind the last is the last place."""
    rest = _without(order, player)
    return (*rest[:at], player, *rest[at:])


def _without(order: Order, player: int) -> Order:
    return tuple(one for one in order if one != player)


def _is_below(order: Order, step: Step) -> bool:
    if step.other is None or step.player not in order or step.other not in order:
        return False
    return order.index(step.player) > order.index(step.other)


_DOES: Final[Mapping[Effect, Callable[[Order, Step], Order]]] = MappingProxyType(
    {
        Effect.STAY: lambda order, _step: order,
        Effect.TAKE: _take,
        Effect.SWAP: _swap,
        Effect.BEHIND: partial(_take, behind=1),
        Effect.DROP: _drop,
        Effect.PUT: lambda order, step: _placed(order, step.player, max(0, step.places - 1)),
        Effect.OUT: lambda order, step: _without(order, step.player),
    }
)


def step_of_result(rules: LadderRules, result: ChallengeResult, challenger: int, challenged: int) -> Step:
    """Return the step of a played challenge: a win and a draw by the rules, a lost one nothing."""
    effects = {ChallengeResult.CHALLENGER: rules.win, ChallengeResult.DRAW: rules.draw}
    return Step(effect=effects.get(result, Effect.STAY), player=challenger, other=challenged)


def step_of_refusal(rules: LadderRules, challenger: int, challenged: int) -> Step:
    """Return the cost of a challenge refused or not answered."""
    if rules.refusal is Effect.DROP:
        return Step(effect=Effect.DROP, player=challenged, places=rules.refusal_drop)
    return Step(effect=rules.refusal, player=challenger, other=challenged)


def why_not(
    rules: LadderRules,
    challenger: Contender,
    challenged: Contender,
    *,
    today: date,
    last_met: date | None = None,
) -> str:
    """Return why one may not challenge the other today, as a code; empty if it is allowed."""
    up = challenger.place - challenged.place
    said = (
        ("not_above", up <= 0),
        ("too_far", 0 < rules.reach < up),
        ("you_are_away", challenger.is_frozen),
        ("other_is_away", challenged.is_frozen),
        ("you_are_busy", challenger.is_busy),
        ("other_is_busy", challenged.is_busy),
        ("other_is_protected", _is_within(challenged.last_game, rules.protection_days, today)),
        ("met_lately", _is_within(last_met, rules.rematch_days, today)),
    )
    return next((code for code, holds in said if holds), "")


def _is_within(day: date | None, days: int, today: date) -> bool:
    return day is not None and today - day < timedelta(days=days)


def is_idle(rules: LadderRules, since: date, today: date) -> bool:
    """Check that a player has been idle for so long that it costs places."""
    return bool(rules.idle_days and rules.idle_drop) and today - since >= timedelta(days=rules.idle_days)
