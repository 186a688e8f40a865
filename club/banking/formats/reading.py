"""Entry point of this package: read a bank file of any format."""

from collections.abc import Callable

from club.banking.formats.camt import is_xml, read_camt
from club.banking.formats.files import unpacked
from club.banking.formats.layouts import Layout, guessed_layout, table_of
from club.banking.formats.tables import read_table
from club.banking.formats.values import BankFileFault, Statement

Rows = list[list[str]]
LayoutOf = Callable[[Rows], Layout | None]


def read_file(
    data: bytes, *, layout_of: LayoutOf = lambda _rows: None, account: str = "", currency: str = "EUR"
) -> list[Statement]:
    """Parse the statements of a file.

    `layout_of` returns the saved layout of a table, or None. `account` and `currency` apply if a table names
    none.
    """
    found: list[Statement] = []
    for _name, part in unpacked(data):
        if is_xml(part):
            found += read_camt(part)
            continue
        rows = table_of(part)
        layout = layout_of(rows) or guessed_layout(rows)
        found += read_table(rows, layout, account=account, currency=currency)
    if not found:
        raise BankFileFault("no_statement")
    return found


def first_table(data: bytes) -> Rows | None:
    """Return the first table of a file, for naming its columns by hand, or None."""
    return next((table_of(part) for _name, part in unpacked(data) if not is_xml(part)), None)
