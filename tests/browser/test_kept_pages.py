"""Pages of the desk that the service worker keeps: without the site, for one account, and with their time."""

import re
import time

import pytest
from club_evening import director, published_of, section_of
from devices import Device
from pages import kept_entries, session_of
from playwright.sync_api import Error, expect
from polling import until

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Role, User
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.models import Outcome

KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("draughts-desk-pages-"));
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((one) => new URL(one.url).pathname);
}"""
NO_WORKER = """Object.defineProperty(navigator, "serviceWorker", {
  value: { addEventListener() {}, register: async () => {}, getRegistrations: async () => [] },
})"""


@pytest.fixture
def row(site):
    return published_of(section_of(12))


@pytest.fixture
def desk(chromium, proxy, tmp_path):
    """A device at localhost, which is a secure context on plain http."""
    made = Device(chromium, tmp_path / "profile", proxy.port, host="localhost")
    yield made
    made.close()


def opened(device, user, address, **more):
    """Open a page of the desk, and wait until it is kept with its files."""
    page = device.open(user, address, **more)
    assert page.evaluate("isSecureContext")
    wait_until_kept(page, address)
    return page


def wait_until_kept(page, address):
    assert until(lambda: address in page.evaluate(KEPT)), page.evaluate(KEPT)
    page.wait_for_function(
        "caches.keys().then((names) => names.some((name) => name.startsWith('draughts-desk-files')))"
    )
    page.wait_for_timeout(500)


def open_again(page, address, device):
    """Open a page that has no site behind it."""
    page.goto(f"{device.base}{address}")
    expect(page.locator("#kept")).to_be_visible()
    return page


def addresses(row):
    set_broadcast(event_id=row.section.event_id, actor=SYSTEM)
    board = open_live_boards(round_id=row.pk, actor=SYSTEM, boards=[1])[0]
    return [
        f"/desk/rounds/{row.pk}/",
        f"/desk/sections/{row.section_id}/check-in/",
        f"/hall/{row.section_id}/",
        f"/live/{board.pk}/enter/",
    ]


def test_pages_that_were_opened_open_again_without_the_site_and_say_so(desk, proxy, row):
    pages = addresses(row)
    user = director()
    page = opened(desk, user, pages[0])
    for address in pages[1:]:
        page.goto(f"{desk.base}{address}")
        wait_until_kept(page, address)
    desk.kill()
    proxy.state = "closed"
    page = desk.open(user, pages[0])
    for address in pages:
        open_again(page, address, desk)
        told = page.locator("#kept").inner_text()
        assert "No network." in told
        assert re.search(r"\d{1,2}:\d\d", told), told  # the time of the copy
    with pytest.raises(Error):
        page.goto(f"{desk.base}/desk/")  # no page of these


def test_entries_on_a_kept_page_are_sent_when_the_site_is_back(desk, proxy, row):
    address, user = f"/desk/rounds/{row.pk}/", director()
    opened(desk, user, address)
    desk.kill()
    proxy.state = "closed"
    page = desk.open(user, address)
    expect(page.locator("#kept")).to_be_visible()
    page.locator("#quick").fill("3 1")
    page.keyboard.press("Enter")
    expect(page.locator("#outbox [data-count]")).to_contain_text("1 on this device")
    assert until(lambda: len(kept_entries(page)) == 1)
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#kept")).to_be_hidden()  # the current page was loaded
    assert until(lambda: kept_entries(page) == [])
    assert row.pairings.get(board_number=3).games.get().outcome == Outcome.WHITE


def test_a_key_on_a_kept_page_goes_to_the_next_open_board_and_asks_before_it_replaces(desk, proxy, row):
    address, user = f"/desk/rounds/{row.pk}/", director()
    page = opened(desk, user, address)
    proxy.state = "closed"
    page.keyboard.type("12")
    expect(page.locator("#outbox [data-count]")).to_contain_text("2 on this device")
    assert until(lambda: len(kept_entries(page)) == 2)
    open_again(page, address, desk)
    third = page.locator("#board-3 [id^=game-] button")
    expect(third.first).to_be_focused()
    third.nth(1).click()  # by mouse, which leaves the focus here
    page.keyboard.press("3")
    expect(page.get_by_role("link", name="Keep result")).to_be_focused()
    expect(page.locator("dialog#others")).to_contain_text("Board 3")
    page.keyboard.press("Enter")
    page.locator("#board-1 [id^=game-] button").first.press("0")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#board-4 [id^=game-] button").first).to_be_focused()
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#kept")).to_be_hidden()  # the current page was loaded
    assert until(lambda: kept_entries(page) == [])
    boards = row.pairings.order_by("board_number")[:4]
    assert [one.games.get().outcome for one in boards] == ["pending", "draw", "draw", "pending"]


def test_the_network_comes_before_the_copy(desk, row):
    page = opened(desk, director(), f"/desk/rounds/{row.pk}/")
    row.section.name = "Renamed"
    row.section.save()
    page.reload()
    expect(page.locator("#kept")).to_be_hidden()
    expect(page.locator("body")).to_contain_text("Renamed")


def test_without_the_worker_no_page_opens(desk, proxy, row):
    """Control."""
    address, user = f"/desk/rounds/{row.pk}/", director()
    desk.open(user, address, script=NO_WORKER).wait_for_timeout(1_000)
    desk.kill()
    proxy.state = "closed"
    page = desk.open(user, address, may_fail=True)
    assert not page.url.startswith(desk.base)


def kept_in(page):
    """Addresses of the kept pages; None while the browser goes to another page."""
    try:
        return page.evaluate(KEPT)
    except Error:
        return None


def test_signing_out_removes_the_kept_pages(desk, proxy, row):
    page = opened(desk, director(), f"/desk/rounds/{row.pk}/")
    page.goto(f"{desk.base}/desk/account/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_load_state("load")
    assert until(lambda: kept_in(page) == [])
    proxy.state = "closed"
    with pytest.raises(Error):
        page.goto(f"{desk.base}/desk/rounds/{row.pk}/")


def test_another_account_gets_no_page_of_the_first(desk, proxy, row):
    first, other = director(), User.objects.create_user("helper@club.example", first_name="Helper")
    grant_role(user=other, role=Role.ARBITER, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    page = opened(desk, first, f"/desk/rounds/{row.pk}/")
    desk.context.clear_cookies()  # the session ended without signing out
    desk.context.add_cookies(session_of(other, desk))
    page.goto(f"{desk.base}/desk/account/")
    assert until(lambda: kept_in(page) == [])
    page.goto(f"{desk.base}/hall/{row.section_id}/")
    wait_until_kept(page, f"/hall/{row.section_id}/")
    assert page.evaluate(KEPT) == [f"/hall/{row.section_id}/"]
    desk.context.clear_cookies()
    page.goto(f"{desk.base}/hall/{row.section_id}/")  # asks to sign in
    assert until(lambda: kept_in(page) == [])


def test_a_page_that_an_open_tab_keeps_for_the_next_account_is_removed_after_it(desk, row):
    """The tab was opened by the first account. It asks for a new copy, and gets that of the second."""
    users = [User.objects.create_user(f"{name}@club.example", first_name=name) for name in ("two", "three")]
    grant_role(user=users[0], role=Role.ARBITER, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    tab = opened(desk, director(), f"/desk/rounds/{row.pk}/")
    page = desk.context.new_page()
    for user in users:
        desk.context.clear_cookies()  # the session ended without signing out
        desk.context.add_cookies(session_of(user, desk))
        page.goto(f"{desk.base}/desk/account/")
        assert until(lambda: kept_in(page) == []), user
        if user is users[0]:
            tab.evaluate("navigator.serviceWorker.controller.postMessage({ page: location.href, files: [] })")
            wait_until_kept(page, f"/desk/rounds/{row.pk}/")


def test_new_static_files_replace_the_kept_ones(desk, row, monkeypatch):
    page = opened(desk, director(), f"/desk/rounds/{row.pk}/")
    names = "caches.keys().then((names) => names.filter((name) => name.startsWith('draughts-desk-files')))"
    before = page.evaluate(names)
    monkeypatch.setattr("club.core.pages.responses.files_version", lambda: "another")
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    assert until(lambda: page.evaluate(names) == ["draughts-desk-files-another"]), page.evaluate(names)
    assert before != ["draughts-desk-files-another"]
    wait_until_kept(page, f"/desk/rounds/{row.pk}/")  # with the files of the new version


def test_a_copy_is_not_shown_after_a_day(desk, proxy, row):
    address, user = f"/desk/rounds/{row.pk}/", director()
    page = opened(desk, user, address)
    page.evaluate(AGED, [address, int(time.time() * 1000) - 25 * 60 * 60 * 1000])
    proxy.state = "closed"
    with pytest.raises(Error):
        page.goto(f"{desk.base}{address}")


AGED = """async ([address, at]) => {
  const names = await caches.keys();
  const kept = await caches.open(names.find((name) => name.startsWith("draughts-desk-pages-")));
  const copy = await kept.match(address, { ignoreVary: true });
  const headers = new Headers(copy.headers);
  headers.set("X-Kept-At", String(at));
  await kept.put(address, new Response(await copy.blob(), { headers }));
}"""
