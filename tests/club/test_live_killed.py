"""Streams while processes die: the numbers show that nothing is missed and nothing heard twice."""

import os
import signal
import socket
import subprocess
import time
from urllib.request import urlopen

import pytest
from processes import Site, until
from redis_of_ones_own import own_redis_or_skip
from streams import Listener, free_port

pytestmark = pytest.mark.killing
EVENTS = 30


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def listen(port):
    """Starts listeners, and ends them."""
    begun = []

    def begin(channel="ledger:1"):
        begun.append(Listener(port, channel))
        return begun[-1]

    yield begin
    for listener in begun:
        listener.stop()


def serving(site, port):
    server = site.start("serve", "--port", str(port))
    assert until(lambda: answers(port)), site.log()
    return server


def answers(port):
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def status_of(port, path):
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return answer.status


def tell(site, numbers, seconds=0.05):
    site.shell(
        f"for n in {list(numbers)}:\n"
        f"    enqueue(task='ledger.tell', arguments={{'number': n, 'seconds': {seconds}}}, key=f't:{{n}}')\n"
        "print('null')"
    )


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def workers(server):
    """The processes that a server has started; its own death ends them, later than we want to wait."""
    found = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


@pytest.mark.slow
def test_a_stream_goes_on_without_a_gap_when_worker_and_server_are_killed(site, port, listen):
    server = serving(site, port)
    listener = listen()
    assert until(lambda: listener.last is not None), site.log()
    tell(site, range(EVENTS))
    assert until(lambda: len(listener.heard) > 4), site.log()
    working, seen = workers(server), len(site.noted())
    assert until(lambda: len(site.noted()) > seen), site.log()  # a job is at work: it sleeps
    for worker in working:
        os.kill(worker, signal.SIGKILL)
    assert until(lambda: len(listener.heard) > 9), site.log()
    kill(server)
    server = serving(site, port)
    assert until(lambda: len(listener.heard) >= EVENTS, 60), site.log()
    time.sleep(0.3)
    listener.stop()
    # Numbers of the channel: from 1, each once, in order; and every job has one line and one event.
    assert listener.numbers == list(range(1, EVENTS + 1))
    assert listener.resets == 0
    assert listener.connections >= 2
    assert site.query("SELECT count(*), count(DISTINCT number) FROM ledger_line") == [(EVENTS, EVENTS)]
    told = "SELECT count(*) FROM club_liveevent WHERE kind = 'ledger.line'"
    assert site.query(told) == [(EVENTS,)]
    assert len(site.noted()) > EVENTS  # the control: work was interrupted and begun again


@pytest.mark.slow
def test_a_stream_hears_of_another_process_at_once(site, port, listen):
    serving(site, port)
    listener = listen()
    assert until(lambda: listener.last is not None), site.log()
    tell(site, range(10), seconds=0.1)
    assert until(lambda: len(listener.heard) == 10), site.log()
    noted = dict(site.noted())
    late = sorted(moment - noted[number - 1] for number, moment in listener.heard)
    # The job sleeps 0.1 s between its note and its commit; without Redis a server is asked twice a second.
    is_asked_seldom = site.env["DATABASE_URL"] and not site.env["REDIS_URL"]
    assert late[len(late) // 2] < 0.1 + (0.8 if is_asked_seldom else 0.3), late


@pytest.mark.slow
def test_streams_and_pages_go_on_when_redis_dies(tmp_path, database_url, port, listen):
    store = own_redis_or_skip(tmp_path)
    folder = tmp_path / "site"
    folder.mkdir()
    site = Site(folder, redis_url=store.url, database_url=database_url)
    try:
        site.migrate()
        serving(site, port)
        listener = listen()
        assert until(lambda: listener.last is not None), site.log()
        tell(site, range(5))
        assert until(lambda: len(listener.heard) == 5), site.log()
        store.kill()
        # The worker has lost its broker; what another process tells is heard all the same.
        site.shell(
            "from django.db import transaction\n"
            "from club.live import publish\n"
            "for n in range(5):\n"
            "    with transaction.atomic():\n"
            "        publish('ledger:1', 'ledger.line', {'number': n})\n"
            "print('null')"
        )
        assert until(lambda: len(listener.heard) == 10), site.log()
        assert listener.numbers == list(range(1, 11))
        assert listener.connections == 1
        for path in ("/healthz", "/laws/"):
            assert status_of(port, path) == 200
    finally:
        site.env["REDIS_URL"] = ""
        site.end()
        store.kill()
