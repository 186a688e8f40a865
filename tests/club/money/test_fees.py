"""What members pay for a time, and why: rule by rule, without a database."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.money.fees import Household, Member, Period, Rule, Span, WhyNot, age_on, fee_lines, round_shares

YEAR = Period(date(2026, 1, 1), date(2026, 12, 31))
LEAP = Period(date(2028, 1, 1), date(2028, 12, 31))
SEASON = Period(date(2026, 9, 1), date(2027, 8, 31))
HALF = Period(date(2026, 1, 1), date(2026, 6, 30))
ADULT, YOUTH, GUEST, HONORARY = 1, 2, 3, 4


def span(plan=ADULT, starts=date(2020, 1, 1), ends=None, kind="adult", state="active"):
    return Span(plan_id=plan, plan=f"plan {plan}", kind=kind, starts_on=starts, ends_on=ends, state=state)


def somebody(*spans, number=1, **facts):
    return Member(person_id=number, payer_id=facts.pop("payer", number), spans=spans or (span(),), **facts)


ALONE = Household()


def one_line(member, *, period=YEAR, rules=None, household=ALONE):
    rules = {ADULT: Rule(amount=12000)} if rules is None else rules
    return fee_lines(period=period, members=[member], rules=rules, household=household)[0]


@pytest.mark.parametrize(
    ("rule", "period", "member", "amount"),
    [
        pytest.param(Rule(amount=12000), YEAR, somebody(), 12000, id="a year for a year"),
        pytest.param(Rule(amount=12000), HALF, somebody(), 6000, id="half a year of a year's amount"),
        pytest.param(Rule(amount=12000), SEASON, somebody(), 12000, id="a season is a year"),
        pytest.param(Rule(amount=1000, per="month"), HALF, somebody(), 6000, id="six months"),
        pytest.param(Rule(amount=1000, per="run"), HALF, somebody(), 1000, id="an amount for the run"),
        pytest.param(
            Rule(amount=12000),
            YEAR,
            somebody(span(starts=date(2026, 10, 31))),
            3000,
            id="the months begun: joined on the last day of October",
        ),
        pytest.param(
            Rule(amount=12000, part="full"),
            YEAR,
            somebody(span(starts=date(2026, 12, 31))),
            12000,
            id="everything for a day",
        ),
        pytest.param(
            Rule(amount=36500, part="day"),
            YEAR,
            somebody(span(starts=date(2026, 12, 31))),
            100,
            id="a day of 365",
        ),
        pytest.param(
            Rule(amount=36600, part="day"),
            LEAP,
            somebody(span(starts=date(2028, 2, 29), ends=date(2028, 2, 29), state="ended")),
            100,
            id="29 February, a day of 366",
        ),
        pytest.param(
            Rule(amount=12000),
            YEAR,
            somebody(span(ends=date(2026, 3, 1), state="ended")),
            3000,
            id="ended in March",
        ),
        pytest.param(
            Rule(amount=12000, bands=((0, 17, 50), (65, 150, 25))),
            YEAR,
            somebody(born_on=date(2008, 1, 2)),
            6000,
            id="seventeen on the first day",
        ),
        pytest.param(
            Rule(amount=12000, bands=((0, 17, 50), (65, 150, 25))),
            YEAR,
            somebody(born_on=date(2008, 1, 1)),
            12000,
            id="eighteen on the first day",
        ),
        pytest.param(
            Rule(amount=12000, bands=((0, 17, 50),)), YEAR, somebody(), 12000, id="no birth date, no band"
        ),
        pytest.param(
            Rule(amount=12000), YEAR, somebody(concession="hardship", percent=30), 8400, id="hardship"
        ),
        pytest.param(
            Rule(amount=12000, bands=((0, 30, 50),)),
            YEAR,
            somebody(born_on=date(2010, 1, 1), concession="other_club", percent=30),
            6000,
            id="the larger reduction counts, not both",
        ),
        pytest.param(Rule(amount=12345), YEAR, somebody(adjusted=(5000, "as agreed")), 5000, id="by hand"),
    ],
)
def test_what_is_paid(rule, period, member, amount):
    line = one_line(member, period=period, rules={ADULT: rule})
    assert (line.amount, line.why_not) == (amount, None)


@pytest.mark.parametrize(
    ("member", "why_not"),
    [
        pytest.param(somebody(span(HONORARY, kind="honorary")), "honorary", id="honorary"),
        pytest.param(somebody(span(GUEST, kind="day_guest")), "day_guest", id="a day guest"),
        pytest.param(somebody(span(state="applied")), "applied", id="applied"),
        pytest.param(somebody(span(state="paused")), "paused", id="paused"),
        pytest.param(somebody(span(state="refused")), "ended", id="refused"),
        pytest.param(somebody(span(ends=date(2025, 12, 31), state="ended")), "ended", id="ended before"),
        pytest.param(somebody(span(starts=date(2027, 1, 1))), "not_yet", id="joins later"),
        pytest.param(somebody(is_charged_already=True), "already", id="charged already"),
        pytest.param(somebody(span(YOUTH)), "no_rule", id="a plan without a fee"),
        pytest.param(somebody(concession="exempt"), "exempt", id="exempt"),
        pytest.param(
            somebody(concession="hardship", percent=100), "reduced_away", id="reduced by everything"
        ),
        pytest.param(somebody(adjusted=(0, "helped a lot")), "by_hand", id="by hand"),
    ],
)
def test_why_nothing_is_paid(member, why_not):
    line = one_line(member)
    assert (line.amount, line.why_not) == (0, WhyNot(why_not))


def test_a_plan_that_costs_nothing_says_so():
    assert one_line(somebody(), rules={ADULT: Rule(amount=0)}).why_not is WhyNot.NOTHING
    late = somebody(span(starts=date(2026, 12, 1)))
    assert one_line(late, rules={ADULT: Rule(amount=1)}).why_not is WhyNot.NOTHING


def test_who_was_charged_already_is_not_charged_by_hand_again():
    line = one_line(somebody(is_charged_already=True, adjusted=(500, "x")))
    assert line.why_not is WhyNot.ALREADY


def test_two_plans_in_a_year_are_both_paid_for_their_months():
    first = span(YOUTH, ends=date(2026, 6, 30), state="ended")
    then = span(ADULT, starts=date(2026, 7, 1))
    line = one_line(somebody(first, then), rules={ADULT: Rule(amount=12000), YOUTH: Rule(amount=6000)})
    assert (line.amount, line.plan) == (9000, "plan 1")
    assert [one["code"] for one in line.facts] == ["plan", "months", "plan", "months"]


def test_a_line_has_the_facts_of_its_amount():
    who = somebody(
        span(starts=date(2026, 10, 31)),
        born_on=date(2010, 1, 1),
        concession="hardship",
        percent=50,
        adjusted=(700, "as agreed"),
    )
    line = one_line(who, rules={ADULT: Rule(amount=12000, bands=((0, 17, 20),))})
    assert line.facts == (
        {"code": "plan", "plan": "plan 1", "amount": 12000, "per": "year"},
        {"code": "months", "count": 3, "of": 12},
        {"code": "concession", "kind": "hardship", "percent": 50},
        {"code": "by_hand", "was": 1500, "reason": "as agreed"},
    )
    assert (line.person_id, line.payer_id, line.plan) == (1, 1, "plan 1")
    young = one_line(
        somebody(born_on=date(2010, 1, 1)), rules={ADULT: Rule(amount=100, bands=((16, 16, 20),))}
    )
    assert (young.amount, young.facts[1]) == (80, {"code": "age", "age": 16, "percent": 20})


def test_a_line_names_the_plan_of_the_period_or_else_the_last_one():
    before = span(YOUTH, ends=date(2025, 12, 31), state="ended")
    after = span(GUEST, starts=date(2027, 1, 1))
    assert one_line(somebody(before)).plan == "plan 2"
    assert one_line(somebody(before, span(starts=date(2026, 1, 1)), after)).plan == "plan 1"


def test_the_first_day_of_the_period_is_charged():
    assert one_line(somebody(span(ends=date(2026, 1, 1), state="ended"))).amount == 1000


def test_a_reduction_needs_a_concession_and_a_share():
    for facts in ({"percent": 30}, {"concession": "hardship", "percent": 0}):
        line = one_line(somebody(**facts))
        assert (line.amount, [fact["code"] for fact in line.facts]) == (12000, ["plan"])


def test_facts_of_a_household():
    lines = fee_lines(
        period=HALF,
        members=at_home(1, 2, 3),
        rules={ADULT: Rule(amount=10000)},
        household=Household(most=10000, free_from=3),
    )
    assert [line.facts[-1] for line in lines] == [
        {"code": "household_cap", "most": 5000},
        {"code": "household_cap", "most": 5000},
        {"code": "household_free", "place": 3},
    ]


def at_home(*numbers):
    return [somebody(number=number, household_id=7) for number in numbers]


def amounts(members, household):
    rules = {ADULT: Rule(amount=10000)}
    lines = fee_lines(period=YEAR, members=members, rules=rules, household=household)
    return [one.amount for one in lines], [one.why_not for one in lines]


def test_a_household_pays_its_cap_to_the_cent():
    paid, _why = amounts(at_home(1, 2, 3), Household(most=10000))
    assert paid == [3334, 3333, 3333]


def test_the_third_of_a_household_is_free():
    paid, why = amounts(at_home(1, 2, 3), Household(free_from=3))
    assert paid == [10000, 10000, 0]
    assert why[2] is WhyNot.HOUSEHOLD_FREE


def test_a_share_of_nothing_under_the_cap_says_so():
    rules = {ADULT: Rule(amount=100000), YOUTH: Rule(amount=1)}
    members = [somebody(number=1, household_id=7), somebody(span(YOUTH), number=2, household_id=7)]
    lines = fee_lines(period=YEAR, members=members, rules=rules, household=Household(most=100))
    assert [(one.amount, one.why_not) for one in lines] == [(100, None), (0, WhyNot.HOUSEHOLD_CAP)]


def test_the_cap_of_a_year_is_half_for_half_a_year():
    lines = fee_lines(
        period=HALF, members=at_home(1, 2), rules={ADULT: Rule(amount=10000)}, household=Household(most=10000)
    )
    assert sum(one.amount for one in lines) == 5000


def test_who_lives_alone_has_no_cap():
    assert one_line(somebody(), household=Household(most=100)).amount == 12000


def test_a_birthday_on_29_february():
    assert (age_on(date(2026, 2, 28), date(2008, 2, 29)), age_on(date(2026, 3, 1), date(2008, 2, 29))) == (
        17,
        18,
    )


@pytest.mark.parametrize(
    ("period", "is_whole"),
    [
        (YEAR, True),
        (LEAP, True),
        (Period(date(2028, 2, 1), date(2028, 2, 29)), True),
        (Period(date(2028, 2, 1), date(2028, 2, 28)), False),
        (Period(date(2026, 1, 2), date(2026, 12, 31)), False),
        (Period(date(2026, 12, 1), date(2026, 1, 31)), False),
    ],
)
def test_a_period_is_of_whole_months(period, is_whole):
    assert period.is_whole is is_whole


@given(st.lists(st.fractions(0, 1000), max_size=12))
def test_shares_have_the_sum_of_the_whole(parts):
    shares = round_shares(parts)
    assert sum(shares) == int(sum(parts, Fraction(0)) + Fraction(1, 2))
    assert all(abs(share - part) <= 1 for share, part in zip(shares, parts, strict=True))


DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))
SPANS = st.builds(
    lambda plan, kind, starts, length, state: Span(
        plan_id=plan,
        plan=str(plan),
        kind=kind,
        starts_on=starts,
        ends_on=None if length is None else date.fromordinal(starts.toordinal() + length),
        state=state,
    ),
    st.integers(1, 3),
    st.sampled_from(["adult", "youth", "family", "honorary", "day_guest"]),
    DAYS,
    st.none() | st.integers(0, 900),
    st.sampled_from(["active", "paused", "ended", "applied", "refused"]),
)


@st.composite
def clubs(draw):
    return [
        Member(
            person_id=number,
            payer_id=draw(st.integers(0, 5)),
            spans=tuple(draw(st.lists(SPANS, max_size=3))),
            born_on=draw(st.none() | st.dates(date(1930, 1, 1), date(2024, 1, 1))),
            household_id=draw(st.none() | st.integers(1, 2)),
            concession=draw(st.sampled_from(["none", "hardship", "other_club", "exempt"])),
            percent=draw(st.integers(0, 100)),
            is_charged_already=draw(st.booleans()),
            adjusted=draw(st.none() | st.tuples(st.integers(0, 900), st.just("x"))),
        )
        for number in range(draw(st.integers(0, 6)))
    ]


RULES = st.dictionaries(
    st.integers(1, 3),
    st.builds(
        Rule,
        amount=st.integers(0, 20000),
        per=st.sampled_from(["year", "month", "run"]),
        part=st.sampled_from(["full", "month", "day"]),
        bands=st.sampled_from([(), ((0, 17, 50),), ((0, 17, 100), (60, 99, 33))]),
    ),
)
HOUSEHOLDS = st.builds(
    Household, most=st.none() | st.integers(1, 9999), free_from=st.none() | st.integers(2, 4)
)


@given(clubs(), RULES, HOUSEHOLDS, st.sampled_from([YEAR, LEAP, SEASON, HALF]))
def test_every_member_is_in_exactly_one_of_the_two_lists(members, rules, household, period):
    lines = fee_lines(period=period, members=members, rules=rules, household=household)
    assert [one.person_id for one in lines] == [one.person_id for one in members]
    for line in lines:
        assert (line.amount > 0) == line.is_charged == (line.why_not is None)
    if household.most is not None:
        most = int(household.most * Fraction(period.months, 12) + Fraction(1, 2))
        for home in (1, 2):
            by_rule = [
                line.amount
                for line, member in zip(lines, members, strict=True)
                if member.household_id == home and member.adjusted is None
            ]
            assert sum(by_rule) <= most
