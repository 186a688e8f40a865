"""The compiled and the interpreted generator say the same, to the order of their lists."""

import random

import pytest
from effort import amount
from random_views import generator_output, random_view

from games.compiled import compiled_form
from games.rules import VARIANTS
from games.rules.generator import Generator
from games.rules.tables import COMPILED_BITS

POSITIONS = amount(500, 2_000)
EVERY = 20  # of them, leaves are counted two plies deep
FORM = compiled_form("games.rules.generator")
needs_both = pytest.mark.skipif(FORM is None, reason="the kernel is not compiled here: make compiled")


def fits(variant):
    return variant.geometry.full.bit_length() <= COMPILED_BITS


@needs_both
@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if fits(variant)])
def test_both_forms_say_the_same_of_random_positions(key):
    variant, lots = VARIANTS[key], random.Random(f"{key} 2026")  # noqa: S311
    interpreted, compiled = Generator(variant.tables), FORM.Generator(variant.tables)
    for number in range(POSITIONS):
        view, plies = random_view(variant, lots), 1 if number % EVERY else 2
        assert generator_output(compiled, view, plies) == generator_output(interpreted, view, plies), view


@needs_both
def test_both_forms_stand_side_by_side():
    assert type(FORM.Generator(VARIANTS["english"].tables)) is not Generator
    assert FORM.Generator.__name__ == Generator.__name__


def test_boards_of_more_than_64_bits_are_interpreted():
    assert {key for key, variant in VARIANTS.items() if not fits(variant)} == {"canadian", "turkish"}
    for key in ("canadian", "turkish"):
        assert type(VARIANTS[key].tables.generator) is Generator
        assert VARIANTS[key].tables.kernel == "interpreted"
