"""`manage.py web`: it stops at once although browsers hold streams open."""

import socket
import time

import pytest
from processes import until
from streams import Listener, Stream, free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def web(site, port):
    """The page server by itself, answering."""
    server = site.start("web", "--port", str(port))

    def answers():
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    assert until(answers), site.log()
    return server


def test_a_stop_ends_open_streams_within_seconds(site, web, port):
    listener = Listener(port, "ledger:1")
    unread = Stream(port, "ledger:1")
    assert until(lambda: listener.last is not None), site.log()
    began = time.monotonic()
    web.terminate()
    assert web.wait(20) == 0, site.log()
    assert time.monotonic() - began < 5
    assert "Traceback" not in site.log()
    # Told as an end, not broken off: the answer is complete.
    assert [event["event"] for event in unread.events()] == ["hello"]
    listener.stop()
    unread.close()


def test_a_port_in_use_is_told_in_one_line(site, web, port):
    second = site.start("web", "--port", str(port))
    assert second.wait(30) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in site.log().splitlines()[-1]
