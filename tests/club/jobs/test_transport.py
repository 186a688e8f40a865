"""The embedded queue, message by message."""

import contextlib
import sqlite3
import time

import pytest
from kombu import Connection, Queue
from kombu.transport import TRANSPORT_ALIASES

from club.jobs import transport


@pytest.fixture
def connect(tmp_path):
    """Connections to one file; each stands for a process."""
    assert TRANSPORT_ALIASES["embedded"] == "club.jobs.transport:Transport"
    opened = []

    def connect():
        path = str(tmp_path / "queue.sqlite3")
        opened.append(Connection("embedded://localhost", transport_options={"path": path}))
        return opened[-1]

    yield connect
    for connection in opened:
        connection.release()


def put(connection, body, queue="bulk"):
    connection.SimpleQueue(queue).put(body)


def receive(connection, *queues, count=1, patience=120):
    """Messages in the order in which a worker that names the queues in this order gets them."""
    got = []
    deadline = time.monotonic() + patience
    consumer = connection.Consumer(
        [Queue(name) for name in queues], callbacks=[lambda _body, message: got.append(message)]
    )
    with consumer:
        while len(got) < count:
            try:
                connection.drain_events(timeout=patience)
            except TimeoutError:  # a wait is short, so that a worker hears stop signals
                if time.monotonic() > deadline:
                    raise
    return got


def rows(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "queue.sqlite3")) as file:
        return file.execute("SELECT count(*) FROM message").fetchone()[0]


def test_a_message_is_kept_until_it_is_acknowledged(connect, tmp_path):
    put(connect(), "one")
    (message,) = receive(connect(), "bulk")
    assert message.payload == "one"
    assert rows(tmp_path) == 1
    message.ack()
    assert rows(tmp_path) == 0


def test_urgent_messages_come_first_and_each_queue_in_order(connect):
    sender = connect()
    for body, queue in [("b1", "bulk"), ("b2", "bulk"), ("i1", "interactive"), ("i2", "interactive")]:
        put(sender, body, queue)
    got = receive(connect(), "interactive", "bulk", count=4)
    assert [message.payload for message in got] == ["i1", "i2", "b1", "b2"]


def test_a_message_is_given_to_one_worker(connect):
    put(connect(), "one")
    receive(connect(), "bulk")
    with pytest.raises(TimeoutError):
        receive(connect(), "bulk", patience=0.5)


def test_a_worker_that_ends_gives_back_what_it_took(connect):
    put(connect(), "one")
    first = connect()
    receive(first, "bulk")
    first.release()
    assert receive(connect(), "bulk")[0].payload == "one"


def test_a_lease_that_ran_out_is_given_to_the_next_worker(connect, monkeypatch):
    monkeypatch.setattr(transport, "LEASE_SECONDS", 0.2)
    put(connect(), "one")
    began = time.monotonic()
    receive(connect(), "bulk")  # dies without a word
    assert receive(connect(), "bulk")[0].payload == "one"
    assert time.monotonic() - began >= 0.15


def test_a_refused_message_goes_or_stays(connect, tmp_path):
    put(connect(), "one")
    worker = connect()
    (message,) = receive(worker, "bulk")
    message.reject(requeue=True)
    (message,) = receive(worker, "bulk")
    assert message.payload == "one"
    message.reject()
    assert rows(tmp_path) == 0


def test_emptying_a_queue_leaves_the_other(connect, tmp_path):
    sender = connect()
    put(sender, "b", "bulk")
    put(sender, "i", "interactive")
    assert sender.default_channel.queue_purge("bulk") == 1
    assert rows(tmp_path) == 1


def test_a_file_that_cannot_be_written_is_a_lost_connection(tmp_path):
    (tmp_path / "queue.sqlite3").mkdir()
    connection = Connection(
        "embedded://localhost", transport_options={"path": str(tmp_path / "queue.sqlite3")}
    )
    with pytest.raises(connection.connection_errors):
        connection.connect()
