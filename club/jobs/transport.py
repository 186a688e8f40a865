"""Embedded message queue: a Kombu transport over one SQLite file, without a server.

A message stays in the file until it is acknowledged, so that kill -9 loses none. A waiting worker polls
SQLite's `data_version` every 20 milliseconds. A poll costs microseconds and shows if another process has
written. This needs no socket, port or firewall rule and is the same on Linux, macOS and Windows. The figures
are in `docs/decisions/0001-embedded-queue-is-a-kombu-transport-over-sqlite.md`.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

POLLING_SECONDS = 0.02
# A message not acknowledged for this long is redelivered to the next worker. Jobs are protected against
# running twice, so a job that takes longer costs one idle wake-up.
LEASE_SECONDS = 60.0
# Interval between checks for a stop signal, and between checks for expired leases.
MAX_WAIT_SECONDS = 0.5

SCHEMA = """
CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    payload TEXT NOT NULL,
    taken_until REAL NOT NULL DEFAULT 0
)
"""
TAKE = """
UPDATE message SET taken_until = :until WHERE id = (
    SELECT id FROM message WHERE queue = :queue AND taken_until < :now ORDER BY id LIMIT 1
) RETURNING id, payload
"""


class MessageFile:
    """The SQLite file; one connection, used by one thread at a time."""

    def __init__(self, path: str) -> None:
        self.lock = threading.Lock()
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.database = sqlite3.connect(path, timeout=20, isolation_level=None, check_same_thread=False)
        # NORMAL survives a killed process; after a power cut the job table still has the waiting jobs.
        self.database.execute("PRAGMA journal_mode=WAL")
        self.database.execute("PRAGMA synchronous=NORMAL")
        self.database.execute(SCHEMA)

    def run(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        """Run one statement and commit."""
        with self.lock:
            return self.database.execute(statement, values).fetchall()

    def version(self) -> int:
        """Return a number that changes with every write of another connection."""
        return int(self.run("PRAGMA data_version")[0][0])


class DurableQoS(virtual.QoS):
    """Deletes a message only when it is acknowledged or rejected."""

    channel: "Channel"

    def ack(self, delivery_tag: str) -> None:
        """Delete the message: its work is done."""
        self.channel.forget(self.get(delivery_tag))
        super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002 - Kombu's signature
        """Delete the message, or requeue it for the next worker."""
        if not requeue:
            self.channel.forget(self.get(delivery_tag))
        super().reject(delivery_tag, requeue=requeue)


class Channel(virtual.Channel):
    """Channel to put and get messages.

    Queues are served in the order in which the worker names them.
    """

    QoS = DurableQoS
    do_restore = True

    def __init__(self, connection: Any, **options: Any) -> None:
        super().__init__(connection, **options)
        options = connection.client.transport_options
        self.file = MessageFile(options["path"])
        self.seen_version = -1
        self.look_again_at = 0.0

    def drain_events(self, timeout: float | None = None, callback: Callable[..., None] | None = None) -> None:
        """Deliver one message, or raise Empty; an unchanged file is not queried."""
        version = self.file.version()
        if version == self.seen_version and time.monotonic() < self.look_again_at:
            raise Empty
        try:
            super().drain_events(timeout=timeout, callback=callback)
        except Empty:
            # Recorded only here: more messages may remain, which no other connection's write announces.
            self.seen_version = version
            self.look_again_at = time.monotonic() + MAX_WAIT_SECONDS
            raise

    def _poll(self, _cycle: object, callback: Callable[..., None], timeout: float | None = None) -> None:
        for queue in self._active_queues:
            try:
                message = self._get(queue, timeout=timeout)
            except Empty:
                continue
            callback(message, queue)
            return
        raise Empty

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:  # noqa: ARG002 - Kombu's signature
        now = time.time()
        taken = self.file.run(TAKE, queue=queue, now=now, until=now + LEASE_SECONDS)
        if not taken:
            raise Empty
        row, payload = taken[0]
        message: dict[str, Any] = loads(payload)
        message["properties"]["delivery_info"]["row"] = row
        return message

    def _put(self, queue: str, message: dict[str, Any], **_options: object) -> None:
        self.file.run(
            "INSERT INTO message (queue, payload) VALUES (:queue, :payload)",
            queue=queue,
            payload=dumps(message),
        )

    def _restore(self, message: virtual.Message) -> None:
        row = message.delivery_info["row"]
        self.file.run("UPDATE message SET taken_until = 0 WHERE id = :row", row=row)
        self.seen_version = -1

    def forget(self, message: virtual.Message) -> None:
        """Delete a delivered message."""
        self.file.run("DELETE FROM message WHERE id = :row", row=message.delivery_info["row"])

    def _size(self, queue: str) -> int:
        return int(self.file.run("SELECT count(*) FROM message WHERE queue = :queue", queue=queue)[0][0])

    def _purge(self, queue: str) -> int:
        size = self._size(queue)
        self.file.run("DELETE FROM message WHERE queue = :queue", queue=queue)
        return size

    def close(self) -> None:
        """Requeue unacknowledged messages, then close the file."""
        if not self.closed:
            super().close()
            self.file.database.close()


class Transport(virtual.Transport):
    """Celery broker transport."""

    Channel = Channel
    polling_interval = POLLING_SECONDS
    default_port = None
    # A full disk or a locked file corresponds to a lost connection of other brokers.
    connection_errors = (*virtual.Transport.connection_errors, sqlite3.OperationalError)
    driver_type = "embedded"
    driver_name = "embedded"

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Wait for a message, with a timeout short enough for stop signals."""
        longest = MAX_WAIT_SECONDS if timeout is None else min(timeout, MAX_WAIT_SECONDS)
        super().drain_events(connection, timeout=longest, **options)

    def driver_version(self) -> str:
        """SQLite's own version."""
        return sqlite3.sqlite_version
