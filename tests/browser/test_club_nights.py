"""A club night of seventeen members on a phone: two taps and one a board, with one who comes late."""

import pytest
from club_evening import director, section_of
from playwright.sync_api import expect

from tournaments.models import ByeKind, ClubNight, Outcome

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.fixture
def season(site):
    """Seventeen members."""
    return section_of(17, preset="club_night")


def test_a_night_for_seventeen_with_a_late_one_takes_two_taps_and_one_a_board(open_page, season):
    address = f"/desk/sections/{season.pk}/check-in/"
    page = open_page(address, width=NARROW, expected=EXPECTED, user=director())
    taps = 0
    page.get_by_role("button", name="Start tonight's club night").click()
    taps += 1
    entries = list(season.entries.order_by("name", "pk"))
    late = entries.pop()
    for entry in entries[:-1]:  # ticking is not counted: the club counts those who come
        page.locator(f"[data-name='{entry.name}'] button").click()
        expect(page.locator(f"[data-name='{entry.name}'] .is-here")).to_be_visible()
    page.get_by_role("button", name="Pair players present").click()
    taps += 1
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert taps == 2
    row = season.round_rows.get()
    assert row.pairings.filter(black__isnull=False).count() == 7
    page.goto(page.url.replace(f"/rounds/{row.pk}/", f"/sections/{season.pk}/check-in/"))
    page.locator(f"[data-name='{late.name}'] button").click()
    page.get_by_role("button", name=f"Pair late arrival {late.name}").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert not row.pairings.filter(bye=ByeKind.ALLOCATED).exists()
    boards = row.pairings.filter(black__isnull=False).count()
    for left in range(boards, 0, -1):
        expect(page.locator("[data-open]")).to_have_count(left)
        page.locator("[data-open] button:nth-of-type(2)").first.click()
    expect(page.locator("[data-open]")).to_have_count(0)
    assert {game.outcome for board in row.pairings.all() for game in board.games.all()} == {Outcome.DRAW}
    page.goto(page.url.replace(f"/rounds/{row.pk}/", f"/sections/{season.pk}/check-in/"))
    page.get_by_role("button", name="End the club night").click()
    expect(page.get_by_text("The club night has ended.")).to_be_visible()
    assert ClubNight.objects.get().attendances.count() == 16
