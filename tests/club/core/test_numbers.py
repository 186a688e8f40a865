"""Whole numbers of forms and addresses."""

import pytest

from club.core.requests import key_in, parse_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_whole_numbers_are_parsed(text, number):
    assert parse_number(text) == key_in(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", " 1", "x", "²", "\u0663", "9" * 19])
def test_everything_else_is_no_number(text):
    assert parse_number(text) is None
    assert key_in(text) == 0


def test_a_number_has_at_most_so_many_digits():
    assert (parse_number("99", digits=2), parse_number("100", digits=2)) == (99, None)
