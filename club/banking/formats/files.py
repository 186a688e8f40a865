"""Files as banks send them: a statement, a table, or a zip of them."""

import io
import zipfile
from collections.abc import Callable, Iterator

from club.banking.formats.camt import is_xml, read_camt
from club.banking.formats.layouts import Layout, guess_layout, table_of
from club.banking.formats.tables import read_table
from club.banking.formats.values import BankFileFault, Statement
from club.core.outside_data import UNREADABLE

MAX_FILE_SIZE = 20_000_000
MAX_FILES = 60
ZIP_MAGIC = b"PK\x03\x04"


def unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Unpack the files by name; a zip is opened one level deep, and `MAX_FILE_SIZE` limits the total size."""
    if not data.strip():
        raise BankFileFault("empty")
    if len(data) > MAX_FILE_SIZE:
        raise BankFileFault("too_large", told=str(MAX_FILE_SIZE))
    if not data.startswith(ZIP_MAGIC):
        yield "", data
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            yield from _files_of(packed)
    except BankFileFault:
        raise
    except UNREADABLE:
        raise BankFileFault("bad_zip") from None


def _files_of(packed: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    # Not `is_dir`, which fails on a file without a name.
    files = (one for one in packed.infolist() if not one.filename.endswith("/"))
    names = [one for one in files if not _is_metadata(one.filename)]
    if not names:
        raise BankFileFault("empty")
    if len(names) > MAX_FILES:
        raise BankFileFault("too_many_files", told=str(MAX_FILES))
    left = MAX_FILE_SIZE
    for one in names:
        with packed.open(one) as stream:
            data = stream.read(left + 1)
        left -= len(data)
        if left < 0:
            raise BankFileFault("too_large", told=str(MAX_FILE_SIZE))
        if data.startswith(ZIP_MAGIC):
            raise BankFileFault("zip_in_zip", told=one.filename)
        yield one.filename, data


def _is_metadata(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rsplit("/", 1)[-1].startswith(".")


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
        layout = layout_of(rows) or guess_layout(rows)
        found += read_table(rows, layout, account=account, currency=currency)
    if not found:
        raise BankFileFault("no_statement")
    return found


def first_table(data: bytes) -> Rows | None:
    """Return the first table of a file, for naming its columns by hand, or None."""
    return next((table_of(part) for _name, part in unpacked(data) if _reader_of(part) is None), None)
