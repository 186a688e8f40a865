"""Tables as an XLSX (ECMA-376 part 1, 18.3): the same bytes for the same tables. Pure."""

import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Cell = str | int | float | None
Sheet = tuple[str, Sequence[Sequence[Cell]]]

HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OPEN: Final = "http://schemas.openxmlformats.org"
MAIN: Final = f"{OPEN}/spreadsheetml/2006/main"
RELATED: Final = f"{OPEN}/officeDocument/2006/relationships"
KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
MAX_SHEET_NAME: Final = 31
NO_NAME: Final = re.compile(r"[\[\]:*?/\\]")
UNWRITTEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FIRST_DAY: Final = (1980, 1, 1, 0, 0, 0)


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """The sheets in one file; a text is never taken for a formula."""
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
    file = BytesIO()
    with ZipFile(file, "w") as book:
        for name, text in parts.items():
            info = ZipInfo(name, FIRST_DAY)
            info.compress_type = ZIP_DEFLATED
            book.writestr(info, f"{HEAD}{text}".encode())
    return file.getvalue()


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
    return NO_NAME.sub(" ", name)[:MAX_SHEET_NAME].strip() or "-"


def _sheet(rows: Sequence[Sequence[Cell]]) -> str:
    lines = "".join(
        f'<row r="{number}">{"".join(map(_cell, row))}</row>' for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cell(cell: Cell) -> str:
    if cell is None or cell == "":
        return "<c/>"
    if isinstance(cell, str):
        text = escape(UNWRITTEN.sub(" ", cell))
        return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f"<c><v>{cell}</v></c>"
