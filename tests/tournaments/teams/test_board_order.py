"""The order of boards, held against every pair of a line-up."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.core.league_rules import LeagueRules
from tournaments.teams.line_ups import Sitter, order_fault

RATINGS = st.lists(st.integers(0, 3000), min_size=1, max_size=8)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(ratings=RATINGS, tolerance=st.integers(0, 500))
def test_the_order_by_rating_is_broken_exactly_where_a_pair_breaks_it(ratings, tolerance):
    sitters = [Sitter(str(at), at, rating) for at, rating in enumerate(ratings)]
    pairs = [(a, b) for at, a in enumerate(sitters) for b in sitters[at + 1 :]]
    broken = any(a.rating and b.rating - a.rating > tolerance for a, b in pairs)
    fault = order_fault(sitters, LeagueRules(rating_tolerance=tolerance))
    assert (fault is not None) == broken
    best_first = sorted(sitters, key=lambda one: -one.rating)
    assert order_fault(best_first, LeagueRules(rating_tolerance=tolerance)) is None


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(orders=st.lists(st.integers(1, 60), unique=True, max_size=8))
def test_the_order_of_the_list_holds_exactly_where_it_ascends(orders):
    sitters = [Sitter(str(at), at, 0) for at in orders]
    assert (order_fault(sitters, LeagueRules()) is None) == (orders == sorted(orders))
    assert order_fault(sitters, LeagueRules(free_order=True)) is None
