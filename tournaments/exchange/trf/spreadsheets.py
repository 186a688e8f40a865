"""Lists from spreadsheets: the first sheet of an XLSX, or CSV with any separator. Pure.

Of an XLSX (ECMA-376 part 1, 18.3 and 18.4) only the texts of the cells are read. Sizes are checked before any
unpacking. A document type declaration, which no spreadsheet writes, is refused.
"""

import csv
import re
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO, StringIO
from typing import Final
from xml.etree import ElementTree as ET
from zipfile import BadZipFile, ZipFile

MAX_UNPACKED: Final = 30_000_000
MAX_ROWS: Final = 5_000
MAX_COLUMNS: Final = 60
SIGNATURE: Final = b"PK\x03\x04"
CELL: Final = re.compile(r"([A-Z]{1,3})(\d+)")
LETTERS: Final = 26
RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class NotAList(Exception):
    """The bytes are no readable list."""


def rows_of(data: bytes) -> list[list[str]]:
    """Return the rows of a list, blank ones left out; raise NotAList if it is none."""
    try:
        rows = _xlsx_rows(data) if data.startswith(SIGNATURE) else _csv_rows(data)
        cleaned = ([_plain(cell) for cell in row[:MAX_COLUMNS]] for row in rows)
        found = [row for row in cleaned if any(row)]
    except (
        BadZipFile,
        ET.ParseError,
        KeyError,
        ValueError,
        RuntimeError,
        StopIteration,
        csv.Error,
        zlib.error,
    ) as error:
        raise NotAList from error
    if not found or len(found) > MAX_ROWS:
        raise NotAList
    return found


def _plain(cell: str) -> str:
    """Return the text of a cell without the apostrophe that prevents a formula."""
    text = " ".join(cell.replace("\x00", " ").split())
    return text[1:] if text.startswith("'") and text[1:2] in {"=", "+", "-", "@"} else text


def _csv_rows(data: bytes) -> Iterable[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    if "\x00" in text:
        raise ValueError("NUL")
    head = text.partition("\n")[0]
    delimiter = max("\t;,", key=head.count)
    return csv.reader(StringIO(text), delimiter=delimiter)


def _xlsx_rows(data: bytes) -> Iterator[list[str]]:
    with ZipFile(BytesIO(data)) as book:
        if sum(info.file_size for info in book.infolist()) > MAX_UNPACKED:
            raise NotAList
        texts = _shared_strings(book)
        sheet = _tree(book, _first_sheet(book))
        yield from (_row(row, texts) for row in sheet.iter(_in(sheet, "row")))


def _tree(book: ZipFile, name: str) -> ET.Element:
    content = book.read(name)
    if b"<!DOCTYPE" in content:
        raise NotAList
    return ET.fromstring(content)  # noqa: S314 - of bounded size and without declarations


def _in(tree: ET.Element, name: str) -> str:
    """A name in the namespace of a document."""
    return f"{tree.tag.partition('}')[0]}}}{name}" if "}" in tree.tag else name


def _first_sheet(book: ZipFile) -> str:
    workbook = _tree(book, "xl/workbook.xml")
    first = next(workbook.iter(_in(workbook, "sheet")), None)
    if first is None:
        raise NotAList
    wanted = first.get(RELATION)
    relations = _tree(book, "xl/_rels/workbook.xml.rels")
    target = next(one.get("Target", "") for one in relations if one.get("Id") == wanted)
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared_strings(book: ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    tree = _tree(book, "xl/sharedStrings.xml")
    return [_text_in(item, tree) for item in tree.iter(_in(tree, "si"))]


def _text_in(item: ET.Element, tree: ET.Element) -> str:
    return "".join(part.text or "" for part in item.iter(_in(tree, "t")))


def _row(row: ET.Element, texts: list[str]) -> list[str]:
    cells: dict[int, str] = {}
    for at, cell in enumerate(row.iter(_in(row, "c"))):
        place = CELL.fullmatch(cell.get("r", ""))
        column = _column(place[1]) if place else at
        if column < MAX_COLUMNS:
            cells[column] = _value(cell, texts)
    return [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * LETTERS + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: ET.Element, texts: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return _text_in(cell, cell)
    found = cell.find(_in(cell, "v"))
    text = (found.text or "") if found is not None else ""
    if cell.get("t") == "s":
        return texts[int(text)] if text.isdecimal() and int(text) < len(texts) else ""
    return text.removesuffix(".0")
