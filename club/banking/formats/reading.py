"""Entry point of this package: read a bank file of any format."""

from collections.abc import Callable

from club.banking.formats.camt import is_xml, read_camt
from club.banking.formats.files import unpacked
from club.banking.formats.layouts import Layout, guessed_layout, table_of
from club.banking.formats.tables import read_table
from club.banking.formats.values import BankFileFault, Statement

Rows = list[list[str]]
LayoutOf = Callable[[Rows], Layout | None]
Reader = Callable[[bytes], list[Statement]]

READERS: tuple[tuple[Callable[[bytes], bool], Reader], ...] = ((is_xml, read_camt),)
"""Formats by their first bytes, each with its reader. Any other file is a table."""


def _reader_of(data: bytes) -> Reader | None:
    return next((read for is_so, read in READERS if is_so(data)), None)


def read_file(
    data: bytes, *, layout_of: LayoutOf = lambda _rows: None, account: str = "", currency: str = "EUR"
) -> list[Statement]:
    """Parse the statements of a file.

    `layout_of` returns the saved layout of a table, or None. `account` and `currency` apply if a table names
    none.
    """
    found: list[Statement] = []
    for _name, part in unpacked(data):
        read = _reader_of(part)
        if read is not None:
            found += read(part)
            continue
        rows = table_of(part)
        layout = layout_of(rows) or guessed_layout(rows)
        found += read_table(rows, layout, account=account, currency=currency)
    if not found:
        raise BankFileFault("no_statement")
    return found


def first_table(data: bytes) -> Rows | None:
    """Return the first table of a file, for naming its columns by hand, or None."""
    return next((table_of(part) for _name, part in unpacked(data) if _reader_of(part) is None), None)
