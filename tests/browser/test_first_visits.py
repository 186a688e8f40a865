"""First visits of public pages on a phone: few bytes, and nothing moves once it is shown."""

import json

import pytest
from playwright.sync_api import expect
from server_process import ServerProcess

WIDTH = 390
MAX_BYTES = 120_000
MAX_SHIFT = 0.01
SETTLED = 500  # milliseconds after the load
SET_UP = """
import json, sys; sys.path.insert(0, "tests/support")
import django; django.setup()
from datetime import timedelta
from django.utils import timezone
from event_rows import play, played_round, published_round, section_of
from history import build_section
from club.core.actor import SYSTEM
from club.models import Organisation
from games.models import Game
from tournaments.entries.entry_lists import EntryLine
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import EnteredMove, MovesEntry, enter_moves
from tournaments.players.selectors.visibility import persons_with_page
from tournaments.results.services.results import record_result
from tournaments.screens.services.screen_families import set_clock
NAMES = ["Łukasz Żółkiewski", "Jiří Dvořák", "Gülşen Dağ", "Tomáš Říha", "Jānis Bērziņš", "Ștefan Lungu"]
club = Organisation.objects.get(slug="demo-club")
section = section_of(players=24, club=club)
played_round(section)
row = published_round(section)
games = [one.games.first() for one in row.pairings.order_by("board_number")]
for game in games[:7]:
    record_result(pairing_id=game.pairing_id, game=game.number, outcome="white", actor=SYSTEM)
set_broadcast(event_id=section.event_id, actor=SYSTEM)
boards = open_live_boards(round_id=row.pk, actor=SYSTEM, boards=range(8, 13))
for board in boards:
    enter_moves(board_id=board.pk, entry=MovesEntry(moves=[EnteredMove("11-15")]), actor=SYSTEM)
set_clock(event_id=section.event_id, ends_at=timezone.now() + timedelta(hours=2), actor=SYSTEM)
names = [EntryLine(name, 1900 - 50 * at) for at, name in enumerate(NAMES)]
abroad = build_section(club=club, preset="weekend", lines=names, name="Łódź Open")
played_round(abroad)
set_broadcast(event_id=abroad.event_id, actor=SYSTEM)
names_board = open_live_boards(round_id=published_round(abroad).pk, actor=SYSTEM, boards=[1])[0]
enter_moves(board_id=names_board.pk, entry=MovesEntry(moves=[EnteredMove("11-15")]), actor=SYSTEM)
there = f"/e/{abroad.event.slug}/"
event, at = f"/e/{section.event.slug}/", f"/e/{section.event.slug}/{section.slug}/"
print(json.dumps({
    "slug": section.event.slug, "player": f"{at}players/{section.entries.get(name='Abbott').number}/",
    "board": boards[0].pk, "result": [games[11].pairing_id, games[11].number], "event_id": section.event_id,
    "event": event, "round": f"{at}pairings/2/",
    "grid": f"{event}live/", "live": f"{event}live/{boards[0].pk}/",
    "pages": [
        "/", "/events/", event, f"{at}players/", f"{at}players/1/", f"{at}standings/", f"{at}crosstable/",
        f"{at}charts/", f"{at}pairings/2/", f"{event}live/", f"{event}live/{boards[0].pk}/",
        f"/games/{Game.objects.filter(is_legal=True).first().pk}/",
        f"/players/{persons_with_page().first().pk}/",
        f"/clubs/{club.slug}/", "/games/explorer/?variant=english", "/games/check/",
    ],
    "names": [
        there, f"{there}main/players/1/", f"{there}main/standings/", f"{there}main/crosstable/",
        f"{there}main/charts/", f"{there}main/pairings/2/", f"{there}live/", f"{there}live/{names_board.pk}/",
    ],
}))
"""
CHANGE = """
import sys; sys.path.insert(0, "tests/support")
import django; django.setup()
from club.core.actor import SYSTEM
from tournaments.live_boards.services.moves import EnteredMove, MovesEntry, enter_moves
from tournaments.results.services.results import record_result
record_result(pairing_id={0}, game={1}, outcome="black", actor=SYSTEM)
enter_moves(board_id={2}, entry=MovesEntry(moves=[EnteredMove("23-19")]), actor=SYSTEM)
"""
OBSERVE = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
        window.shifts.push([entry.value, moved]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""
FONTS = """performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.endsWith(".woff2")).map((name) => name.split("/").pop().split(".")[0])"""


@pytest.fixture(scope="module")
def server(tmp_path_factory, templates):
    server = ServerProcess(tmp_path_factory.mktemp("visits"), templates)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def told(chromium, server):
    context = chromium.new_context()
    server.wait_until_open(context)
    context.close()
    return json.loads(server.run(SET_UP).splitlines()[-1])


@pytest.fixture
def visit(chromium, server):
    """Open a page in a new context, on a phone; return it with the bytes of each answer."""
    contexts = []

    def visited(path, *, followed=None):
        context = chromium.new_context(
            viewport={"width": WIDTH, "height": 844}, has_touch=True, is_mobile=True
        )
        contexts.append(context)
        context.add_init_script(OBSERVE)
        page = context.new_page()
        if followed:
            page.goto(f"{server.url}/laws/")
            page.evaluate("([key, value]) => localStorage.setItem(key, value)", followed)
        session = context.new_cdp_session(page)
        sizes = []
        session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
        session.send("Network.enable")
        page.goto(f"{server.url}{path}", wait_until="load")
        page.wait_for_timeout(SETTLED)
        return page, sizes

    yield visited
    for context in contexts:
        context.close()


def shift_of(page):
    """The sum of all shifts, and what moved."""
    shifts = page.evaluate("window.shifts")
    return sum(value for value, _moved in shifts), shifts


@pytest.mark.slow
def test_first_visits_are_light_and_nothing_moves(visit, told):
    heavy, moving = {}, {}
    for path in told["pages"]:
        page, sizes = visit(path)
        if sum(sizes) > MAX_BYTES:
            heavy[path] = sum(sizes)
        shift, shifts = shift_of(page)
        if shift >= MAX_SHIFT:
            moving[path] = shifts
        page.context.close()
    assert heavy == {}
    assert moving == {}


@pytest.mark.slow
def test_first_visits_with_names_beyond_latin_1_are_light(visit, told):
    """Polish, Czech, Turkish, Latvian and Romanian letters come from small files of their own."""
    heavy, all_fonts = {}, set()
    for path in told["names"]:
        page, sizes = visit(path)
        if sum(sizes) > MAX_BYTES:
            heavy[path] = sum(sizes)
        all_fonts |= set(page.evaluate(FONTS))
        page.context.close()
    assert heavy == {}
    assert {name.split("-latin-")[1] for name in all_fonts if "-latin-names" in name} == {
        "names-600-normal",
        "names-wght-normal",
    }
    assert [name for name in all_fonts if "-ext-" in name] == []


@pytest.mark.slow
def test_the_bar_of_the_followed_name_moves_nothing(visit, told):
    """On the first page without its lines, on the next with those of the time before."""
    followed = [f"follow:{told['slug']}", json.dumps({"path": told["player"]})]
    for path in told["pages"]:
        if not path.startswith(told["event"]):
            continue
        page, _sizes = visit(path, followed=followed)
        expect(page.get_by_label("The player you follow")).to_contain_text("Abbott")
        assert shift_of(page)[0] < MAX_SHIFT, (path, shift_of(page))
        page.reload(wait_until="load")
        expect(page.get_by_label("The player you follow")).to_contain_text("Abbott")
        page.wait_for_timeout(SETTLED)
        assert shift_of(page)[0] < MAX_SHIFT, (path, shift_of(page))
        page.context.close()


@pytest.mark.slow
def test_news_of_the_round_move_nothing(visit, server, told):
    followed = [f"follow:{told['slug']}", json.dumps({"path": told["player"]})]
    names = ("event", "round", "grid", "live")
    pages = {name: visit(told[name], followed=followed)[0] for name in names}
    clock = pages["event"].get_by_role("timer")
    expect(clock).to_contain_text("1:5")
    server.run(CHANGE.format(*told["result"], told["board"]))
    expect(pages["event"].get_by_text("8 of 12 games finished")).to_be_visible()
    expect(pages["grid"].get_by_text("23-19")).to_be_visible()
    expect(pages["live"].locator("[data-moves]")).to_contain_text("23-19")
    expect(clock).to_contain_text("1:5")
    pages["event"].wait_for_timeout(SETTLED)
    moving = {name: shift_of(page) for name, page in pages.items() if shift_of(page)[0] >= MAX_SHIFT}
    assert moving == {}
