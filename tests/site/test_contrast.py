"""Contrast of the design tokens, computed by WCAG 2.2 (1.4.3 text, 1.4.11 shapes) for light and for dark."""

import re

import pytest

TOKENS = re.compile(r"--([\w-]+):\s*(light-dark\()?(#[0-9a-f]{6})(?:,\s*(#[0-9a-f]{6})\))?;")
TEXT, SHAPE = 4.5, 3.0

TEXT_PAIRS = [
    ("ink", "page"),
    ("ink", "surface"),
    ("ink", "sunken"),
    ("ink-soft", "page"),
    ("ink-soft", "surface"),
    ("ink-soft", "sunken"),
    ("accent", "page"),
    ("accent", "surface"),
    ("accent", "sunken"),
    ("accent-strong", "accent-wash"),
    ("accent", "accent-wash"),
    ("ink-soft", "accent-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("band-ink", "band"),
    ("band-soft", "band"),
    ("buff", "band"),
    ("error", "error-wash"),
    ("error", "surface"),
    ("error", "page"),
    ("doubt", "doubt-wash"),
    ("doubt", "surface"),
    ("note", "note-wash"),
    ("good", "good-wash"),
    ("ink", "error-wash"),
    ("ink", "doubt-wash"),
    ("ink", "note-wash"),
    ("ink", "good-wash"),
    ("accent", "error-wash"),
    ("accent", "doubt-wash"),
    ("accent", "note-wash"),
    ("square-name", "square-dark"),
    ("frame-ink", "frame"),
]
SHAPE_PAIRS = [
    ("line-strong", "page"),
    ("line-strong", "surface"),
    ("focus", "page"),
    ("focus", "surface"),
    ("focus", "sunken"),
    ("white-side", "black-body"),
    ("black-body", "square-dark"),
    ("white-top", "square-dark"),
    ("white-crown", "white-top"),
    ("white-crown", "white-body"),
    ("black-crown", "black-body"),
    ("black-crown", "black-top"),
    ("mark-bad", "square-light"),
    ("mark-good", "square-light"),
    ("target", "square-dark"),
]


@pytest.fixture(scope="module")
def tokens(repository):
    """Each token's colour by day and by night, as written in the stylesheet."""
    source = (repository / "club/static/club/tokens.css").read_text(encoding="utf-8")
    found = {}
    for name, _, day, night in TOKENS.findall(source.split(':root[data-theme="light"]')[0]):
        found[name] = {"light": day, "dark": night or day}
    return found


@pytest.fixture(scope="module")
def red_pieces(tokens, repository):
    """The same tokens with red pieces for Black."""
    source = (repository / "club/static/club/tokens.css").read_text(encoding="utf-8")
    block = re.search(r'data-pieces="red"\] \{(.*?)\}', source, re.DOTALL)[1]
    red = {name: {"light": day, "dark": day} for name, _, day, _ in TOKENS.findall(block)}
    return tokens | red


def luminance(colour):
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula_gives_the_standards_own_figures():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), TEXT_PAIRS)
def test_text_stands_out_from_its_background(tokens, ink, paper, theme):
    assert contrast(tokens[ink][theme], tokens[paper][theme]) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPE_PAIRS)
def test_shapes_that_carry_meaning_stand_out(tokens, shape, ground, theme):
    assert contrast(tokens[shape][theme], tokens[ground][theme]) >= SHAPE


@pytest.mark.parametrize(("shape", "ground"), [("black-body", "square-dark"), ("black-crown", "black-body")])
def test_red_pieces_stand_out_too(red_pieces, shape, ground):
    assert contrast(red_pieces[shape]["light"], red_pieces[ground]["light"]) >= SHAPE


def test_no_other_stylesheet_names_a_colour_of_its_own(repository):
    allowed = {"#000000", "#333333", "#ffffff", "#18211b"}
    for path in repository.glob("*/static/*/*.css"):
        if path.name in {"tokens.css", "print.css"}:
            continue
        named = set(re.findall(r"#[0-9a-f]{3,8}\b", path.read_text(encoding="utf-8")))
        named = {colour for colour in named if len(colour) == 7}
        assert named <= allowed, path.name
