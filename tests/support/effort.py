"""How much a run tries: a small fixed sample each time, all of it in ``make test-thorough``.

``make test-thorough`` sets ``DRAUGHTS_TESTS=thorough`` and runs what is marked ``thorough`` (cases left out
of the sample) or ``sampled`` (tests that try more examples then; every Hypothesis test is marked so).
"""

import os

import pytest
from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("DRAUGHTS_TESTS") == "thorough"
EXAMPLES = 25, 1000  # of a property that says nothing else: each time, and in a thorough run


def amount(few, full):
    """Return `few`, or `full` in a thorough run."""
    return full if THOROUGH else few


def tries(few, full=None, **options):
    """Settings of a Hypothesis test: `few` examples each time, `full` (ten times as many) in a thorough run.

    Rows made before the first example and slow examples are no fault here.
    """
    unhealthy = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large)
    chosen = {"deadline": None, "suppress_health_check": unhealthy} | options
    return settings(max_examples=amount(few, full or 10 * few), **chosen)


def sample(values, *, one_in):
    """Parameters of which every `one_in`-th is tried each time and the others in a thorough run."""
    return [value if at % one_in == 0 else _thorough(value) for at, value in enumerate(values)]


def _thorough(value):
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.thorough])
    return pytest.param(value, marks=pytest.mark.thorough)
