"""Tables as spreadsheets (XLSX, ECMA-376) and as delimited text: rows of plain texts in and out.

Only what a list needs: the first sheet, its texts, numbers and dates. Formulas are not evaluated.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring, iterparse

from club.core.outside_data import UNREADABLE

MAX_PART_SIZE = 50_000_000
MAX_ROWS, MAX_COLUMNS = 50_000, 100
DAY_ZERO = date(1899, 12, 30)  # day 0 of the serial numbers
DATE_FORMATS = frozenset({*range(14, 18), *range(27, 32), *range(34, 37), *range(50, 59)})
"""Built-in number formats that display a day."""
ENCODINGS = ("utf-8-sig", "cp1252")
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
NOT_OF_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2

OPEN = "http://schemas.openxmlformats.org"
MAIN = f"{OPEN}/spreadsheetml/2006/main"
RELATED = f"{OPEN}/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAX_SHEET_NAME = 31
NOT_OF_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Leading characters of spreadsheet formulas, the full-width ones of Japanese spreadsheets too.

A quote before them makes the cell text.
"""
AMOUNT = re.compile(r"-[0-9]+(\.[0-9]+)?")

Cell = str | int | float | None
Sheet = tuple[str, Iterable[Iterable[Cell]]]


class NotATable(ValueError):
    """File without a readable table."""


def read_table(data: bytes) -> list[list[str]]:
    """Read the rows of a file as texts: a spreadsheet, or text separated by tabs, semicolons or commas.

    Trailing empty rows are left out; empty rows between remain, so that row numbers are unchanged.
    """
    rows = _read_sheet(data) if data[:2] == b"PK" else _read_text(data)
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    return rows


def write_sheet(rows: Iterable[Iterable[object]]) -> bytes:
    """Write a spreadsheet of one sheet in which every cell is text."""
    return write_sheets([("1", ([str(cell) for cell in row] for row in rows))])


def write_sheets(sheets: Sequence[Sheet]) -> bytes:
    """Write a spreadsheet of named sheets, the same bytes for the same sheets; a text is never a formula."""
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": _content_types(numbers),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _book([name for name, _rows in sheets]),
        "xl/_rels/workbook.xml.rels": _relations(
            [("worksheet", f"worksheets/sheet{number}.xml") for number in numbers]
        ),
        **{
            f"xl/worksheets/sheet{number}.xml": _sheet(rows)
            for number, (_name, rows) in zip(numbers, sheets, strict=True)
        },
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as book:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, FIRST_DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(info, f"{HEAD}{text}".encode())
    return file.getvalue()


class _Echo:
    """Pseudo file that returns each write."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Write rows as CSV, each as one text; a spreadsheet will take no cell for a formula."""
    writer = csv.writer(_Echo())
    for row in rows:
        yield str(writer.writerow([escape_formula(cell) for cell in row]))


def escape_formula(cell: object) -> object:
    """Mark a text that a spreadsheet would take for a formula as text; a negative amount is none.

    A formula that is quoted already gets another quote, so that `unescape_formula` returns the same text.
    """
    is_marked = isinstance(cell, str) and is_formula(cell.lstrip("'")) and not AMOUNT.fullmatch(cell)
    return f"'{cell}" if is_marked else cell


def unescape_formula(text: str) -> str:
    """Remove the quote that `escape_formula` put before a formula."""
    return text[1:] if text.startswith("'") and is_formula(text.lstrip("'")) else text


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet would calculate a text."""
    return text.startswith(FORMULAS)


def _content_types(numbers: Iterable[int]) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{KIND}.worksheet+xml"/>'
        for number in numbers
    )
    related = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'<Types xmlns="{OPEN}/package/2006/content-types">'
        f'<Default Extension="rels" ContentType="{related}"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>{sheets}</Types>'
    )


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    lines = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATED}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f'<Relationships xmlns="{OPEN}/package/2006/relationships">{lines}</Relationships>'


def _book(names: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(_sheet_name(name))} sheetId="{number}" r:id="rId{number}"/>'
        for number, name in enumerate(names, start=1)
    )
    return f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{sheets}</sheets></workbook>'


def _sheet_name(name: str) -> str:
    return NOT_OF_SHEET_NAME.sub(" ", name)[:MAX_SHEET_NAME].strip() or "-"


def _sheet(rows: Iterable[Iterable[Cell]]) -> str:
    lines = "".join(
        f'<row r="{number}">{"".join(map(_cell, row))}</row>' for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cell(cell: Cell) -> str:
    if cell is None or cell == "":
        return "<c/>"
    if isinstance(cell, str):
        text = escape(NOT_OF_XML.sub("", cell))
        return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f"<c><v>{cell}</v></c>"


def _read_text(data: bytes) -> list[list[str]]:
    text = _decode(data)
    if "\0" in text:
        raise NotATable
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max("\t;,", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        raise NotATable from None
    return rows[:MAX_ROWS]


def _decode(data: bytes) -> str:
    """Decode UTF-16 by its mark, as Excel writes "Unicode text", else UTF-8, else Windows' western letters.

    Raises:
        NotATable: bytes that none of these has.
    """
    for encoding in ("utf-16",) if data.startswith(UTF_16_MARKS) else ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise NotATable


def _read_sheet(data: bytes) -> list[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            texts = _shared_texts(book)
            days = _day_styles(book)
            return list(_rows(book, _first_sheet(book), texts, days))
    except (*UNREADABLE, KeyError, IndexError, ParseError, DefusedXmlException) as error:
        raise NotATable from error


def _first_sheet(book: zipfile.ZipFile) -> str:
    """Name of the part with the first sheet: as the workbook names it, else the lowest number."""
    if "xl/workbook.xml" not in book.namelist():
        sheets = (name for name in book.namelist() if name.startswith("xl/worksheets/sheet"))
        return min(sheets, key=lambda name: (len(name), name))
    (sheet,) = fromstring(_part(book, "xl/workbook.xml").read()).findall(".//{*}sheet")[:1]
    wanted = {value for name, value in sheet.items() if name.endswith("}id")}
    relations = fromstring(_part(book, "xl/_rels/workbook.xml.rels").read())
    targets = [str(one.get("Target")) for one in relations if one.get("Id") in wanted]
    return targets[0].lstrip("/") if targets[0].startswith("/") else f"xl/{targets[0]}"


def _part(book: zipfile.ZipFile, name: str) -> io.BytesIO:
    if book.getinfo(name).file_size > MAX_PART_SIZE:
        raise NotATable
    return io.BytesIO(book.read(name))


def _is(node: Element, name: str) -> bool:
    """Check the name of a node in any namespace: there are two of spreadsheets."""
    return node.tag.rpartition("}")[2] == name


def _text_in(node: Element) -> str:
    return "".join(part.text or "" for part in node.iterfind(".//{*}t"))


def _shared_texts(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    found = []
    for _event, node in iterparse(_part(book, "xl/sharedStrings.xml")):
        if _is(node, "si"):
            found.append(_text_in(node))
            node.clear()
    return found


def _day_styles(book: zipfile.ZipFile) -> frozenset[int]:
    """Numbers of the cell styles that display a day."""
    if "xl/styles.xml" not in book.namelist():
        return frozenset()
    own, styles = set(DATE_FORMATS), []
    for _event, node in iterparse(_part(book, "xl/styles.xml")):
        if _is(node, "numFmt") and {"d", "y"} <= set(node.get("formatCode", "").lower()):
            own.add(int(node.get("numFmtId", "0")))
        if _is(node, "cellXfs"):
            styles = [int(one.get("numFmtId", "0")) for one in node]
    return frozenset(number for number, kind in enumerate(styles) if kind in own)


def _rows(book: zipfile.ZipFile, name: str, texts: list[str], days: frozenset[int]) -> Iterator[list[str]]:
    number, letters = 0, 0
    for _event, node in iterparse(_part(book, name)):
        if not _is(node, "row"):
            continue
        cells: dict[int, str] = {}
        for at, cell in enumerate(node.iterfind("{*}c")):
            column = _column(cell.get("r", "")) if cell.get("r") else at
            if column < MAX_COLUMNS:
                cells[column] = _value(cell, texts, days)
        letters += sum(map(len, cells.values()))
        if letters > MAX_PART_SIZE:  # a few shared texts, repeated many times
            raise NotATable
        yield [cells.get(column, "") for column in range(max(cells, default=-1) + 1)]
        node.clear()
        number += 1
        if number >= MAX_ROWS:
            return


def _column(place: str) -> int:
    """Column number in the name of a cell, such as AB12."""
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: Element, texts: list[str], days: frozenset[int]) -> str:
    kind = cell.get("t", "")
    if kind == "inlineStr":
        return _text_in(cell)
    found = cell.find("{*}v")
    text: str = found.text or "" if found is not None else ""
    if kind == "s":
        return texts[int(text)]
    if kind in {"str", "b", "e"} or not text:
        return text
    return _number(text, is_day=int(cell.get("s", "0")) in days)


def _number(text: str, *, is_day: bool) -> str:
    """Read a number, or the day that it displays; other text is returned unchanged, for its row to report."""
    try:
        value = float(text)
        if is_day:
            return (DAY_ZERO + timedelta(days=int(value))).isoformat()
    except (ValueError, OverflowError):
        return text
    return str(int(value)) if value.is_integer() else text
