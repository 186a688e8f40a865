"""First visits of public pages on a phone, in Chromium at 390 pixels, each with an empty cache.

    python -m benchmarks.phone_pages [RUNS [PAGE ...]]

`manage.py serve` answers with the demo, and an event of 60 players whose third round is followed on live
boards. Each page is opened as it comes, and as on a phone: the processor four times slower, 1.6 Mbit/s down,
150 ms for a round trip. Medians are shown. Bytes are those on the wire with headers. Streams of events are
not counted: they never end.
"""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import which
from statistics import median
from time import monotonic, sleep
from typing import Any, NamedTuple

from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import free_port, site_folder

RUNS, WIDTH, HEIGHT = 3, 390, 844
SETTLED_MS = 700  # after the load: what comes later is no part of the first visit
MAX_KB, MAX_LCP_MS, MAX_PHONE_LCP_MS, MAX_SHIFT = 120, 1000, 2500, 0.01
KINDS = ("Document", "Stylesheet", "Script", "Font", "Image")
SETUP = """
import json
from club.core.actor import SYSTEM
from club.models import DEMO_SLUG, Organisation
from games.models import Game
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import EnteredMove, MovesEntry, enter_moves
from tournaments.models import GameResult
from tournaments.players.selectors.visibility import persons_with_page
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
club = Organisation.objects.get(slug=DEMO_SLUG)
event = create_event(organisation_id=club.pk, name="Phones", preset="weekend", actor=SYSTEM)
show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
section = event.sections.get()
lines = [EntryLine(f"Somebody Longername {n:02}", 2000 - 7 * n) for n in range(60)]
add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
for number in range(3):
    drawn = propose_round(section_id=section.pk, actor=SYSTEM)
    shown = publish_round(round_id=drawn.pk, version=drawn.version, actor=SYSTEM)
    if number < 2:
        for at, game in enumerate(GameResult.objects.filter(pairing__round=shown).order_by("pk")):
            outcome = ("white", "draw", "black", "white")[at % 4]
            record_result(pairing_id=game.pairing_id, game=game.number, outcome=outcome, actor=SYSTEM)
        close_round(round_id=shown.pk, actor=SYSTEM)
set_broadcast(event_id=event.pk, actor=SYSTEM)
boards = open_live_boards(round_id=shown.pk, actor=SYSTEM, boards=range(1, 17))
moves = [EnteredMove(text) for text in ("11-15", "23-19", "8-11", "22-17")]
for board in boards:
    enter_moves(board_id=board.pk, entry=MovesEntry(moves=moves), actor=SYSTEM)
event, at = f"/e/{event.slug}/", f"/e/{event.slug}/{section.slug}/"
print(json.dumps({
    "front door": "/",
    "events": "/events/",
    "event": event,
    "players": at + "players/",
    "standings": at + "standings/",
    "cross-table": at + "crosstable/",
    "charts": at + "charts/",
    "round": at + "pairings/3/",
    "player of the event": at + "players/1/",
    "live boards": event + "live/",
    "a live board": event + f"live/{boards[0].pk}/",
    "a game": f"/games/{Game.objects.filter(is_legal=True).first().pk}/",
    "player": f"/players/{persons_with_page().first().pk}/",
    "club": f"/clubs/{club.slug}/",
    "explorer": "/games/explorer/?variant=english",
    "judge": "/games/check/",
}))
"""
OBSERVE = """
window.seen = { shift: 0, lcp: 0, longest: 0, blocked: 0, moved: [] };
const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
watch("longtask", (entry) => {
    seen.longest = Math.max(seen.longest, entry.duration);
    seen.blocked += entry.duration - 50;
});
watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    seen.shift += entry.value;
    entry.sources.forEach(({ node }) => seen.moved.push(`${node?.nodeName}.${node?.className}`));
});
"""


class Link(NamedTuple):
    """Processor and network of a visit."""

    name: str
    slower: int = 1
    megabits: float = 0.0
    latency_ms: int = 0


LINKS = (Link("as it comes"), Link("phone", slower=4, megabits=1.6, latency_ms=150))


@dataclass(slots=True)
class Visit:
    """Measurements of one first visit."""

    sizes: dict[str, int] = field(default_factory=dict)
    requests: int = 0
    is_compressed: bool = False
    seen: dict[str, Any] = field(default_factory=dict)

    @property
    def kilobytes(self) -> float:
        """Bytes of all kinds, in kB."""
        return sum(self.sizes.values()) / 1000


def visit(browser: Any, address: str, link: Link) -> Visit:
    """Open a page in a context of its own and measure until it has settled."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.add_init_script(OBSERVE)
    session = context.new_cdp_session(page)
    found, kinds = Visit(), {}

    def note_answer(told: dict[str, Any]) -> None:
        kinds[told["requestId"]] = told["type"]
        found.requests += told["type"] != "EventSource"
        if told["type"] == "Document":
            headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
            found.is_compressed = "content-encoding" in headers

    def note_end(told: dict[str, Any]) -> None:
        kind = kinds.get(told["requestId"], "")
        name = kind if kind in KINDS else "Other"
        if kind != "EventSource":
            found.sizes[name] = found.sizes.get(name, 0) + int(told["encodedDataLength"])

    session.on("Network.responseReceived", note_answer)
    session.on("Network.loadingFinished", note_end)
    session.send("Network.enable")
    throttle(session, link)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED_MS * link.slower)
    found.seen = page.evaluate("window.seen")
    context.close()
    return found


def throttle(session: Any, link: Link) -> None:
    """Slow the processor and the network down."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": link.slower})
    if link.megabits:
        speed = link.megabits * 1e6 / 8
        limits = {"latency": link.latency_ms, "downloadThroughput": speed, "uploadThroughput": speed / 2}
        session.send("Network.emulateNetworkConditions", {"offline": False, **limits})


@contextmanager
def served_demo() -> Iterator[tuple[str, dict[str, str]]]:
    """Serve the demo with `manage.py serve`; yield its address and the paths of the pages by name."""
    with site_folder() as env:
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "loaddemo"], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)
        made = subprocess.run(
            [*manage, "shell", "-v", "0", "-c", SETUP], cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE
        )
        paths, port = json.loads(made.stdout.splitlines()[-1]), free_port()
        site = f"http://localhost:{port}"
        command = [*manage, "serve", "--port", str(port)]
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
        try:
            wait_for_answer(port)
            yield site, paths
        finally:
            server.terminate()
            server.wait()


def wait_for_answer(port: int) -> None:
    """Wait until the server answers, at most a minute."""
    until = monotonic() + 60
    while monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/laws/"):
                return
        except OSError:
            sleep(0.2)
    raise SystemExit(f"no answer from port {port}")


def report(name: str, link: Link, visits: list[Visit]) -> list[bool]:
    """Print the medians of a page and check its budgets; misses are named."""
    first = visits[0]
    by_kind = {kind: first.sizes.get(kind, 0) / 1000 for kind in (*KINDS, "Other")}
    lcp, shift = (median(one.seen[key] for one in visits) for key in ("lcp", "shift"))
    longest, blocked = (median(one.seen[key] for one in visits) for key in ("longest", "blocked"))
    kilobytes = max(one.kilobytes for one in visits)
    row(
        name,
        link.name,
        f"{kilobytes:.0f}",
        " / ".join(f"{size:.0f}" for size in by_kind.values()),
        str(first.requests),
        "yes" if first.is_compressed else "no",
        f"{lcp:.0f}",
        f"{shift:.3f}",
        f"{longest:.0f} / {blocked:.0f}",
    )
    limit = MAX_PHONE_LCP_MS if link.slower > 1 else MAX_LCP_MS
    checks = (
        ("first visit", kilobytes, MAX_KB, "kB"),
        ("largest paint", lcp, limit, "ms"),
        ("layout shift", shift, MAX_SHIFT, ""),
    )
    missed = [check for check in checks if check[1] > check[2]]
    for what, figure, budget, unit in missed:
        verdict_on(f"{name}, {link.name}: {what}", figure, budget, unit, at_most=True)
    for node in dict.fromkeys(node for one in visits for node in one.seen["moved"]):
        print(f"moved: {node}")
    return [check not in missed for check in checks]


def main(arguments: list[str]) -> int:
    """Measure all pages; return 1 on a missed budget."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - of the browser tests, not of every benchmark

    runs = int(arguments[0]) if arguments else RUNS
    heading(f"First visits of public pages at {WIDTH} pixels, {runs} of each")
    kinds = "HTML / CSS / JS / fonts / pictures / other"
    row("page", "run", "kB", kinds, "requests", "gzip", "LCP, ms", "CLS", "longest task / blocked, ms")
    row(*["---"] * 9)
    met: list[bool] = []
    with served_demo() as (site, paths), sync_playwright() as driver:
        path = os.environ.get("CHROMIUM") or which("chromium-headless-shell") or which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name, where in paths.items():
            if arguments[1:] and name not in arguments[1:]:
                continue
            visit(browser, site + where, LINKS[0])  # draws the page for the cache
            for link in LINKS:
                met += report(name, link, [visit(browser, site + where, link) for _ in range(runs)])
        browser.close()
    print(f"\nload now {os.getloadavg()[0]:.1f}; {met.count(False)} of {len(met)} budgets missed")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
