"""Event regulations: articles about the clock and behaviour in the hall, each with a ladder of sanctions.

Law books rule on the board. An event regulates what they leave open (telephones, late arrival, draw offers).
It names a preset (`regulation_presets`) and stores only the differences from it. A published preset is
therefore never changed: a new edition gets a new key.

An article has the same number in every event, by its place in `REGULATED`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.laws import LawBook, incidents
from games.laws.law_book import Certainty
from tournaments.conduct.consequences import Consequence

REGULATED: Final = incidents.REGULATED
PREFIX: Final = "Event regulations "
DEFAULT_TIME: Final = "default_time"
LATE_ARRIVAL: Final = "late_arrival"
BEFORE_THE_GAME: Final = frozenset({DEFAULT_TIME})
"""Offences by which a game is lost that was never begun: a forfeit."""
MAX_DEFAULT_MINUTES: Final = 240
MAX_RUNGS: Final = 5
MAX_AMOUNT: Final = 60
WITH_AMOUNT: Final = frozenset({Consequence.TIME_PENALTY, Consequence.POINTS_DEDUCTED})
"""Sanctions that need a number: minutes for the opponent, points."""
ON_A_LADDER: Final = (
    *(Consequence.REMINDER, Consequence.CAUTION, Consequence.WARNING, Consequence.TIME_PENALTY),
    *(Consequence.POINTS_DEDUCTED, Consequence.GAME_LOST, Consequence.EXCLUDED),
)
"""Sanctions that an article may name, the lightest first. "No sanction" is absent: it climbs no ladder."""


class Counted(StrEnum):
    """Scope of the earlier offences that climb a ladder: the same game, or the whole event."""

    GAME = "game"
    EVENT = "event"


class Rung(NamedTuple):
    """Sanction of a ladder. `amount` is minutes of a time penalty or points; the last rung repeats."""

    consequence: Consequence
    amount: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Article of the regulations. `text_key` names the preset's wording; `text` is the event's own, if any.

    `reasons` are the event's own ready-made reasons; None leaves those of the program.
    """

    code: str
    rungs: tuple[Rung, ...]
    counted: Counted
    source: str
    certainty: Certainty = Certainty.CONFIRMED
    text_key: str = ""
    text: str = ""
    reasons: tuple[str, ...] | None = None

    @property
    def article(self) -> str:
        """Identifier by which rulings cite the article."""
        return article_of(self.code)

    @property
    def number(self) -> int:
        """Number of the article, the same in every event."""
        return REGULATED.index(self.code) + 1

    @property
    def wording(self) -> str:
        """Key of the preset's wording."""
        return self.text_key or self.code

    def rung_after(self, earlier: int) -> Rung:
        """Return the rung of an offence after `earlier` others."""
        return self.rungs[min(earlier, len(self.rungs) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """Regulations of an event. `further` is additional text of the event, without a ladder."""

    preset: str
    default_minutes: int
    rules: Mapping[str, Rule] = field(default_factory=lambda: MappingProxyType({}))
    further: str = ""

    def rule(self, code: str) -> Rule | None:
        """Return the article about an incident; None where the event has none."""
        return self.rules.get(code)

    def rule_for_incident(self, book: LawBook, code: str) -> Rule | None:
        """Return the article that applies to an incident: the law book has priority where it rules on it."""
        return None if code in book.rulings else self.rules.get(code)


def article_of(code: str) -> str:
    """Return the identifier of the article about an incident."""
    return f"{PREFIX}{REGULATED.index(code) + 1}"


def code_of(article: str) -> str:
    """Return the incident of an article; "" where it is no article of event regulations."""
    number = article.removeprefix(PREFIX)
    is_one = article.startswith(PREFIX) and number.isascii() and number.isdecimal() and len(number) <= 3  # noqa: PLR2004 - digits
    return REGULATED[int(number) - 1] if is_one and 0 < int(number) <= len(REGULATED) else ""


def effective_code(code: str, minutes: int | None, regulations: Regulations) -> str:
    """Return the code of an incident; a late arrival beyond the default time becomes a default."""
    is_over = code == LATE_ARRIVAL and minutes is not None and minutes > regulations.default_minutes
    return DEFAULT_TIME if is_over and DEFAULT_TIME in regulations.rules else code


# ---- stored form: in an event, and quoted by a ruling ----


def rule_values(rule: Rule) -> dict[str, Any]:
    """Return an article as plain values."""
    values: dict[str, Any] = {
        "rungs": [[one.consequence.value, one.amount] for one in rule.rungs],
        "counted": rule.counted.value,
        "text": rule.text,
    }
    return values if rule.reasons is None else values | {"reasons": list(rule.reasons)}


def changed_rule(rule: Rule, values: Mapping[str, Any]) -> Rule:
    """Return an article with the values of its stored form in place of the preset's."""
    reasons = values.get("reasons")
    return Rule(
        code=rule.code,
        rungs=rungs_of(values["rungs"]) if "rungs" in values else rule.rungs,
        counted=Counted(values.get("counted", rule.counted)),
        source=rule.source,
        certainty=rule.certainty,
        text_key=rule.text_key,
        text=str(values.get("text", rule.text)),
        reasons=rule.reasons if reasons is None else tuple(reasons),
    )


def rungs_of(values: Sequence[Sequence[Any]]) -> tuple[Rung, ...]:
    """Read a ladder from its stored form."""
    return tuple(Rung(Consequence(str(name)), int(amount)) for name, amount in values)


def unfit_rungs(rungs: Sequence[Rung]) -> str:
    """Return the error of a ladder (`empty`, `long`, `sanction`, `amount`, `falls`); "" for none."""
    if not rungs:
        return "empty"
    if len(rungs) > MAX_RUNGS:
        return "long"
    if any(one.consequence not in ON_A_LADDER for one in rungs):
        return "sanction"
    if any(not _amount_fits(one) for one in rungs):
        return "amount"
    places = [(ON_A_LADDER.index(one.consequence), one.amount) for one in rungs]
    return "falls" if places != sorted(places) else ""


def _amount_fits(rung: Rung) -> bool:
    if rung.consequence in WITH_AMOUNT:
        return 0 < rung.amount <= MAX_AMOUNT
    return rung.amount == 0
