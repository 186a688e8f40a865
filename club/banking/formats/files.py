"""Files as banks send them: a statement, a table, or a zip of them."""

import io
import zipfile
from collections.abc import Iterator

from club.banking.formats.values import BankFileFault
from club.core.zip_faults import UNREADABLE

LARGEST_FILE = 20_000_000
MOST_FILES = 60
PACKED = b"PK\x03\x04"


def unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Unpack the files by name; a zip is opened one level deep, and `LARGEST_FILE` limits the total size."""
    if not data.strip():
        raise BankFileFault("empty")
    if len(data) > LARGEST_FILE:
        raise BankFileFault("too_large", told=str(LARGEST_FILE))
    if not data.startswith(PACKED):
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
    names = [one for one in packed.infolist() if not one.is_dir() and not _is_litter(one.filename)]
    if not names:
        raise BankFileFault("empty")
    if len(names) > MOST_FILES:
        raise BankFileFault("too_many_files", told=str(MOST_FILES))
    left = LARGEST_FILE
    for one in names:
        with packed.open(one) as stream:
            data = stream.read(left + 1)
        left -= len(data)
        if left < 0:
            raise BankFileFault("too_large", told=str(LARGEST_FILE))
        if data.startswith(PACKED):
            raise BankFileFault("zip_in_zip", told=one.filename)
        yield one.filename, data


def _is_litter(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rsplit("/", 1)[-1].startswith(".")
