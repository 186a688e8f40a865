"""Any file of a bank read: the one entrance of this package."""

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
    """The statements of a file.

    `layout_of` knows the layout of a table from before, or None; `account` and `currency` count where a
    table names none.
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
    """The first table of a file, whose columns the treasurer may have to name; None where there is none."""
    return next((table_of(part) for _name, part in unpacked(data) if not is_xml(part)), None)
