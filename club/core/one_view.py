"""Reading a database that others write to as it was at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections, transaction


@contextmanager
def one_view() -> Iterator[None]:
    """Let every query inside read one snapshot of the database; writers are not delayed.

    PostgreSQL takes a snapshot for each statement unless the transaction is REPEATABLE READ. SQLite takes one
    for each transaction, and DEFERRED leaves the write lock to others. A transaction that is open already
    stays as it is.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        connection.ensure_connection()  # which reads the usual mode from the settings
        sqlite: Any = connections[connection.alias]  # the stubs lack the mode
        usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic():
                yield
        finally:
            sqlite.transaction_mode = usual
