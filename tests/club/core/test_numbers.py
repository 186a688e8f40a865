"""Whole numbers of forms and addresses."""

import pytest

from club.core.requests import key_in, number_in


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_whole_numbers_are_parsed(text, number):
    assert number_in(text) == key_in(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", " 1", "x", "²", "\u0663", "9" * 19])
def test_everything_else_is_no_number(text):
    assert number_in(text) is None
    assert key_in(text) == 0


def test_a_number_has_at_most_so_many_digits():
    assert (number_in("99", digits=2), number_in("100", digits=2)) == (99, None)
