"""What a newcomer meets in the hall: phones that say what they keep, addresses that are copied."""

import pytest
from club_evening import director, published_of, section_of
from playwright.sync_api import expect
from test_every_page import EXPECTED

from tournaments.models import Event, Outcome, Section

NARROW = 390
OFFLINE = [*EXPECTED, "ERR_INTERNET_DISCONNECTED", "htmx:"]


@pytest.fixture
def section(site):
    return section_of(8, preset="blitz")


def test_a_phone_without_network_shows_what_it_keeps_and_sends_it(open_page, section):
    boards = list(published_of(section).pairings.order_by("board_number"))
    page = open_page(f"/hall/{section.pk}/", width=NARROW, expected=OFFLINE, user=director())
    first, second = (page.locator(f"#board-{board.pk}") for board in boards[:2])
    page.context.set_offline(True)
    first.get_by_role("button", name="Drawn").tap()
    expect(first.get_by_role("button", name="Drawn")).to_have_attribute("aria-pressed", "true")
    second.get_by_role("link", name="Other result").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text(boards[1].white.name)
    dialog.get_by_role("button", name=f"{boards[1].black.name} wins by forfeit").tap()
    expect(dialog).to_be_hidden()
    expect(second.locator("a.is-kept")).to_be_visible()
    expect(page.locator("#waiting")).to_be_visible()
    assert boards[0].games.get().outcome == Outcome.PENDING
    page.context.set_offline(False)
    for board in (first, second):
        expect(board).to_have_class("card stack hall-board hall-board--done")
    assert boards[0].games.get().outcome == Outcome.DRAW
    assert boards[1].games.get().outcome == Outcome.BLACK_FORFEIT


def test_two_phones_follow_each_other_board_by_board(open_page, section):
    published_of(section)
    address, user, sizes = f"/hall/{section.pk}/", director(), []
    pages = [open_page(address, width=NARROW, expected=EXPECTED, user=user) for _ in range(2)]
    told = pages[1].locator("#told")
    expect(told).to_contain_text("4 results are missing.")
    pages[1].on("response", lambda answer: "/hall/" in answer.url and sizes.append(answer.url))
    pages[0].locator("[data-open] button").first.tap()
    expect(told).to_contain_text("3 results are missing.")
    expect(pages[1].locator(".hall-board--done")).to_have_count(1)
    assert all("after=" in address for address in sizes)


def test_the_address_of_a_calendar_is_copied(open_page, section):
    page = open_page(f"/desk/sections/{section.pk}/share/", expected=EXPECTED, user=director())
    button = page.get_by_role("button", name="Copy This section")
    button.click()
    expect(page.locator("button", has_text="Copied")).to_have_count(1)


def test_a_new_event_has_the_hours_of_the_machine_it_was_made_on(open_page, section):
    page = open_page("/desk/events/new/", expected=EXPECTED, user=director())
    page.get_by_label("Name of the event").fill("Here and now")
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/entries/")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert Event.objects.get(name="Here and now").time_zone == zone


@pytest.mark.parametrize("width", [1280, NARROW])
@pytest.mark.parametrize(
    "address",
    [
        "/desk/sections/{section}/setup/prizes/",
        "/desk/sections/{section}/share/",
        "/desk/events/{event}/screens/",
        "/desk/events/{event}/clone/",
        "/desk/events/{event}/officials/",
    ],
)
def test_nothing_of_the_set_up_is_cut_or_reaches_beyond_the_edge(open_page, section, address, width):
    Section.objects.filter(pk=section.pk).update(currency="EUR")
    address = address.format(section=section.pk, event=section.event_id)
    page = open_page(address, width=width, expected=EXPECTED, user=director())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.name)"
    assert page.locator("main select").evaluate_all(cut) == []


def test_the_page_of_a_new_event_suggests_rounds_and_presets_fill_it_in(open_page, section):
    page = open_page("/desk/events/new/", width=NARROW, expected=EXPECTED, user=director())
    page.get_by_label("Name of the event").fill("Autumn open")
    page.get_by_label("Expected players or teams").fill("40")
    page.get_by_label("Hours of play").fill("3")
    plan = page.locator("#plan")
    expect(plan).to_contain_text(
        "Suggested: 3 rounds. They take about 2 h 24 min. More do not fit into the time."
    )
    page.get_by_role("link", name="International draughts, nine rounds").tap()
    expect(page.get_by_label("International draughts")).to_be_checked()
    expect(page.get_by_label("Rounds")).to_have_value("9")
    page.get_by_label("Round robin Everybody meets everybody once").check()
    expect(plan).to_contain_text("The system gives 39 rounds.")
    expect(page.get_by_label("Rounds")).to_be_hidden()
    page.get_by_role("button", name="Create event").tap()
    page.wait_for_url("**/entries/")
    made = Section.objects.select_related("event").get(event__name="Autumn open")
    assert (made.variant, made.system, made.rounds) == ("international", "round_robin", 99)
