"""Django's SQLite backend in which the threads of a process begin their transactions in turn.

SQLite itself lets a writer that waits sleep for up to 100 ms between two attempts, and whoever comes by then
goes first: with sixteen boards that each send a move a second, one waited for ten seconds. Beside an import
in another process an entry waited for fifteen. So a process asks for the write lock every few milliseconds.
A single write outside a transaction waits in the same way: beside four desks and an import one was refused
after 20 s.
"""

import os
import random
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from django.db import OperationalError
from django.db.backends.sqlite3 import base

T = TypeVar("T")
ASK_AGAIN_SECONDS = 0.002
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class Turns:
    """A lock whose waiters get it in the order in which they came."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._is_taken = False

    def take(self, timeout: float) -> bool:
        """Wait for the turn; False after so many seconds without it."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return True
            place = threading.Lock()
            place.acquire()
            self._waiting.append(place)
        if place.acquire(timeout=timeout):
            return True
        with self._lock:
            if place not in self._waiting:  # its turn came after all
                return True
            self._waiting.remove(place)
            return False

    def end(self) -> None:
        """Pass the turn to whoever has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


@cache
def turns_at(_process: int, _file: str) -> Turns:
    """Return the turns of a process at a file; a process that was forked has its own."""
    return Turns()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction."""

    has_turn = False
    opened_file: tuple[int, int] | None = None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, and remember which one it was."""
        connection = super().get_new_connection(conn_params)
        self.opened_file = self._file()
        return connection

    def is_usable(self) -> bool:
        """Check that the open file still has its name: `restore` puts another file in its place."""
        return self.opened_file == self._file()

    def _file(self) -> tuple[int, int] | None:
        if self.is_in_memory_db():
            return None
        try:
            found = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @property
    def turns(self) -> Turns:
        """Turns of this process at this file."""
        return turns_at(os.getpid(), str(self.settings_dict["NAME"]))

    def _start_transaction_under_autocommit(self) -> None:
        reads_only = getattr(self, "transaction_mode", "") == "DEFERRED"  # see club.core.selectors.one_view
        if reads_only or self.is_in_memory_db():
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs lack it
            return
        try:
            self._have_lock(super()._start_transaction_under_autocommit)  # type: ignore[misc]  # the stubs lack it
        except BaseException:
            self._end_turn()
            raise

    def create_cursor(self, _name: str | None = None) -> Any:
        """Return a cursor whose single writes wait for their turn."""
        return self.connection.cursor(factory=lambda connection: Cursor(connection, self))

    def write_alone(self, ask: Callable[[], T]) -> T:
        """Write outside a transaction, in turn."""
        try:
            return self._have_lock(ask)
        finally:
            self._end_turn()

    def _have_lock(self, ask: Callable[[], T]) -> T:
        """Wait for the turn, then at most `timeout` seconds for a writer of another process."""
        timeout = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        if not self.has_turn:
            # After the timeout whoever asks next has the lock, as among processes.
            self.has_turn = self.turns.take(timeout)
        until = time.monotonic() + timeout
        self.connection.execute("PRAGMA busy_timeout = 0")
        try:
            while True:
                try:
                    return ask()
                except (OperationalError, sqlite3.OperationalError) as error:
                    if not is_busy(error) or time.monotonic() > until:
                        raise
                    time.sleep(ASK_AGAIN_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311 - no secret
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {round(1000 * timeout)}")

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]  # the stubs lack it
        finally:
            self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # the stubs lack it
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # the stubs lack it
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.has_turn:
            self.has_turn = False
            self.turns.end()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor whose single writes, outside a transaction, wait for their turn as transactions do."""

    def __init__(self, connection: sqlite3.Connection, database: DatabaseWrapper) -> None:
        super().__init__(connection)
        self.database = database

    def execute(self, query: str, params: Any = None) -> Any:
        """Execute a statement."""
        execute = super().execute
        is_single = not self.connection.in_transaction and query.startswith(WRITES)
        if not is_single or self.database.is_in_memory_db():
            return execute(query, params)
        return self.database.write_alone(lambda: execute(query, params))


def is_busy(error: Exception) -> bool:
    """Check that another connection has the lock."""
    return getattr(error.__cause__ or error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
