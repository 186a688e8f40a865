"""Fees of members for a period, with reasons: plain values in, one line for every member out.

Amounts are whole minor units. Shares are exact until the end. Then the lines of a household are rounded
together by the largest remainder, so that their sum is the household's sum.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

MONTHS_OF_A_YEAR = 12
NO_LESS, ALL_LESS = 0, 100


class WhyNot(StrEnum):
    """Reason why a member is not charged."""

    HONORARY = "honorary"
    DAY_GUEST = "day_guest"
    APPLIED = "applied"
    PAUSED = "paused"
    ENDED = "ended"
    NOT_YET = "not_yet"
    ALREADY = "already"
    NO_RULE = "no_rule"
    NOTHING = "nothing"
    EXEMPT = "exempt"
    REDUCED_AWAY = "reduced_away"
    HOUSEHOLD_FREE = "household_free"
    HOUSEHOLD_CAP = "household_cap"
    BY_HAND = "by_hand"


WHY_NOT_CHOICES = [(one.value, one.value) for one in WhyNot]


class Period(NamedTuple):
    """Period of a run, first and last day included: whole months."""

    starts_on: date
    ends_on: date

    @property
    def is_whole(self) -> bool:
        """True if it runs from the first day of a month to the last day of a month."""
        last = self.ends_on + timedelta(days=1)
        return self.starts_on < self.ends_on and self.starts_on.day == 1 and last.day == 1

    @property
    def months(self) -> int:
        """Number of months."""
        return months_begun(self.starts_on, self.ends_on)

    @property
    def days(self) -> int:
        """Number of days."""
        return (self.ends_on - self.starts_on).days + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Fee rule of a plan: `per` is year, month or run; `part` is full, month or day."""

    amount: int
    per: str = "year"
    part: str = "month"
    bands: tuple[tuple[int, int, int], ...] = ()  # from the age, to the age, per cent less


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Span of membership by a plan. States are those of memberships, and `refused` if it never began."""

    plan_id: int
    plan: str
    kind: str
    starts_on: date
    ends_on: date | None = None
    state: str = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Person with all facts that affect the fee. `adjusted` is a manual amount and its reason."""

    person_id: int
    payer_id: int
    spans: tuple[Span, ...]
    born_on: date | None = None
    household_id: int | None = None
    concession: str = "none"
    percent: int = 0
    is_charged_already: bool = False
    adjusted: tuple[int, str] | None = None


class Household(NamedTuple):
    """Household: the most it pays in a year, and the member from whom on it is free."""

    most: int | None = None
    free_from: int | None = None


Fact = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Fee line of a member: the amount and the facts behind it, or why there is none."""

    person_id: int
    payer_id: int
    plan: str = ""
    amount: int = 0
    why_not: WhyNot | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def is_charged(self) -> bool:
        """True if there is an amount to pay."""
        return self.why_not is None


@dataclass(slots=True, kw_only=True)
class _Due:
    """Fee of a member while its line is computed."""

    member: Member
    plan: str
    exact: Fraction
    facts: list[Fact] = field(default_factory=list)
    why_not: WhyNot | None = None
    rounded: int = 0


def fee_lines(
    *, period: Period, members: Iterable[Member], rules: Mapping[int, Rule], household: Household
) -> list[Line]:
    """Compute a line for every member, charged or not, in the order given."""
    everybody = list(members)
    dues = [_due(one, period, rules) for one in everybody]
    homes: dict[tuple[str, int], list[_Due]] = {}
    for due in dues:
        if due.why_not is None:
            home = due.member.household_id
            key = ("alone", due.member.person_id) if home is None else ("household", home)
            homes.setdefault(key, []).append(due)
    for (kind, _number), together in homes.items():
        _settle(together, period, household if kind == "household" else Household())
    return [_line(due) for due in dues]


def months_begun(first: date, last: date) -> int:
    """Count the calendar months that have a day in this period."""
    return (last.year - first.year) * MONTHS_OF_A_YEAR + last.month - first.month + 1


def age_on(day: date, born_on: date) -> int:
    """Compute the age of a person.

    Born on 29 February, a person turns a year older on 1 March in other years.
    """
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


def round_shares(exact: Sequence[Fraction]) -> list[int]:
    """Round to whole numbers with the sum of the parts, rounded half up; largest remainders go up."""
    floors = [int(one // 1) for one in exact]
    total = int((sum(exact, Fraction(0)) + Fraction(1, 2)) // 1)
    order = sorted(range(len(exact)), key=lambda at: (floors[at] - exact[at], at))
    for at in order[: total - sum(floors)]:
        floors[at] += 1
    return floors


def _due(member: Member, period: Period, rules: Mapping[int, Rule]) -> _Due:
    spans = [one for one in member.spans if _meets(one, period)]
    latest = max(spans or member.spans, key=lambda one: (one.starts_on, one.plan_id), default=None)
    due = _Due(member=member, plan=latest.plan if latest else "", exact=Fraction(0))
    due.why_not = _exclusion(member, spans, period, rules)
    if due.why_not is not None:
        return due
    for span in spans:
        if span.plan_id in rules and _counts(span):
            _add_span(due, span, period, rules[span.plan_id])
    if due.exact == 0:
        reduced = any(fact.get("percent") == ALL_LESS for fact in due.facts)
        due.why_not = WhyNot.REDUCED_AWAY if reduced else WhyNot.NOTHING
    return due


def _exclusion(member: Member, spans: list[Span], period: Period, rules: Mapping[int, Rule]) -> WhyNot | None:
    """Return why a member is excluded before anything is computed."""
    if member.is_charged_already:
        return WhyNot.ALREADY
    if not spans:
        later = any(one.starts_on > period.ends_on and one.state != "refused" for one in member.spans)
        return WhyNot.NOT_YET if later else WhyNot.ENDED
    counting = [one for one in spans if _counts(one)]
    if not counting:
        return _exclusion_by_state(spans)
    if member.concession == "exempt":
        return WhyNot.EXEMPT
    return None if any(one.plan_id in rules for one in counting) else WhyNot.NO_RULE


def _exclusion_by_state(spans: list[Span]) -> WhyNot:
    latest = max(spans, key=lambda one: one.starts_on)
    by_state = {"applied": WhyNot.APPLIED, "paused": WhyNot.PAUSED, "refused": WhyNot.ENDED}
    if latest.state in by_state:
        return by_state[latest.state]
    return WhyNot.HONORARY if latest.kind == "honorary" else WhyNot.DAY_GUEST


def _meets(span: Span, period: Period) -> bool:
    """Check that a day of the membership lies in the period."""
    return span.starts_on <= period.ends_on and (span.ends_on is None or span.ends_on >= period.starts_on)


def _counts(span: Span) -> bool:
    """Check that the membership is of a kind and in a state that pays; an ended one pays for its days."""
    return span.state in {"active", "ended"} and span.kind not in {"honorary", "day_guest"}


def _add_span(due: _Due, span: Span, period: Period, rule: Rule) -> None:
    member = due.member
    scale = {"month": Fraction(period.months), "year": Fraction(period.months, MONTHS_OF_A_YEAR)}
    whole = rule.amount * scale.get(rule.per, Fraction(1))
    due.facts.append({"code": "plan", "plan": span.plan, "amount": rule.amount, "per": rule.per})
    share, fact = _share(span, period, rule.part)
    if fact is not None:
        due.facts.append(fact)
    reductions: list[Fact] = [
        {"code": "age", "age": age_on(period.starts_on, member.born_on), "percent": percent}
        for low, high, percent in rule.bands
        if member.born_on is not None and low <= age_on(period.starts_on, member.born_on) <= high
    ]
    if member.concession != "none" and member.percent > NO_LESS:
        reductions.append({"code": "concession", "kind": member.concession, "percent": member.percent})
    best = max(reductions, key=lambda one: one["percent"], default=None)
    if best is not None:
        due.facts.append(best)
    due.exact += whole * share * Fraction(ALL_LESS - (best["percent"] if best else NO_LESS), ALL_LESS)


def _share(span: Span, period: Period, part: str) -> tuple[Fraction, Fact | None]:
    """Compute the part of the period that the membership pays for."""
    first = max(span.starts_on, period.starts_on)
    last = period.ends_on if span.ends_on is None else min(span.ends_on, period.ends_on)
    if part == "month":
        count, of = months_begun(first, last), period.months
    elif part == "day":
        count, of = (last - first).days + 1, period.days
    else:
        return Fraction(1), None
    return Fraction(count, of), None if count == of else {"code": f"{part}s", "count": count, "of": of}


def _settle(together: list[_Due], period: Period, household: Household) -> None:
    """Apply the rules of a household, then round the amounts of its members together."""
    ranked = sorted(together, key=lambda one: (-one.exact, one.member.person_id))
    if household.free_from is not None:
        for place, due in enumerate(ranked, start=1):
            if place >= household.free_from:
                due.exact, due.why_not = Fraction(0), WhyNot.HOUSEHOLD_FREE
                due.facts.append({"code": "household_free", "place": place})
    paying = [one for one in ranked if one.why_not is None]
    total = sum((one.exact for one in paying), Fraction(0))
    if household.most is not None:
        most = household.most * Fraction(period.months, MONTHS_OF_A_YEAR)
        if total > most:
            for due in paying:
                due.exact = due.exact * most / total
                due.facts.append({"code": "household_cap", "most": int(most)})
    for due, amount in zip(paying, round_shares([one.exact for one in paying]), strict=True):
        due.rounded = amount
        if amount == 0:
            capped = any(fact["code"] == "household_cap" for fact in due.facts)
            due.why_not = WhyNot.HOUSEHOLD_CAP if capped else WhyNot.NOTHING


def _line(due: _Due) -> Line:
    member, amount, why_not, facts = due.member, due.rounded, due.why_not, list(due.facts)
    if member.adjusted is not None and not member.is_charged_already:
        amount, reason = member.adjusted
        facts.append({"code": "by_hand", "was": due.rounded, "reason": reason})
        why_not = None if amount else WhyNot.BY_HAND
    return Line(
        person_id=member.person_id,
        payer_id=member.payer_id,
        plan=due.plan,
        amount=amount,
        why_not=why_not,
        facts=tuple(facts),
    )
