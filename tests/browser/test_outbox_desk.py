"""Lines of the quick field, their undo, and “Everybody is here” without network."""

import pytest
from club_evening import director, published_of, section_of
from pages import kept_entries
from playwright.sync_api import expect
from polling import until

from club.core.actor import SYSTEM
from club.models import AuditEntry, User
from tournaments.entries.services.check_ins import check_in
from tournaments.models import Entry, Outcome
from tournaments.results.services.results import record_result

BOARDS = 20


@pytest.fixture
def row(site):
    return published_of(section_of(2 * BOARDS))


@pytest.fixture
def desk(device, row):
    return device.open(director(), f"/desk/rounds/{row.pk}/")


def enter(page, text):
    page.locator("#quick").fill(text)
    page.keyboard.press("Enter")


def result_at(row, number):
    return row.pairings.get(board_number=number).games.get().outcome


def back(page, proxy):
    proxy.state = "open"
    page.evaluate("dispatchEvent(new Event('online'))")
    assert until(lambda: not [one for one in kept_entries(page) if one["state"] == "waiting"])


def test_lines_of_the_quick_field_are_kept_and_sent_in_order_once(device, proxy, row, desk):
    told = desk.locator("#quick-told")
    proxy.state = "closed"
    for text in ("14 1", "15 =", "16 3", "14 3"):  # the last one corrects the first
        enter(desk, text)
    board = row.pairings.get(board_number=14)
    words = f"Board 14, {board.white.name} \N{EN DASH} {board.black.name}: 0"
    expect(told).to_contain_text(words)
    expect(told).to_contain_text("On this device.")
    expect(desk.locator("#quick")).to_have_value("")
    corrections = 0 if not_tried(desk) else 1  # the first may have arrived: then the last one follows it
    expect(desk.locator("#outbox [data-count]")).to_have_text(f"{3 + corrections} on this device")
    assert until(lambda: len(kept_entries(desk)) == 3 + corrections)
    device.kill()
    proxy.state = "reads"
    desk = device.open(User.objects.get(), f"/desk/rounds/{row.pk}/")
    expect(desk.locator(".is-kept[id^='game-']")).to_have_count(3)
    back(desk, proxy)
    assert [result_at(row, number) for number in (14, 15, 16)] == ["black", "draw", "black"]
    assert AuditEntry.objects.filter(action="tournaments.result.recorded").count() == 3
    assert AuditEntry.objects.filter(action="tournaments.result.corrected").count() == corrections


def not_tried(page):
    """True if the last line has replaced the first on the device, which no request had left by then."""
    assert until(
        lambda: "black" in {one["value"] for one in kept_entries(page) if "Board 14" in one["label"]}
    )
    return len([one for one in kept_entries(page) if "Board 14" in one["label"]]) == 1


def test_a_line_that_the_page_cannot_read_is_not_lost(proxy, desk):
    told = desk.locator("#quick-told")
    enter(desk, "99 1")
    expect(told).to_contain_text("There is no board 99 in this round.")
    proxy.state = "closed"
    enter(desk, "98 1")
    expect(told).to_contain_text("Nothing was entered.")
    expect(desk.locator("#quick")).to_have_value("98 1")
    assert kept_entries(desk) == []


def test_a_stored_result_is_replaced_only_after_a_question(proxy, row, desk):
    told = desk.locator("#quick-told")
    enter(desk, "3 1")
    expect(told).to_contain_text("Saved.")
    enter(desk, "3 =")
    expect(told.get_by_role("button", name="Replace result")).to_be_visible()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Space")
    desk.keyboard.type("5 1\n")  # what is typed on is the next line
    expect(told).to_contain_text("Board 5")
    expect(told).to_contain_text("Saved.")
    assert [result_at(row, number) for number in (3, 5)] == ["white", "white"]
    enter(desk, "3 =")
    expect(told.get_by_role("button", name="Keep result")).to_be_visible()
    desk.keyboard.press("Control+Enter")
    expect(told).to_contain_text("Saved.")
    assert result_at(row, 3) == Outcome.DRAW
    proxy.state = "closed"
    enter(desk, "4 1")
    record_result(pairing_id=row.pairings.get(board_number=4).pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM)
    back(desk, proxy)
    expect(told).to_contain_text("Refused")
    expect(desk.locator("#outbox [data-list] section")).to_contain_text("Entered meanwhile")
    assert result_at(row, 4) == Outcome.BLACK


def test_an_entry_that_was_not_sent_is_undone_on_the_device(proxy, row, desk):
    told = desk.locator("#quick-told")
    proxy.state = "closed"
    desk.context.set_offline(True)  # the browser knows it, so that no try may have arrived
    enter(desk, "5 1")
    enter(desk, "5 3")
    enter(desk, "6 1")
    assert until(lambda: untried(desk) == 2), kept_entries(desk)
    desk.get_by_role("button", name="Undo last result").click()
    expect(told).to_contain_text("Removed from this device before it was sent.")
    desk.get_by_role("button", name="Undo last result").click()  # what it replaced waits again
    assert until(lambda: [one["value"] for one in kept_entries(desk)] == ["white"])
    desk.context.set_offline(False)
    back(desk, proxy)
    assert (result_at(row, 5), result_at(row, 6)) == ("white", "pending")
    assert AuditEntry.objects.filter(action__startswith="tournaments.result.").count() == 1


def untried(page):
    """Entries that have no try behind them: in the browser's view the device has no network."""
    return sum(not one["tries"] for one in kept_entries(page))


def test_undo_of_what_was_sent_waits_on_the_device_and_names_its_game(proxy, row, desk):
    told = desk.locator("#quick-told")
    for number in (7, 8):
        enter(desk, f"{number} 1")
        expect(told).to_contain_text("Saved.")
    proxy.state = "closed"
    desk.get_by_role("button", name="Undo last result").click()
    expect(told).to_contain_text("Undo: Board 8")
    expect(told).to_contain_text("On this device.")
    enter(desk, "9 1")  # goes out at the same time, and is not what is undone
    expect(desk.locator("#outbox [data-count]")).to_contain_text("2 on this device")
    back(desk, proxy)
    assert [result_at(row, number) for number in (7, 8, 9)] == ["white", "pending", "white"]
    assert AuditEntry.objects.filter(undoes__isnull=False).count() == 1


def test_undo_of_a_result_that_another_desk_has_changed_is_a_conflict(proxy, row, desk):
    told = desk.locator("#quick-told")
    enter(desk, "10 1")
    expect(told).to_contain_text("Saved.")
    proxy.state = "closed"
    desk.get_by_role("button", name="Undo last result").click()
    expect(told).to_contain_text("On this device.")
    pairing = row.pairings.get(board_number=10)
    record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    back(desk, proxy)
    card = desk.locator("#outbox [data-list] section")
    expect(card).to_contain_text("Entered meanwhile")
    assert result_at(row, 10) == Outcome.DRAW
    card.get_by_role("button", name="Replace by my result").click()
    assert until(lambda: result_at(row, 10) == Outcome.PENDING)


def test_undo_of_what_the_page_does_not_know_says_so(device, proxy, row, desk):
    enter(desk, "11 1")
    expect(desk.locator("#quick-told")).to_contain_text("Saved.")
    desk.reload()
    proxy.state = "closed"
    desk.get_by_role("button", name="Undo last result").click()
    expect(desk.locator("#quick-told")).to_contain_text("Nothing was undone.")
    proxy.state = "open"
    desk.get_by_role("button", name="Undo last result").click()
    expect(desk.locator("#quick-told")).to_contain_text("Undone. Board 11")
    assert result_at(row, 11) == Outcome.PENDING


def test_a_line_is_still_there_after_another_desk_has_changed_the_round(row, desk):
    desk.locator("#quick").fill("12 ")
    desk.evaluate("document.getElementById('round').dispatchEvent(new CustomEvent('live'))")
    desk.wait_for_timeout(800)
    expect(desk.locator("#quick")).to_have_value("12 ")


@pytest.fixture
def hall(device, row):
    Entry.objects.filter(section=row.section_id).update(checked_in_at=None)
    return device.open(director(), f"/desk/sections/{row.section_id}/check-in/", width=390)


def here(row):
    return set(
        Entry.objects.filter(section=row.section_id, checked_in_at__isnull=False).values_list("pk", flat=True)
    )


def test_everybody_is_here_goes_before_the_taps_after_it_and_after_those_before(device, proxy, row, hall):
    names = hall.locator("[data-tap]")
    first, second = (int(names.nth(at).get_attribute("data-tap")) for at in (0, 1))
    proxy.state = "closed"
    names.nth(0).click()
    hall.get_by_role("button", name="Everybody is here").click()
    expect(hall.locator("[data-tap][aria-pressed=true]")).to_have_count(2 * BOARDS)
    names.nth(1).click()  # and this one is missing
    expect(hall.locator("[data-tap][aria-pressed=true]")).to_have_count(2 * BOARDS - 1)
    expect(hall.locator("#outbox [data-count]")).to_have_text("3 on this device")
    assert until(lambda: len(kept_entries(hall)) == 3)
    late = Entry.objects.exclude(pk__in=[first, second]).filter(section=row.section_id).last()
    check_in(entry_id=late.pk, has_arrived=True, actor=SYSTEM)  # by another desk
    device.kill()
    proxy.state = "reads"
    hall = device.open(User.objects.get(), f"/desk/sections/{row.section_id}/check-in/", width=390)
    expect(hall.locator("[data-tap][aria-pressed=true]")).to_have_count(2 * BOARDS - 1)
    back(hall, proxy)
    assert first in here(row)
    assert second not in here(row)
    assert len(here(row)) == 2 * BOARDS - 1
    assert AuditEntry.objects.filter(action="tournaments.entries.checked_in").count() == 1


def test_everybody_is_here_is_undone_on_the_device_before_it_was_sent(proxy, row, hall):
    proxy.state = "closed"
    hall.context.set_offline(True)
    hall.get_by_role("button", name="Everybody is here").click()
    assert until(lambda: untried(hall) == 1)
    undo = hall.get_by_role("button", name="Undo “Everybody is here”")
    assert until(undo.is_enabled)
    undo.click()
    expect(hall.locator("[data-tap][aria-pressed=true]")).to_have_count(0)
    assert until(lambda: kept_entries(hall) == [])
    proxy.state = "open"
    hall.context.set_offline(False)
    hall.wait_for_timeout(500)
    assert here(row) == set()


def test_a_double_click_checks_in_once(row, hall):
    names = hall.locator("[data-tap]")
    names.nth(0).dblclick()
    expect(names.nth(0)).to_have_attribute("aria-pressed", "true")
    hall.get_by_role("button", name="Everybody is here").dblclick()
    expect(hall.get_by_role("button", name="Undo “Everybody is here”")).to_be_enabled()
    assert until(lambda: kept_entries(hall) == [])
    assert len(here(row)) == 2 * BOARDS
    assert not AuditEntry.objects.filter(action="tournaments.entries.check_in_undone").exists()


def test_without_a_barrier_a_tap_overtakes_everybody(proxy, row, hall):
    """Control: sent by lanes alone, the missing player is checked in after all."""
    hall.evaluate(NO_BARRIER)
    names = hall.locator("[data-tap]")
    second = int(names.nth(1).get_attribute("data-tap"))
    proxy.state = "closed"
    hall.get_by_role("button", name="Everybody is here").click()
    names.nth(1).click()
    assert until(lambda: len(kept_entries(hall)) == 2)
    slow_first(hall)
    back(hall, proxy)
    assert second in here(row)


NO_BARRIER = """async () => {
  const names = performance.getEntriesByType("resource").map((one) => one.name);
  const address = names.find((one) => /outbox[^/]*\\.js$/.test(one));
  const { outbox } = await import(address);
  const put = outbox.put.bind(outbox);
  outbox.put = (entry) => put({ ...entry, group: undefined });
  window.outbox = outbox;
}"""


def slow_first(page):
    """Let the entry of everybody wait until the tap has its answer."""
    page.evaluate(
        "window.outbox.due.set(window.outbox.waiting().find((one) => one.isBarrier).key, Date.now() + 2000);"
        "window.outbox.hurry = () => { window.outbox.failures = 0; window.outbox.pump(); };"
        "for (const one of window.outbox.waiting()) if (!one.isBarrier) window.outbox.due.delete(one.key);"
    )
