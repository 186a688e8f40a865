"""Effects of a club-night result: the lists on which it counts, a challenge that it decides.

All rows are locked before the result is written to the audit log: a holder of its lock must not wait.
"""

from functools import partial
from typing import NamedTuple

from club.core.actor import Actor
from tournaments.core.hooks import AfterResult, ResultChange
from tournaments.models import Pairing, RatingPeriod
from tournaments.nights.services.night_challenges import Held, follow_challenges, held_challenges
from tournaments.nights.services.night_ratings import follow_night, reports_of


class Behind(NamedTuple):
    """Rows that a result affects beyond its section, locked."""

    reports: list[RatingPeriod]
    challenges: list[Held]


def held_behind(pairing: Pairing) -> Behind | None:
    """Lock the reports that count a board's night, and its players' challenges; None outside a night."""
    night = pairing.round.night
    if night is None:
        return None
    return Behind(reports_of(night), held_challenges(pairing))


def hold_and_follow(pairing: Pairing) -> AfterResult:
    """Lock what a result of a night affects beyond its section; return the update of it."""
    return partial(_follow_result, held_behind(pairing))


def _follow_result(behind: Behind | None, change: ResultChange) -> None:
    follow(behind, change.pairing, change.actor, reason=change.reason)


def follow(behind: Behind | None, pairing: Pairing, actor: Actor, *, reason: str = "") -> None:
    """Update lists and ladders after a changed result."""
    if behind is not None:
        follow_night(behind.reports, actor, reason=reason)
        follow_challenges(behind.challenges, pairing, actor)
