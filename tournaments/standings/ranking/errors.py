"""Refusals of the standings, each with a stable code and plain facts."""

from typing import Any, ClassVar


class StandingsRefusal(Exception):
    """A list of tie-breaks or prizes that cannot be applied; `code` is the reason, `facts` its subject."""

    code: ClassVar[str] = "standings_refused"

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts: dict[str, Any] = facts


class UnknownTiebreak(StandingsRefusal):
    """No tie-break has this code. Facts: text."""

    code = "unknown_tiebreak"


class ModifierUnfit(StandingsRefusal):
    """The tie-break does not support this modifier. Facts: text, allowed."""

    code = "modifier_unfit"


class TiebreakUnconfirmed(StandingsRefusal):
    """The tie-break is known by name only: no source defines it, so it is not computed. Facts: text."""

    code = "tiebreak_unconfirmed"


class NoTiebreaks(StandingsRefusal):
    """There is no default list: an event publishes its own (C.07 4.1)."""

    code = "no_tiebreaks"


class PrizesUnfit(StandingsRefusal):
    """A category's prizes increase from one place to the next, or one is negative. Facts: category."""

    code = "prizes_unfit"
