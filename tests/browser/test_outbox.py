"""The outbox: entries without network, through a bad one, in conflict, and of another account."""

from statistics import median

import pytest
from club_evening import director, published_of, section_of
from effort import amount
from fault_proxy import Faults
from pages import at_rest, kept_entries, session_of
from playwright.sync_api import expect
from polling import until

from club.accounts.services.roles import grant_role
from club.audit.selectors import verify_chains
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import AuditEntry, LiveEvent, Role, User
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.models import Case, Entry, LiveBoard, Outcome
from tournaments.results.services.results import record_result

ENTRIES = 50
SENT = 90_000  # milliseconds for all of them, on a busy machine
BEFORE_EACH_KILL = (20, 15, 15)
BAD = Faults(loss=0.3, delay=0.8, stalls=0.1)
PACES = {
    1_000: 5_000,
    250: 15_000,
}  # milliseconds from one entry to the next, and most of the median to arrive
MOST_LOCAL = 100  # milliseconds
NO_STORE = "Object.defineProperty(window, 'indexedDB', { value: undefined })"
SLOW_STORE = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  const listen = request.addEventListener.bind(request);
  const later = (heard) => () => setTimeout(heard, 1500);
  request.addEventListener = (name, heard) => listen(name, name === "success" ? later(heard) : heard);
  return request;
};
"""
WATCH = """() => {
  window.kept = [];
  let pressed = 0;
  addEventListener("keydown", () => { pressed = performance.now(); }, true);
  document.addEventListener("entry-kept", ({ detail }) => {
    window.kept.push({ key: detail.key, local: performance.now() - pressed, at: Date.parse(detail.at) });
  });
}"""


@pytest.fixture
def row(site):
    return published_of(section_of(2 * ENTRIES + 4))


def enter(page, number, key="1"):
    """Press a key at so many open games, each after the one before."""
    page.locator("[data-open]:not(.is-kept) button").first.focus()
    for _ in range(number):
        page.keyboard.press(key)


def expect_kept(page, number):
    assert until(lambda: len(kept_entries(page)) == number), len(kept_entries(page))


def entered(row):
    games = [game for pairing in row.pairings.all() for game in pairing.games.all()]
    return [game for game in games if game.outcome != Outcome.PENDING]


def half_an_hour_without_network(device, proxy, row, *, script=""):
    """Fifty entries at a desk without network, whose browser is killed twice; then the network is back."""
    user, address = director(), f"/desk/rounds/{row.pk}/"
    done = 0
    for at, number in enumerate(BEFORE_EACH_KILL):
        page = device.open(user, address, script=script, has_clock=at == 2)
        if not script:
            expect(page.locator(".is-kept")).to_have_count(done)
        proxy.state = "closed"
        enter(page, number)
        done += number
        if not script:
            expect_kept(page, done)
            expect(page.locator("#outbox [data-count]")).to_have_text(f"{done} on this device")
        if at < 2:
            device.kill()
            proxy.state = "reads"  # on plain http the page itself comes from the site
    assert entered(row) == []
    page.clock.fast_forward("30:00")
    proxy.state = "open"
    page.clock.fast_forward("01:00")
    return page


def test_fifty_entries_without_network_arrive_once_though_the_browser_is_killed_twice(device, proxy, row):
    page = half_an_hour_without_network(device, proxy, row)
    assert page.evaluate("isSecureContext") is False
    expect(page.locator("#outbox [data-count]")).to_have_text(f"{ENTRIES} sent", timeout=SENT)
    assert len(entered(row)) == ENTRIES
    recorded = AuditEntry.objects.filter(action="tournaments.result.recorded").values_list(
        "target_id", flat=True
    )
    assert (len(recorded), len(set(recorded))) == (ENTRIES, ENTRIES)
    numbers = list(
        LiveEvent.objects.filter(channel__name=f"section:{row.section_id}")
        .order_by("number")
        .values_list("number", flat=True)
    )
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert [one.broken for one in verify_chains() if one.broken] == []
    assert kept_entries(page) == []


def test_without_the_store_a_killed_browser_loses_entries(device, proxy, row):
    page = half_an_hour_without_network(device, proxy, row, script=NO_STORE)
    expect(page.get_by_text("This browser stores nothing.")).to_be_visible()
    assert until(lambda: len(entered(row)) == BEFORE_EACH_KILL[-1])
    page.wait_for_timeout(1_000)
    assert len(entered(row)) == BEFORE_EACH_KILL[-1]  # of 50


def test_an_entry_made_before_the_store_is_open_is_kept(device, proxy, row):
    user, address = director(), f"/desk/rounds/{row.pk}/"
    page = device.open(user, address)
    proxy.state = "closed"
    enter(page, 1)
    expect_kept(page, 1)
    device.kill()
    proxy.state = "reads"
    page = device.open(user, address, script=SLOW_STORE)
    page.locator("[data-open]").nth(1).locator("button").first.focus()
    page.keyboard.press("1")
    expect_kept(page, 2)
    expect(page.locator("#outbox [data-count]")).to_have_text("2 on this device")
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    assert until(lambda: len(entered(row)) == 2)


@pytest.mark.parametrize("pace", PACES, ids=["an entry a second", "four a second"])
def test_entry_through_a_bad_network(device, proxy, row, record_property, pace):
    number = amount(12, ENTRIES)
    page = device.open(director(), f"/desk/rounds/{row.pk}/")
    proxy.faults = BAD
    page.evaluate(WATCH)
    page.locator("[data-open] button").first.focus()
    for _ in range(number):
        page.keyboard.press("2")
        page.wait_for_timeout(pace)
    assert until(lambda: len(entered(row)) == number, seconds=90)
    assert until(lambda: kept_entries(page) == [], seconds=90)
    kept = page.evaluate("window.kept")
    first = {}
    for one in proxy.arrivals:
        first.setdefault(one.key, one.at * 1000)
    locally = sorted(one["local"] for one in kept)
    waits = sorted(first[one["key"]] - one["at"] for one in kept)
    record_property(
        "evening",
        f"bad network: {number} entries, one each {pace} ms, kept in {median(locally):.0f} ms "
        f"(most {locally[-1]:.0f}), "
        f"arrived in {median(waits) / 1000:.1f} s (most {waits[-1] / 1000:.1f}), {proxy.lost} requests lost",
    )
    assert len(kept) == number
    assert proxy.lost > 0
    assert median(locally) <= MOST_LOCAL
    assert median(waits) <= PACES[pace]
    assert AuditEntry.objects.filter(action="tournaments.result.recorded").count() == number


def test_check_ins_through_a_bad_network(device, proxy, row):
    proxy.faults = BAD
    section = row.section
    page = device.open(director(), f"/desk/sections/{section.pk}/check-in/", width=390)
    names = page.locator("[data-tap]")
    for at in range(6):
        names.nth(at).click()
    names.nth(0).click()  # taken back
    expect(page.locator("#outbox [data-count]")).to_contain_text("on this device")
    assert until(lambda: kept_entries(page) == [], seconds=90)
    assert Entry.objects.filter(section=section, checked_in_at__isnull=False).count() == 5
    checked = AuditEntry.objects.filter(action="tournaments.entry.checked_in")
    assert checked.count() in {5, 7}  # the tap that was taken back may never have been sent


@pytest.fixture
def night(site):
    return section_of(10, preset="club_night")


def check_everybody_in(device, section):
    page = device.open(director(), f"/desk/sections/{section.pk}/check-in/", width=390)
    page.get_by_role("button", name="Start tonight's club night").click()
    names = page.locator("[data-tap]")
    expect(names).to_have_count(10)
    return page, names


def test_pairing_waits_for_check_ins_on_their_way(device, proxy, night):
    page, names = check_everybody_in(device, night)
    proxy.faults = Faults(delay=0.8)
    for at in range(10):
        names.nth(at).click()
    page.get_by_role("button", name="Pair players present").click()
    expect(page.get_by_text("Your entries are sent first.")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert night.round_rows.get().pairings.filter(black__isnull=False).count() == 5


def test_nothing_is_paired_while_check_ins_cannot_be_sent(device, proxy, night):
    page, names = check_everybody_in(device, night)
    page.clock.install()
    proxy.state = "closed"
    names.nth(0).click()
    expect_kept(page, 1)
    page.get_by_role("button", name="Pair players present").click()
    expect(page.get_by_text("Your entries are sent first.")).to_be_visible()
    page.clock.fast_forward("00:16")
    expect(page.get_by_text("Nothing was done")).to_be_visible()
    expect(page.get_by_text("Your entries are sent first.")).to_be_hidden()
    proxy.state = "open"
    page.clock.fast_forward("01:00")
    assert until(lambda: kept_entries(page) == [], seconds=90)
    assert not night.round_rows.exists()


def test_a_move_is_sent_after_the_browser_was_killed(device, proxy, row):
    set_broadcast(event_id=row.section.event_id, actor=SYSTEM)
    board = open_live_boards(round_id=row.pk, actor=SYSTEM, boards=[1])[0]
    user, address = director(), f"/live/{board.pk}/enter/"
    page = device.open(user, address, width=390)
    assert until(lambda: page.evaluate("() => Boolean(document.querySelector('live-pad').state)"))
    proxy.state = "closed"
    page.evaluate(MOVE)
    expect(page.get_by_text("No network: this is sent as soon as it is back.")).to_be_visible()
    expect_kept(page, 1)
    device.kill()
    proxy.state = "reads"
    page = device.open(user, address, width=390)
    expect(page.locator("live-pad.is-sending")).to_be_visible()
    proxy.faults, proxy.state = BAD, "open"
    assert until(lambda: len(LiveBoard.objects.get(pk=board.pk).moves) == 1, seconds=90)
    assert until(lambda: kept_entries(page) == [], seconds=90)
    assert LiveBoard.objects.get(pk=board.pk).sequence == board.sequence + 1


MOVE = """() => {
  const pad = document.querySelector("live-pad");
  pad.board.dispatchEvent(new CustomEvent("draughts-move", { detail: pad.state.legal[0], bubbles: true }));
}"""


def test_an_incident_through_a_bad_network(device, proxy, row):
    board = row.pairings.get(board_number=1)
    asked = f"board={board.pk}&game=1&player={board.white_id}&incident=out_of_turn"
    page = device.open(director(), f"/desk/events/{row.section.event_id}/incident/?{asked}", width=390)
    proxy.faults = BAD
    page.locator("[data-confirm]").click()
    assert until(lambda: Case.objects.count() == 1, seconds=90)
    assert until(lambda: kept_entries(page) == [], seconds=90)
    proxy.wait_for_late_copies()
    assert Case.objects.count() == 1


def test_another_result_meanwhile_is_shown_beside_mine_and_a_person_chooses(device, proxy, row):
    page = device.open(director(), f"/hall/{row.section_id}/", width=390)
    proxy.state = "closed"
    boards = list(row.pairings.order_by("board_number")[:3])
    for board in boards:
        page.locator(f"#game-{board.pk}-1").get_by_role("button", name="Drawn").click()
    expect_kept(page, 3)
    for board, outcome in zip(boards, (Outcome.WHITE, Outcome.WHITE, Outcome.DRAW), strict=True):
        record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=SYSTEM)
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    cards = page.locator("#outbox [data-list] section")
    expect(cards).to_have_count(2)  # the same result is accepted silently
    expect(cards.first).to_contain_text(f"{boards[0].white.name} won")
    expect(cards.first.get_by_text("Your entry")).to_be_visible()
    assert [board.games.get().outcome for board in boards] == ["white", "white", "draw"]
    cards.first.get_by_role("button", name="Keep their result").click()
    expect(cards).to_have_count(1)
    cards.first.get_by_role("button", name="Replace by my result").click()
    expect(cards).to_have_count(0)
    assert until(lambda: boards[1].games.get().outcome == Outcome.DRAW)
    assert [board.games.get().outcome for board in boards] == ["white", "draw", "draw"]


def test_entries_of_another_account_wait_for_it(device, proxy, row):
    first, other = director(), User.objects.create_user("helper@club.example", first_name="Helper")
    grant_role(user=other, role=Role.ARBITER, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    address = f"/desk/rounds/{row.pk}/"
    page = device.open(first, address)
    proxy.state = "closed"
    enter(page, 2)
    expect_kept(page, 2)
    device.context.clear_cookies()
    device.context.add_cookies(session_of(other, device))
    proxy.state = "open"  # with the cookie of the other account: what is kept is tried again by itself
    page.evaluate("dispatchEvent(new Event('online'))")  # the page of the first account is still open
    page.wait_for_timeout(1_500)
    assert entered(row) == []
    page.reload()
    expect(page.get_by_text("This device has entries of another account.")).to_be_visible()
    page.wait_for_timeout(500)
    assert entered(row) == []
    device.context.clear_cookies()
    device.context.add_cookies(session_of(first, device))
    page.reload()
    assert until(lambda: len(entered(row)) == 2)
    assert {game.entered_by for game in entered(row)} == {str(first)}


def test_the_number_of_sent_entries_does_not_stay_over_the_last_boards(device, row):
    page = device.open(director(), f"/desk/rounds/{row.pk}/", has_clock=True)
    enter(page, 1)
    expect(page.get_by_text("1 sent", exact=True).first).to_be_visible()
    page.clock.fast_forward("00:15")
    expect(page.locator("#outbox")).to_be_hidden()


def test_an_ended_session_is_not_called_a_missing_network(device, row):
    page = device.open(director(), f"/desk/rounds/{row.pk}/")
    device.context.clear_cookies()
    enter(page, 1)
    expect(page.get_by_text("Not sent: you are no longer signed in.")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()


def test_signing_out_warns_of_entries_that_are_not_sent(device, proxy, row):
    page = device.open(director(), f"/desk/rounds/{row.pk}/")
    page.route("**/desk/results/", lambda route: route.abort())  # the form that signs out gets through
    enter(page, 1)
    expect_kept(page, 1)
    page.goto(f"{device.base}/desk/account/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("This device has entries that are not sent.")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    at_rest(page)
    assert len(kept_entries(page)) == 1
