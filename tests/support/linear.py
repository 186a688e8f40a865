"""A check of recorded calls: is there an order in which a register, asked one call at a time, answers so?

A call sets a value if it names the value that is there; the same value again changes nothing. Calls that
overlap in time may have been done in either order, others have to be done in the order of time.
"""

from functools import cache
from math import inf
from typing import NamedTuple

DONE, REFUSED, UNKNOWN = 200, 409, 0


class Call(NamedTuple):
    """One call: its time, what it saw and sets, and its answer. Unknown: the connection was cut."""

    began: float
    ended: float
    was: str
    value: str
    status: int
    there: str = ""


def next_values(call, value):
    """Return the values that may follow a call at this value; none if the register answers otherwise."""
    if value == call.value:
        answer = DONE, value
    elif value == call.was:
        answer = DONE, call.value
    else:
        answer = REFUSED, value
    if call.status == UNKNOWN:
        return {value, answer[1]}  # it may have been lost on the way
    is_so = answer[0] == call.status and (call.status == DONE or call.there == value)
    return {answer[1]} if is_so else set()


def is_linearizable(calls, *, initial, final):
    """Return True if an order of the calls leads from the initial value to the final one."""
    ends = [inf if call.status == UNKNOWN else call.ended for call in calls]

    @cache
    def can_follow(left, value):
        if not left:
            return value == final
        first_end = min(ends[at] for at in left)
        return any(
            can_follow(left - {at}, after)
            for at in left
            if calls[at].began <= first_end
            for after in next_values(calls[at], value)
        )

    return can_follow(frozenset(range(len(calls))), initial)
