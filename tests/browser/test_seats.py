"""Players of a draft swapped by dragging, by marks and by keys, while the checker talks along."""

import pytest
from club_evening import draft_of, section_of
from playwright.sync_api import expect
from test_every_page import EXPECTED, keeper


@pytest.fixture
def draft(open_page, width):
    """The page of a draft of six players, and who sits where."""
    row = draft_of(section_of(6))
    return open_page(f"/desk/rounds/{row.pk}/", width=width, expected=EXPECTED, user=keeper())


def seated(page):
    return page.locator("[data-seat]").all_inner_texts()


def player(page, at):
    return page.locator("[data-seat]").nth(at)


def hold(page, at):
    player(page, at).evaluate("player => player.scrollIntoView({ block: 'center' })")
    box = player(page, at).bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()


def over(page, at):
    box = page.locator("[data-seat]").nth(at).bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 20, steps=6)


def test_a_player_dragged_onto_another_takes_the_place(draft):
    before = seated(draft)
    hold(draft, 1)
    over(draft, 3)
    expect(draft.locator(".movable-note")).to_contain_text(f"{before[1]} and {before[3]} swapped")
    expect(draft.locator(".movable-note .badge--good")).to_be_visible()
    assert seated(draft) == before
    draft.mouse.up()
    before[1], before[3] = before[3], before[1]
    expect(draft.locator("[data-seat]")).to_have_text(before)
    expect(draft.locator(".movable-note")).to_have_count(0)


def test_a_player_dragged_onto_the_opponent_turns_the_colours(draft):
    before = seated(draft)
    hold(draft, 0)
    over(draft, 1)
    draft.mouse.up()
    before[0], before[1] = before[1], before[0]
    expect(draft.locator("[data-seat]")).to_have_text(before)


def test_a_swap_made_before_the_answer_to_the_last_one_is_sent_after_it(draft):
    held = []
    draft.route("**/swap/", lambda route: route.continue_() if held else held.append(route))
    seats = seated(draft)
    for one, other in ((1, 3), (0, 4), (2, 5)):
        boxes = draft.locator("input[name=player]")
        for at in (one, other):
            boxes.nth(at).focus()
            draft.keyboard.press("Space")
        seats[one], seats[other] = seats[other], seats[one]
    draft.wait_for_timeout(200)
    held[0].continue_()
    expect(draft.locator("[data-seat]")).to_have_text(seats)


def test_escape_and_a_drop_beside_change_nothing(draft):
    before = seated(draft)
    hold(draft, 1)
    over(draft, 3)
    draft.keyboard.press("Escape")
    draft.mouse.up()
    hold(draft, 1)
    draft.mouse.move(3, 3)
    draft.mouse.up()
    assert seated(draft) == before
    expect(draft.locator(".movable-note")).to_have_count(0)


def test_two_are_swapped_by_keys_alone_and_back(draft):
    before = seated(draft)
    boxes = draft.locator("input[name=player]")
    boxes.nth(1).focus()
    draft.keyboard.press("Space")
    boxes.nth(3).focus()
    draft.keyboard.press("Space")
    swapped = before.copy()
    swapped[1], swapped[3] = before[3], before[1]
    expect(draft.locator("[data-seat]")).to_have_text(swapped)
    expect(draft.locator(".swapped")).to_contain_text("swapped")
    draft.keyboard.press("Control+z")
    expect(draft.locator("[data-seat]")).to_have_text(before)


def test_the_page_moves_on_under_a_player_held_at_its_edge(draft):
    draft.evaluate("window.scrollTo(0, 0)")
    draft.set_viewport_size({"width": draft.viewport_size["width"], "height": 500})
    hold(draft, 0)
    before = draft.evaluate("window.scrollY")
    draft.mouse.move(60, 495, steps=3)
    expect(draft.locator("html")).to_be_visible()
    draft.wait_for_function("before => window.scrollY > before", arg=before)
    draft.keyboard.press("Escape")
