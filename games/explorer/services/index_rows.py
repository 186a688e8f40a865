"""Statements of the index: many rows at once, on either database. Names of tables and columns are our own."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from django.db import connection, models

from games.explorer.models import OpeningMove

Counts = dict[tuple[int, int], tuple[int, ...]]
"""By edge and year: games, won by White, won by Black, drawn."""
ROWS_PER_STATEMENT: Final = 50_000
TYPES: Final = {"BigIntegerField": "bigint", "SmallIntegerField": "smallint", "IntegerField": "integer"}


def insert_rows(model: type[models.Model], rows: Sequence[Sequence[Any]], suffix: str = "") -> None:
    """Insert rows that give every column in order; PostgreSQL takes an array for each column."""
    columns = _columns(model)
    names, places = ", ".join(str(column.column) for column in columns), ", ".join(["%s"] * len(columns))
    source = "SELECT * FROM {arrays}" if connection.vendor == "postgresql" else f"VALUES ({places})"
    _run(f"INSERT INTO {_table(model)} ({names}) {source} {suffix}", columns, rows)


def delete_rows(model: type[models.Model], keys: Iterable[Sequence[Any]], suffix: str = "") -> None:
    """Delete rows by the two columns of their primary key."""
    first, second = columns = _columns(model)[:2]
    source, values = "", ("%s", "%s")
    if connection.vendor == "postgresql":
        source, values = " USING {arrays} AS wanted (one, two)", ("wanted.one", "wanted.two")
    match = f"{first.column} = {values[0]} AND {second.column} = {values[1]}"
    _run(f"DELETE FROM {_table(model)}{source} WHERE {match} {suffix}", columns, sorted(map(tuple, keys)))  # noqa: S608 - as above


def add_counts(counts: Counts) -> None:
    """Add to the counts of openings, in the order of their keys; delete those that fall to nought."""
    rows = [(*key, *counts[key]) for key in sorted(counts)]
    table = _table(OpeningMove)
    sums = [f"{name} = {table}.{name} + excluded.{name}" for name in ("games", "white", "black", "draws")]
    insert_rows(OpeningMove, rows, f"ON CONFLICT (edge, year) DO UPDATE SET {', '.join(sums)}")
    delete_rows(OpeningMove, [row[:2] for row in rows if row[2] < 0], "AND games = 0")


def _run(statement: str, columns: Sequence[models.Field[Any, Any]], rows: Sequence[Sequence[Any]]) -> None:
    """Run a statement for many rows: on PostgreSQL with an array for each column, else row by row."""
    if connection.vendor == "postgresql":
        arrays = ", ".join(f"%s::{_type(column)}[]" for column in columns)
        statement = statement.format(arrays=f"unnest({arrays})")
        for part in _parts(rows):
            with connection.cursor() as cursor:
                cursor.execute(statement, [_array(column) for column in zip(*part, strict=True)])
    elif rows:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


def _array(values: Iterable[Any]) -> str:
    """Return numbers as PostgreSQL writes an array: the driver adapts lists one element after the other."""
    return f"{{{','.join(map(str, values))}}}"


def _parts(rows: Sequence[Any]) -> Iterator[list[Any]]:
    waiting = iter(rows)
    while part := list(islice(waiting, ROWS_PER_STATEMENT)):
        yield part


def _type(column: models.Field[Any, Any]) -> str:
    return TYPES.get(column.get_internal_type(), "boolean")


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - Django's documented interface


def _columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return list(model._meta.local_concrete_fields)  # noqa: SLF001
