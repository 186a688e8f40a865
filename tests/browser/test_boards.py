"""Boards of every shape before a person: a game stepped through, and one entered by presses."""

import pytest
from helpers import press, square, wait_for_moves, wait_for_turn
from playwright.sync_api import expect

from games.models import Game
from games.rules import VARIANTS

IN_SIGHT = """() => {
  const list = document.querySelector("[data-moves]");
  const [inner, outer] = [list.querySelector("[aria-current]"), list]
    .map((one) => one.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= Math.min(outer.bottom, innerHeight);
}"""
CELL = """([square, columns]) => {
  const [hit, field] = [`.board__hit[data-square='${square}']`, "svg.board"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const border = (field.width - hit.width * columns) / 2;
  return [hit.left - field.left, hit.top - field.top]
    .map((place) => Math.round((place - border) / hit.width));
}"""


def game_of(variant):
    return Game.objects.filter(variant=variant).earliest("pk")


def test_a_hash_is_a_link_to_a_position(open_page):
    page = open_page(f"/games/{game_of('english').pk}/#4")
    board = page.locator("game-viewer draughts-board")
    at_four = page.evaluate("document.querySelector('game-viewer').payload.moves[3].fen")
    expect(board).to_have_attribute("fen", at_four)
    page.evaluate("location.hash = '#1'")
    expect(board).not_to_have_attribute("fen", at_four)
    assert page.evaluate("document.querySelector('game-viewer').ply") == 1


@pytest.mark.parametrize("variant", ["canadian", "turkish", "portuguese", "frisian", "spantsiretti"])
def test_a_game_is_stepped_through_to_its_last_move(open_page, variant):
    game = game_of(variant)
    page = open_page(f"/games/{game.pk}/?ply=0")
    expect(page.locator(".board__square")).to_have_count(VARIANTS[variant].geometry.squares)
    before = page.locator("svg.board .board__piece").count()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-moves] [aria-current]")).to_have_attribute("data-ply", "1")
    page.keyboard.press("End")
    last = page.locator("[data-moves] [aria-current]")
    expect(last).to_have_attribute("data-ply", str(game.ply_count))
    assert page.evaluate(IN_SIGHT)
    assert page.locator("svg.board .board__piece").count() < before
    page.keyboard.press("Home")
    expect(page.locator("svg.board .board__piece")).to_have_count(before)
    assert page.evaluate("document.querySelector('[data-moves]').scrollTop") == 0


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        pytest.param("canadian", "43-37 30-36 44-38", id="twelve squares wide"),
        pytest.param("turkish", "a3-a4 h6-h5 h3-h4", id="every square, with letters"),
        pytest.param("portuguese", "12-15 23-20 10-13", id="numbered from below, mirrored"),
        pytest.param("italian", "21-17 10-14 23-19", id="mirrored"),
        pytest.param("russian", "c3-d4 b6-a5 d4-c5", id="with letters"),
    ],
)
def test_a_game_is_begun_on_the_board(open_page, width, variant, moves):
    page = open_page(f"/games/enter/?variant={variant}", width=width)
    geometry, written = VARIANTS[variant].geometry, moves.split()
    for ply, move in enumerate(written, 1):
        ends = [int(name) if name.isdigit() else geometry.square_named(name) for name in move.split("-")]
        press(page, ends[0])
        target = f"{move.split('-')[1]}, empty, move here"
        expect(square(page, ends[1])).to_have_attribute("aria-label", target)
        press(page, ends[1])
        wait_for_moves(page, *written[:ply])
        wait_for_turn(page, "Black to move" if ply % 2 else "White to move")


@pytest.mark.parametrize(
    ("variant", "first", "last"),
    [
        pytest.param("canadian", (1, 0), (10, 11), id="canadian"),
        pytest.param("italian", (0, 0), (7, 7), id="italian"),
        pytest.param("portuguese", (7, 7), (0, 0), id="portuguese"),
        pytest.param("turkish", (0, 0), (7, 7), id="turkish"),
    ],
)
def test_the_first_and_the_last_square_lie_where_the_game_has_them(open_page, variant, first, last):
    page = open_page(f"/games/enter/?variant={variant}")
    geometry = VARIANTS[variant].geometry
    assert page.evaluate(CELL, [1, geometry.width]) == list(first)
    assert page.evaluate(CELL, [geometry.squares, geometry.width]) == list(last)


def test_a_frisian_man_captures_straight_ahead(open_page, width):
    page = open_page("/games/enter/?variant=frisian", width=width)
    page.get_by_label("Play forced captures automatically").uncheck()
    page.locator("summary", has_text="Variant and position").click()
    page.fill("[data-fen]", "W:W28,31:B18,4")
    page.get_by_role("button", name="Set up position").click()
    wait_for_turn(page, "Capturing is compulsory")
    press(page, 28)
    expect(page.locator(".board__target")).to_have_count(1)
    press(page, 8)
    wait_for_moves(page, "28x8")
    expect(page.locator("svg.board .board__piece[data-square='18']")).to_have_count(0)


def test_a_frisian_king_that_has_to_wait_cannot_be_picked_and_the_refusal_names_the_rule(open_page):
    page = open_page("/games/enter/?variant=frisian")
    page.locator("summary", has_text="Variant and position").click()
    page.fill("[data-fen]", "W:WK1,26:BK10,14:+0+201")
    page.get_by_role("button", name="Set up position").click()
    for text, turn in (("1-6", "Black to move"), ("14-20", "White to move")):
        page.locator("#typed").fill(text)
        page.locator("#typed").press("Enter")
        wait_for_turn(page, turn)
    wait_for_moves(page, "1-6", "14-20")
    page.locator("#typed").fill("6-1")
    page.locator("#typed").press("Enter")
    expect(page.locator("[data-answer] a")).to_have_text("FR-7")
    wait_for_moves(page, "1-6", "14-20")
