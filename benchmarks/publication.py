"""Publication of a round while 1,000 browsers reload its address and 5,000 listeners follow its section.

    python -m benchmarks.publication [BROWSERS [LISTENERS]]

The desk enters some three results a second in the other section of the event, before and after it publishes
the round. Each browser asks for the address of the round about once a second, first an answer 404. Browsers
and listeners are connections of one process, the desk is another. Figures: time of an entry, of the
publication, and from its request until each browser has the pairings and each listener has heard of it.
"""

import asyncio
import http.client
import json
import random
import subprocess
import sys
import time

from benchmarks.desk_first import SETUP, Desk
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.reconnect import Listener, all_connected
from benchmarks.served import free_port, p99, raise_connection_limit, running_site, site_folder

BROWSERS, LISTENERS = 1000, 5000
BEFORE, AFTER, PAUSE = 15.0, 15.0, 0.3  # seconds
MOST_P99 = 300.0
PUBLISHED = b"round.changed", b"published"  # both stand in the event
DRAFT = """
for pairing in shown.pairings.filter(black__isnull=False):
    for game in pairing.games.all():
        record_result(pairing_id=pairing.pk, game=game.number, outcome="white", actor=SYSTEM)
close_round(round_id=shown.pk, actor=SYSTEM)
draft = propose_round(section_id=section.pk, actor=SYSTEM)
from tournaments.events.services.events import add_section
other = add_section(event_id=event.pk, name="B", preset="weekend", actor=SYSTEM)
add_entries(section_id=other.pk, lines=lines, actor=SYSTEM)
drawn = propose_round(section_id=other.pk, actor=SYSTEM)
shown = publish_round(round_id=drawn.pk, version=drawn.version, actor=SYSTEM)
"""


class Follower(Listener):
    """A listener that notes when it hears of the publication."""

    heard_at = 0.0

    def data_received(self, data: bytes) -> None:
        """Read the events, and note the time."""
        if not self.heard_at and all(part in data for part in PUBLISHED):
            self.heard_at = time.time()
        super().data_received(data)


async def reload(port: int, path: str, until: float) -> float:
    """Ask for a page about once a second; return when it first was there, 0 if never."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Language: en\r\n\r\n".encode()
    seen = 0.0
    while time.time() < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
        await reader.readexactly(int(length))
        if not seen and head.startswith(b"HTTP/1.1 200"):
            seen = time.time()
        await asyncio.sleep(random.uniform(0.5, 1.5))  # noqa: S311 - no secret
    writer.close()
    return seen


async def crowd(port: int, path: str, channel: str, browsers: int, listeners: int) -> dict[str, list[float]]:
    """Listen and reload; return when each heard of the publication and when each saw the page."""
    raise_connection_limit()
    followers = [Follower(port, channel) for _ in range(listeners)]
    await all_connected(followers)
    print("listening", flush=True)
    until = time.time() + BEFORE + AFTER
    seen = await asyncio.gather(*(reload(port, path, until) for _ in range(browsers)))
    return {"seen": list(seen), "heard": [one.heard_at for one in followers]}


def publish(desk: Desk, draft: int, version: int) -> tuple[float, float]:
    """Publish the round; return its milliseconds and when it was asked for."""
    connection = http.client.HTTPConnection("127.0.0.1", desk.connection.port, timeout=60)
    began, asked_at = time.perf_counter(), time.time()
    body = json.dumps({"version": version})
    connection.request("POST", f"/api/v1/rounds/{draft}/publish", body, desk.headers)
    answer = connection.getresponse()
    told = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{answer.status} {told[:300]!r}")
    return 1000 * (time.perf_counter() - began), asked_at


def setup() -> str:
    """Return what fills the site: two closed rounds and a draft, and a section with an open round."""
    made = SETUP.replace('"correct_results"]', '"correct_results", "run_events"]')
    before, token, after = made.partition("token = make_token")
    told = '"section": section.pk, "draft": draft.pk, "version": draft.version}'
    return before + DRAFT + token + after.replace('"section": section.pk}', told)


def main(arguments: list[str]) -> int:
    """Measure; return 1 on a missed budget, or if somebody saw or heard nothing."""
    if arguments[:1] == ["--crowd"]:
        print(json.dumps(asyncio.run(crowd(*json.loads(arguments[1])))))
        return 0
    browsers, listeners = (*map(int, arguments), *(BROWSERS, LISTENERS)[len(arguments) :])
    heading(f"Publication before {browsers:,} browsers and {listeners:,} listeners")
    raise_connection_limit()
    with site_folder() as env:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", setup()]
        filled = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(filled.stdout.splitlines()[-1])
        port = free_port()
        with running_site(port, env):
            desk = Desk(port, told["token"], told["boards"], pause=PAUSE)
            desk.enter(2)
            quiet = desk.enter(BEFORE)
            sent = [port, f"{told['base']}pairings/3/", f"section:{told['section']}", browsers, listeners]
            command = [sys.executable, "-m", "benchmarks.publication", "--crowd", json.dumps(sent)]
            with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as there:
                assert there.stdout is not None  # noqa: S101 - for the types
                there.stdout.readline()
                busy = desk.enter(BEFORE)
                took, asked_at = publish(desk, told["draft"], told["version"])
                busy += desk.enter(AFTER - 2)
                found = json.loads(there.stdout.readline())
    late = {who: [1000 * (at - asked_at) for at in times if at] for who, times in found.items()}
    row("an entry beside the crowd", f"p99 {p99(busy):.0f} ms", f"quiet: p99 {p99(quiet):.0f} ms", "")
    row("publication", f"{took:.0f} ms", "", "")
    for name, times in late.items():
        whole = f"{len(times):,} of {len(found[name]):,}"
        told_at = f"p50 {sorted(times)[len(times) // 2]:.0f}, p99 {p99(times):.0f} ms" if times else "never"
        row(name, whole, told_at, "")
    missing = sum(times.count(0.0) for times in found.values())
    met = [
        verdict_on("p99 of an entry", p99(busy), MOST_P99, "ms", at_most=True),
        verdict_on("browsers and listeners without the round", missing, 0, "of them", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
