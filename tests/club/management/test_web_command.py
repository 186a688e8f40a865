"""`manage.py web`: it stops at once although browsers hold streams open."""

import socket

import pytest
from polling import until
from streams import Listener, Stream, free_port

pytestmark = pytest.mark.processes


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


def test_one_port_is_taken_once_and_a_stop_ends_open_streams_at_once(site, web, port):
    second = site.start("web", "--port", str(port))
    assert second.wait(120) == 1
    assert f"Port {port} of 127.0.0.1 is not available" in site.log()
    listener = Listener(port, "ledger:1")
    unread = Stream(port, "ledger:1")
    assert until(lambda: listener.last is not None), site.log()
    web.terminate()
    assert web.wait(120) == 0, site.log()
    # A server that waited for its listeners would break them off after five seconds, and say so.
    assert "graceful shutdown exceeded" not in site.log()
    assert "Traceback" not in site.log()
    # Told as an end, not broken off: the answer is complete.
    assert [event["event"] for event in unread.events()] == ["hello"]
    listener.stop()
    unread.close()
