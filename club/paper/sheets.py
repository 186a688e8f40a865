"""Tables as spreadsheets (XLSX, ECMA-376) and as delimited text: rows of plain texts in and out.

Only what a list needs: the first sheet, its texts, numbers and dates. Formulas are not evaluated.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from xml.sax.saxutils import escape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, iterparse

from club.core.zip_faults import UNREADABLE

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MAX_PART_SIZE = 50_000_000
MAX_ROWS, MAX_COLUMNS = 50_000, 100
DAY_ZERO = date(1899, 12, 30)  # day 0 of the serial numbers
DATE_FORMATS = frozenset({*range(14, 18), *range(27, 32), *range(34, 37), *range(50, 59)})
"""Built-in number formats that display a day."""
ENCODINGS = ("utf-8-sig", "cp1252")
NOT_OF_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Leading characters of spreadsheet formulas: a quote before them makes the cell text."""
NEGATIVE_NUMBER = re.compile(r"-\d+(\.\d+)?", re.ASCII)

TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
    'relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-'
    'officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
)
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ROOT = (
    f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" '
    f'Type="{DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
WORKBOOK = (
    f'<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="{MAIN[1:-1]}" xmlns:r="{DOCUMENT}"><sheets>'
    '<sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
BOOK_RELATIONS = (
    f'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" '
    f'Type="{DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)


class NotATable(ValueError):
    """File without a readable table."""


class _Echo:
    """Pseudo file that returns each write."""

    def write(self, text: str) -> str:
        return text


def csv_lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Rows as CSV (RFC 4180), line by line; texts that a spreadsheet would evaluate are marked as texts."""
    writer = csv.writer(_Echo())
    return (str(writer.writerow([_escape_formula(cell) for cell in row])) for row in rows)


def _escape_formula(cell: object) -> object:
    """Mark a text that a spreadsheet would read as a formula as text; negative amounts are not formulas."""
    if not isinstance(cell, str) or not cell.startswith(FORMULAS) or NEGATIVE_NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"


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
    lines = []
    for row in rows:
        cells = "".join(
            f'<c t="inlineStr"><is><t xml:space="preserve">{_clean(one)}</t></is></c>' for one in row
        )
        lines.append(f"<row>{cells}</row>")
    head = f'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="{MAIN[1:-1]}"><sheetData>'
    sheet = f"{head}{''.join(lines)}</sheetData></worksheet>"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("[Content_Types].xml", TYPES)
        book.writestr("_rels/.rels", ROOT)
        book.writestr("xl/workbook.xml", WORKBOOK)
        book.writestr("xl/_rels/workbook.xml.rels", BOOK_RELATIONS)
        book.writestr("xl/worksheets/sheet1.xml", sheet)
    return buffer.getvalue()


def _clean(value: object) -> str:
    """Remove characters that XML forbids: with one of them, no program opens the file."""
    return escape(NOT_OF_XML.sub("", str(value)))


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
    for encoding in ENCODINGS:
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
    sheets = sorted(name for name in book.namelist() if name.startswith("xl/worksheets/sheet"))
    return min(sheets, key=lambda name: (len(name), name))


def _part(book: zipfile.ZipFile, name: str) -> io.BytesIO:
    if book.getinfo(name).file_size > MAX_PART_SIZE:
        raise NotATable
    return io.BytesIO(book.read(name))


def _shared_texts(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    found = []
    for _event, node in iterparse(_part(book, "xl/sharedStrings.xml")):
        if node.tag == f"{MAIN}si":
            found.append("".join(part.text or "" for part in node.iter(f"{MAIN}t")))
            node.clear()
    return found


def _day_styles(book: zipfile.ZipFile) -> frozenset[int]:
    """Numbers of the cell styles that display a day."""
    if "xl/styles.xml" not in book.namelist():
        return frozenset()
    own, styles = set(DATE_FORMATS), []
    for _event, node in iterparse(_part(book, "xl/styles.xml")):
        if node.tag == f"{MAIN}numFmt" and {"d", "y"} <= set(node.get("formatCode", "").lower()):
            own.add(int(node.get("numFmtId", "0")))
        if node.tag == f"{MAIN}cellXfs":
            styles = [int(one.get("numFmtId", "0")) for one in node]
    return frozenset(number for number, kind in enumerate(styles) if kind in own)


def _rows(book: zipfile.ZipFile, name: str, texts: list[str], days: frozenset[int]) -> Iterator[list[str]]:
    number, letters = 0, 0
    for _event, node in iterparse(_part(book, name)):
        if node.tag != f"{MAIN}row":
            continue
        cells: dict[int, str] = {}
        for at, cell in enumerate(node.iter(f"{MAIN}c")):
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


def _value(cell: object, texts: list[str], days: frozenset[int]) -> str:
    kind = cell.get("t", "")  # type: ignore[attr-defined]
    if kind == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{MAIN}t"))  # type: ignore[attr-defined]
    found = cell.find(f"{MAIN}v")  # type: ignore[attr-defined]
    text: str = found.text or "" if found is not None else ""
    if kind == "s":
        return texts[int(text)]
    if kind in {"str", "b", "e"} or not text:
        return text
    return _number(text, is_day=int(cell.get("s", "0")) in days)  # type: ignore[attr-defined]


def _number(text: str, *, is_day: bool) -> str:
    """Read a number, or the day that it displays; other text is returned unchanged, for its row to report."""
    try:
        value = float(text)
        if is_day:
            return (DAY_ZERO + timedelta(days=int(value))).isoformat()
    except (ValueError, OverflowError):
        return text
    return str(int(value)) if value.is_integer() else text
