"""What a newcomer meets in the hall: phones that say what they keep, addresses that are copied."""

import pytest
from club_evening import director, published_of, section_of
from django.test import Client
from playwright.sync_api import expect
from test_every_page import EXPECTED

from tournaments.models import Event, Outcome, Section

NARROW = 390
OFFLINE = [*EXPECTED, "ERR_INTERNET_DISCONNECTED", "htmx:"]


@pytest.fixture
def section(site):
    return section_of(8, preset="blitz")


@pytest.fixture
def sign_in(site):
    client = Client()
    client.force_login(director())

    def signed(page):
        cookies = [
            {"name": name, "value": one.value, "url": site.url} for name, one in client.cookies.items()
        ]
        page.context.add_cookies(cookies)
        return page

    return signed


def test_a_phone_without_network_shows_what_it_keeps_and_sends_it(open_page, site, section, sign_in):
    boards = list(published_of(section).pairings.order_by("board_number"))
    page = sign_in(open_page("/laws/", width=NARROW, expected=OFFLINE))
    page.goto(f"{site.url}/hall/{section.pk}/")
    page.wait_for_load_state("networkidle")
    first, second = (page.locator(f"#board-{board.pk}") for board in boards[:2])
    page.context.set_offline(True)
    first.get_by_role("button", name="Drawn").tap()
    expect(first.get_by_role("button", name="Drawn")).to_have_attribute("aria-pressed", "true")
    second.get_by_role("link", name="Something else").tap()
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


def test_two_phones_follow_each_other_board_by_board(open_page, site, section, sign_in):
    published_of(section)
    pages = [sign_in(open_page("/laws/", width=NARROW, expected=EXPECTED)) for _ in range(2)]
    sizes = []
    for page in pages:
        page.goto(f"{site.url}/hall/{section.pk}/")
        page.wait_for_load_state("networkidle")
    told = pages[1].locator("#told")
    expect(told).to_contain_text("4 results are missing.")
    pages[1].on("response", lambda answer: "/hall/" in answer.url and sizes.append(answer.url))
    pages[0].locator("form[data-open] button").first.tap()
    expect(told).to_contain_text("3 results are missing.")
    expect(pages[1].locator(".hall-board--done")).to_have_count(1)
    assert all("after=" in address for address in sizes)


def test_the_address_of_a_calendar_is_copied(open_page, site, section, sign_in):
    page = sign_in(open_page("/laws/", expected=EXPECTED))
    page.goto(f"{site.url}/desk/sections/{section.pk}/share/")
    button = page.get_by_role("button", name="Copy This section")
    button.click()
    expect(page.locator("button", has_text="Copied")).to_have_count(1)


def test_a_new_event_has_the_hours_of_the_machine_it_was_made_on(open_page, site, section, sign_in):
    page = sign_in(open_page("/laws/", expected=EXPECTED))
    page.goto(f"{site.url}/desk/events/")
    page.get_by_label("Name", exact=True).fill("Here and now")
    page.get_by_role("button", name="Make the event").click()
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
def test_nothing_of_the_set_up_is_cut_or_reaches_beyond_the_edge(
    open_page, site, section, sign_in, address, width
):
    Section.objects.filter(pk=section.pk).update(currency="EUR")
    page = sign_in(open_page("/laws/", width=width, expected=EXPECTED))
    page.goto(site.url + address.format(section=section.pk, event=section.event_id))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.name)"
    assert page.locator("main select").evaluate_all(cut) == []
