"""Games of the nineteenth century replayed live by the API while many listeners watch.

    python -m benchmarks.live_boards [BOARDS [LISTENERS [MOVES [PACE]]]]

Each board gets a move every PACE seconds (1 by default), over HTTP from a process of its own. The listeners
follow the channel of the boards in one client process. One board has an illegal move, one a repetition that
can be claimed: only the stream of the arbiter has them. Latency is from the start of the POST to the
arrival at the last listener. Client and server share the machine; its load stands in the heading.
"""

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import islice

from benchmarks.live import Listener as PlainListener
from benchmarks.machine import ROOT, heading, row, verdict_on
from benchmarks.served import (
    free_port,
    p99,
    processor_seconds,
    raise_connection_limit,
    running,
    site_folder,
)

BOARDS, LISTENERS, MOVES, PACE = 16, 2000, 30, 1.0
P99_MS, ALERT_MS = 300, 1000
GAMES = ROOT / "games" / "demo" / "nineteenth_century.pdn"
ILLEGAL = ("11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "9-14", "15x24", "28x19")
REPEATED = ("1-6", "32-27", "6-1", "27-32") * 2 + ("1-6", "32-27", "6-1")
SETUP = """
import json
from datetime import timedelta
from club.accounts.services.roles import grant_role
from club.accounts.services.tokens import make_token
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.models import Organisation, Role, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.models import LiveBoard
from tournaments.rounds.services.rounds import propose_round, publish_round
club = Organisation.objects.create(slug="bench", name="Bench")
arbiter = User.objects.create_user("arbiter@bench.example", first_name="Arno")
grant_role(user=arbiter, role=Role.ARBITER, scope=Scope(club.pk), actor=SYSTEM)
actor = Actor.of_user(arbiter)
event = create_event(organisation_id=club.pk, name="Scotland v England 1894", preset="weekend", actor=SYSTEM)
show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
section = event.sections.get()
lines = [EntryLine(f"Player {{n:02}}", 2000 - 7 * n) for n in range(2 * {boards})]
add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
drawn = propose_round(section_id=section.pk, actor=SYSTEM)
shown = publish_round(round_id=drawn.pk, version=drawn.version, actor=SYSTEM)
set_broadcast(event_id=event.pk, actor=SYSTEM)
boards = open_live_boards(round_id=shown.pk, actor=SYSTEM)
LiveBoard.objects.filter(pk=boards[1].pk).update(start_fen="B:WK32:BK1")
abilities = ["record_results", "correct_results"]
token = make_token(name="board", abilities=abilities, lasts=timedelta(days=1), actor=actor)
print(json.dumps({{"event": event.pk, "boards": [one.pk for one in boards], "token": token.token}}))
"""
POSTER = """
import http.client, json, sys, threading, time
port, token, pace = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
scores = json.loads(sys.stdin.read())
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
sent, lock, begin = [], threading.Lock(), time.time() + 1
def play(at, board, moves):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for ply, text in enumerate(moves, 1):
        time.sleep(max(0.0, begin + pace * (ply + at / len(scores)) - time.time()))
        asked = time.time()
        body = json.dumps({"moves": [{"text": text}]})
        connection.request("POST", f"/api/v1/live-boards/{board}/moves", body, headers)
        answer = connection.getresponse()
        answer.read()
        if pace > 3:
            connection.close()  # the server would close it between two moves
        with lock:
            sent.append((board, text, asked, time.time() - asked, answer.status))
given = [(at, int(board), moves) for at, (board, moves) in enumerate(scores.items())]
threads = [threading.Thread(target=play, args=one) for one in given]
for one in threads: one.start()
for one in threads: one.join()
print(json.dumps(sent))
"""


class Listener(PlainListener):
    """A listener of one channel, with a token or without."""

    def __init__(self, port: int, heard: "Heard", channel: str, token: str = "") -> None:
        super().__init__(port, heard)  # type: ignore[arg-type]  # arrivals are all that it needs
        self.channel, self.token = channel, token

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        self.transport = transport
        words = f"GET /api/v1/live/{self.channel} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        words += f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        transport.write(f"{words}\r\n".encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Record the data; a refusal ends the benchmark."""
        if not self.is_greeted.done() and not data.startswith(b"HTTP/1.1 200") and data.startswith(b"HTTP"):
            self.is_greeted.set_exception(SystemExit(data.decode("utf-8", "replace")))
        super().data_received(data)


@dataclass(slots=True)
class Heard:
    """What one kind of listeners heard, with times."""

    arrivals: list[tuple[float, bytes]] = field(default_factory=list)

    def events(self) -> list[tuple[float, dict[str, object]]]:
        """Return the events with the times of their arrivals."""
        found = []
        for moment, data in self.arrivals:
            for line in data.split(b"\n"):
                is_event = line.startswith(b"data: {") and line.endswith(b"}")
                found += [(moment, json.loads(line[6:]))] if is_event else []
        return found


@dataclass(slots=True)
class Run:
    """Figures of a run."""

    posted: list[tuple[int, str, float, float, int]]
    spectators: Heard
    arbiter: Heard
    event: int
    boards: list[int]
    server_seconds: float

    def latencies(self, listeners: int) -> tuple[list[float], list[float], int]:
        """Return ms to each listener, ms to the last one of each move, and the moves that not all heard."""
        asked = {(board, text): [] for board, text, *_more in self.posted}
        for board, text, moment, *_more in self.posted:
            asked[board, text].append(moment)
        came: dict[tuple[int, int], list[float]] = {}
        sent: dict[tuple[int, int], float] = {}
        for moment, told in self.spectators.events():
            data = told["data"]
            if told["kind"] != "board.moved" or not isinstance(data, dict):
                continue
            key = data["board"], data["ply"]
            came.setdefault(key, []).append(moment)
            if key not in sent:
                before = [one for one in asked.get((data["board"], data["text"]), []) if one <= moment]
                sent[key] = max(before, default=moment)
        each = [1000 * (at - sent[key]) for key, times in came.items() for at in times]
        last = [1000 * (max(times) - sent[key]) for key, times in came.items()]
        return each, last, sum(len(times) != listeners for times in came.values())

    def alerts(self) -> dict[str, float]:
        """Return ms from the POST to the stream of the arbiter for each alert: code and article."""
        planted = {self.boards[0]: ILLEGAL[6], self.boards[1]: REPEATED[-1]}
        found = {}
        for moment, told in self.arbiter.events():
            data = told["data"]
            if told["kind"] == "alert.made" and isinstance(data, dict):
                asked = [
                    one[2] for one in self.posted if one[:2] == (data["board"], planted.get(data["board"]))
                ]
                before = [one for one in asked if one <= moment]
                found[f"{data['code']} {data['article']}"] = 1000 * (moment - max(before, default=0))
        return found

    def leaks(self) -> int:
        """Count what spectators heard of the illegal move, or of an alert."""
        signs = (b"alert", b"must_capture", b"repetition", f'"{ILLEGAL[6]}"'.encode())
        board = f'"board":{self.boards[0]},'.encode()
        frames = [
            data for _at, data in self.spectators.arrivals[:: max(1, len(self.spectators.arrivals) // 5000)]
        ]
        hidden = [line for data in frames for line in data.split(b"\n")]
        return sum(
            any(sign in line for sign in signs[:3]) or (signs[3] in line and board in line) for line in hidden
        )


def scores_of(boards: list[int], plies: int) -> dict[int, list[str]]:
    """Return the moves of each board: planted ones first, then games of the archive."""
    from games.pdn import read_games  # noqa: PLC0415 - after the settings

    records = [one for one in read_games(GAMES.read_text("utf-8")) if len(one.moves) >= plies]
    games = islice((one for _again in range(len(boards)) for one in records), len(boards))
    scores = {
        board: [move.text for move in game.moves[:plies]] for board, game in zip(boards, games, strict=True)
    }
    return scores | {boards[0]: [*ILLEGAL], boards[1]: [*REPEATED]}


async def watch(
    port: int,
    told: dict[str, object],
    listeners: int,
    moves: int,
    pace: float,
    server: subprocess.Popen[bytes],
) -> Run:
    """Open the streams, have the moves posted, collect what arrives."""
    loop = asyncio.get_running_loop()
    spectators, arbiter = Heard(), Heard()
    token, boards, event = str(told["token"]), list(told["boards"]), int(str(told["event"]))  # type: ignore[call-overload]
    opened = [
        (
            await loop.create_connection(
                lambda: Listener(port, arbiter, f"alerts:{event}", token), "127.0.0.1", port
            )
        )[1]
    ]
    for begin in range(0, listeners, 100):
        opened += [
            (
                await loop.create_connection(
                    lambda: Listener(port, spectators, f"boards:{event}"), "127.0.0.1", port
                )
            )[1]
            for _ in range(min(100, listeners - begin))
        ]
        await asyncio.gather(*(one.is_greeted for one in opened))
    before = processor_seconds(server)
    poster = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        POSTER,
        str(port),
        token,
        str(pace),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await poster.communicate(json.dumps(scores_of(boards, moves)).encode())
    await asyncio.sleep(2)
    spent = processor_seconds(server) - before
    for one in opened:
        one.transport.close()
    await asyncio.sleep(0.2)
    return Run([tuple(one) for one in json.loads(out)], spectators, arbiter, event, boards, spent)


def run(boards: int, listeners: int, moves: int, pace: float) -> Run:
    """Run a site with a round of live boards, and watch it."""
    raise_connection_limit()
    with site_folder() as env:
        shell = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SETUP.format(boards=boards)]
        made = subprocess.run(shell, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE)
        told = json.loads(made.stdout.splitlines()[-1])
        port = free_port()
        with running("club.config.asgi:application", port, env) as server:
            return asyncio.run(watch(port, told, listeners, moves, pace, server))


def main(arguments: list[str]) -> int:
    """Measure; return 1 on a missed budget, a lost move, or a leak."""
    boards, listeners, moves, pace = (
        *map(float, arguments),
        *(BOARDS, LISTENERS, MOVES, PACE)[len(arguments) :],
    )
    boards, listeners, moves = int(boards), int(listeners), int(moves)
    heading(f"{boards} live boards, {moves} moves each, one every {pace:g} s, {listeners:,} listeners")
    found = run(boards, listeners, moves, pace)
    each, last, short = found.latencies(listeners)
    refused = sum(one[4] != 200 for one in found.posted)
    posts = sorted(1000 * one[3] for one in found.posted)
    print(f"{len(found.posted)} moves posted, {refused} refused, {short} not heard by all")
    print(f"answer to the POST: p50 {posts[len(posts) // 2]:.0f} ms, p99 {p99(posts):.0f} ms")
    print(f"to each listener: p50 {sorted(each)[len(each) // 2]:7.1f} ms   p99 {p99(each):7.1f} ms")
    print(f"to the last one:  p50 {sorted(last)[len(last) // 2]:7.1f} ms   p99 {p99(last):7.1f} ms")
    spent = 1000 * found.server_seconds / len(found.posted)
    print(f"processor time of the server: {spent:.1f} ms a move; load now {os.getloadavg()[0]:.1f}")
    for name, late in found.alerts().items():
        print(f"alert to the arbiter: {name} after {late:.0f} ms")
    alerts, leaks = found.alerts(), found.leaks()
    print(f"spectators heard of it: {leaks}\n")
    title = f"{boards} boards, {listeners:,} listeners: POST to the last listener"
    row(
        title,
        f"p50 {sorted(last)[len(last) // 2]:,.0f} ms, p99 {p99(last):,.0f} ms",
        "",
        f"budget {P99_MS} ms",
    )
    met = [
        refused == short == leaks == 0,
        set(alerts) == {"must_capture SL-I1a", "repetition SL-D2"},
        verdict_on(
            "alert to the arbiter", max(alerts.values(), default=ALERT_MS + 1), ALERT_MS, "ms", at_most=True
        ),
        verdict_on("p99 to the last listener", p99(last), P99_MS, "ms", at_most=True),
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
