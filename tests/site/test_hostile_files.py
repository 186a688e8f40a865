"""Files made to do harm, given to every reader: read or refused by name, in bounded time and memory."""

import contextlib
import io
import re
import stat
import zipfile
from functools import cache

import pytest
from effort import amount
from file_readers import READERS, STATUS, Cost

from club.paper.sheets import write_sheet

SIZE = amount(200_000, 1_000_000)
UNPACKED = amount(60_000_000, 200_000_000)
# The short form runs on machines of any speed: its limit finds what grows with the square of a file alone.
MAX_SECONDS, MAX_MEGABYTES = amount(30.0, 5.0), amount(60.0, 150.0)
ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]><a>&j;</a>"
)


def repeated(piece):
    return piece * (SIZE // len(piece))


def packed(*members):
    """Return a zip of names, or infos, with data."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def symlink():
    info = zipfile.ZipInfo("list.csv")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return packed((info, "/etc/passwd"))


def sheet(part, change):
    """Return a spreadsheet of which one part is replaced."""
    with zipfile.ZipFile(io.BytesIO(write_sheet([["Name", "ID"], ["Anna", "7"]]))) as book:
        members = [(name, book.read(name)) for name in book.namelist()]
    assert any(part in name for name, _ in members)
    return packed(*((name, change(data) if part in name else data) for name, data in members))


def nested(levels=50):
    data = b"Name;ID\nAnna;7\n"
    for _ in range(levels):
        data = packed(("list.zip", data))
    return data


FILES = {
    "empty": lambda: b"",
    "one line": lambda: repeated(b"A"),
    "NUL": lambda: repeated(b"\0"),
    "invalid UTF-8": lambda: repeated(b"Name;\xff\xfe\n"),
    "UTF-16 without its second half": lambda: b"\xff\xfe" + repeated(b"\xd8\x00")[:-1],
    "marks and line ends": lambda: repeated(b"\xef\xbb\xbfName;ID\r\r\n\n\rAnna;7\n"),
    "brackets": lambda: repeated(b"(") + repeated(b"["),
    "tags": lambda: repeated(b'[Event "x"]\n'),
    "empty games": lambda: repeated(b"* "),
    "columns": lambda: repeated(b";"),
    "quotes": lambda: b"Name;ID\n" + repeated(b'"a;"'),
    "player records": lambda: repeated(b"001    1      Anna\n"),
    "rounds": lambda: b"001    1      Anna" + repeated(b"     1 w 1"),
    "JSON": lambda: repeated(b'{"username":'),
    "XML": lambda: b"<?xml version='1.0'?>" + repeated(b"<a>"),
    "attributes": lambda: b"<a " + repeated(b"b='' "),
    "entities": lambda: ENTITIES,
    "zip bomb": lambda: packed(("list.csv", b"\0" * UNPACKED)),
    "zip of lines": lambda: packed(("list.csv", b"Name;ID\n" + b"A;1\n" * (UNPACKED // 4))),
    "nested zip": nested,
    "names that lead out": lambda: packed(("../../etc/list.csv", "Name;ID\n"), ("/etc/list.csv", "Name\n")),
    "symbolic link": symlink,
    "many members": lambda: packed(*((f"{n}.csv", b"") for n in range(amount(2000, 20_000)))),
    "zip cut off": lambda: packed(("list.csv", b"Name;ID\nAnna;7\n"))[:60],
    "sheet of entities": lambda: sheet("sheet1", lambda _: ENTITIES),
    "sheet that grows": lambda: sheet("sheet1", lambda data: data + b" " * UNPACKED),
    "sheet with a far cell": lambda: sheet("sheet1", lambda data: re.sub(rb'"B2"', b'"XFD1048576"', data)),
    "sheet cut off": lambda: sheet("sheet1", lambda data: data[: len(data) // 2]),
}


@cache
def made(name):
    return FILES[name]()


@pytest.mark.sampled
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_reads_or_refuses_every_file(reader, record_property):
    read, refusals = READERS[reader]
    longest, largest = (0.0, ""), (0.0, "")
    for name in FILES:
        data, cost = made(name), Cost()
        with cost.measured(), contextlib.suppress(refusals):
            read(data)
        longest, largest = max(longest, (cost.seconds, name)), max(largest, (cost.megabytes, name))
    record_property(f"{reader}: {len(FILES)} files, longest, s", f"{longest[0]:.2f} ({longest[1]})")
    record_property(f"{reader}: most memory, MB", f"{largest[0]:.0f} ({largest[1]})")
    assert longest[0] < MAX_SECONDS, longest
    assert largest[0] < MAX_MEGABYTES, largest


LARGEST = 19_900_000
LARGEST_FILES = {
    "unknown records": ("TRF", lambda: b"xyz a\n" * (LARGEST // 6)),
    "one record": ("TRF", lambda: b"001    1      Anna".ljust(89) + b"  0001 w 1" * (LARGEST // 10)),
    "nested elements": ("bank", lambda: b"<a>" * (LARGEST // 3)),
    "elements": ("bank", lambda: b"<a>" + b"<b/>" * (LARGEST // 4) + b"</a>"),
    "attributes": ("bank", lambda: b"<a " + b" ".join(b"b%d=''" % n for n in range(LARGEST // 11)) + b"/>"),
}


@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell the memory of a process")
@pytest.mark.parametrize("name", LARGEST_FILES)
def test_files_of_the_largest_size_are_refused_before_they_fill_the_memory(name, record_property):
    reader, make = LARGEST_FILES[name]
    (read, refusals), data, cost = READERS[reader], make(), Cost()
    with cost.measured(), pytest.raises(refusals):
        read(data)
    record_property(f"{reader}, {name}: memory for 20 MB, MB", round(cost.megabytes))
    assert cost.megabytes < 150


@pytest.mark.skipif(not STATUS.exists(), reason="this system does not tell the memory of a process")
def test_a_reader_without_bounds_is_found(record_property):
    """The negative control."""
    data, cost = made("zip bomb"), Cost()
    with cost.measured(), zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert len(archive.read("list.csv")) == UNPACKED
    assert cost.megabytes > MAX_MEGABYTES
    record_property("control: memory of a reader without bounds, MB", round(cost.megabytes))
