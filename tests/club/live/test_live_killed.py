"""Streams while processes die: the numbers show that nothing is missed and nothing heard twice."""

import os
import signal
import socket
import subprocess
import time
from urllib.request import urlopen

import pytest
from effort import amount
from polling import until
from processes import Site
from redis_process import redis_process_or_skip
from streams import Listener, free_port

pytestmark = [pytest.mark.processes, pytest.mark.slow]
EVENTS = amount(12, 30)
SELDOM = "600"  # seconds; longer than any test waits


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


def serving(site, port, templates):
    site.gather_static(templates)
    return served_again(site, port)


def served_again(site, port):
    server = site.start("serve", "--port", str(port))
    assert until(lambda: answers(port)), site.log()
    return server


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def status_of(port, path):
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
        return answer.status


def tell(site, numbers):
    """Enqueue jobs that tell."""
    site.shell(
        f"for n in {list(numbers)}:\n"
        "    enqueue(task='ledger.tell', arguments={'number': n}, key=f't:{n}')\n"
        "print('null')"
    )


def hold_one_of(site, server, numbers):
    """Have one of these jobs at work. It locks the embedded database, so the worker is stopped before."""
    assert until(lambda: workers(server)), site.log()
    (worker,) = workers(server)
    os.kill(worker, signal.SIGSTOP)
    while site.is_locked():
        os.kill(worker, signal.SIGCONT)
        time.sleep(0.05)
        os.kill(worker, signal.SIGSTOP)
    tell(site, numbers)
    site.hold_jobs()
    os.kill(worker, signal.SIGCONT)
    site.wait_for_held_job()


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def workers(server):
    """The processes that a server has started; its own death ends them, later than we want to wait."""
    found = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def test_a_stream_goes_on_without_a_gap_when_worker_and_server_are_killed(site, port, listen, templates):
    server = serving(site, port, templates)
    listener = listen()
    assert until(lambda: listener.last is not None), site.log()
    first, second = range(EVENTS // 2), range(EVENTS // 2, EVENTS)
    hold_one_of(site, server, first)
    for worker in workers(server):
        os.kill(worker, signal.SIGKILL)
    site.let_jobs_go()
    assert until(lambda: len(listener.heard) == len(first)), site.log()
    hold_one_of(site, server, second)
    kill(server)
    site.let_jobs_go()
    served_again(site, port)
    assert until(lambda: len(listener.heard) >= EVENTS and listener.connections >= 2), site.log()
    assert until(lambda: waiting(site) == 0), site.log()
    listener.stop()
    # Numbers of the channel: from 1, each once, in order; and every job has one line and one event.
    assert listener.numbers == list(range(1, EVENTS + 1))
    assert listener.resets == 0
    assert site.query("SELECT count(*), count(DISTINCT number) FROM ledger_line") == [(EVENTS, EVENTS)]
    told = "SELECT count(*) FROM club_liveevent WHERE kind = 'ledger.line'"
    assert site.query(told) == [(EVENTS,)]
    assert len(site.noted()) > EVENTS  # the control: work was interrupted and begun again


def waiting(site):
    return site.query("SELECT count(*) FROM club_job WHERE state = 'waiting'")[0][0]


def test_a_stream_hears_of_another_process(site, port, listen, templates):
    """With a Redis that answers the server looks by itself once in ten minutes: it is told."""
    site.env["LEDGER_LOOKS_EVERY"] = SELDOM
    serving(site, port, templates)
    listener = listen()
    assert until(lambda: listener.last is not None), site.log()
    for n in range(2):
        tell(site, [n])
        assert until(lambda n=n: len(listener.heard) == n + 1), site.log()


def test_streams_and_pages_go_on_when_redis_dies(tmp_path, database_url, templates, port, listen):
    store = redis_process_or_skip(tmp_path)
    folder = tmp_path / "site"
    folder.mkdir()
    site = Site(folder, redis_url=store.url, database_url=database_url)
    try:
        site.migrate(templates)
        serving(site, port, templates)
        listener = listen()
        assert until(lambda: listener.last is not None), site.log()
        tell(site, range(5))
        assert until(lambda: len(listener.heard) == 5), site.log()
        store.kill()
        # The worker has lost its broker; what another process tells is heard all the same.
        site.shell(
            "from django.db import transaction\n"
            "from club.live.publishing import publish\n"
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
