"""Writers of member lists as CSV, JSON lines and vCard 4."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Leading characters of spreadsheet formulas: a quote before them makes the cell text."""
FOLD = 75  # maximum octets of a vCard line (RFC 6350, 3.2)


def as_csv(lines: Iterable[dict[str, Any]], columns: Iterable[str]) -> Iterator[str]:
    """Write a heading row and a row for each member."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    names = list(columns)
    writer.writerow(names)
    for line in lines:
        writer.writerow([_escape_formula(line[name]) for name in names])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def rows_as_csv(rows: Iterable[Iterable[str]]) -> str:
    """Write table rows as CSV; neutralize cells that a spreadsheet would evaluate as formulas."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(
        [_escape_formula(cell) for cell in row] for row in rows
    )
    return buffer.getvalue()


def as_jsonl(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Write an object for each member."""
    for line in lines:
        yield json.dumps(line, ensure_ascii=False) + "\n"


def as_vcards(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Write a card for each member (RFC 6350): only the name if personal data is left out."""
    for line in lines:
        family, _comma, given = str(line["sort_name"]).partition(",")
        fields = [
            ("VERSION", "4.0"),
            ("FN", _escape_value(line["name"])),
            ("N", f"{_escape_value(family.strip())};{_escape_value(given.strip())};;;"),
            ("EMAIL", _escape_value(line.get("email", ""))),
            ("TEL", _escape_value(line.get("phone", ""))),
            ("ADR", f";;{_escape_value(line['address'])};;;;" if line.get("address") else ""),
            ("BDAY", str(line.get("born_on", "")).replace("-", "")),
        ]
        body = [_fold_line(f"{name}:{value}") for name, value in fields if value]
        yield "\r\n".join(["BEGIN:VCARD", *body, "END:VCARD", ""])


def _escape_formula(value: Any) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(FORMULAS) else text


def _escape_value(value: Any) -> str:
    """Escape a value without line breaks.

    Many programs start a new field at a lone carriage return too.
    """
    text = str(value).replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    return "\\n".join(text.splitlines())


def _fold_line(line: str) -> str:
    """Fold a line after 75 octets, never inside a character."""
    parts: list[str] = []
    part = b""
    for letter in line:
        width = FOLD if not parts else FOLD - 1
        if len(part) + len(letter.encode()) > width:
            parts.append(part.decode())
            part = b""
        part += letter.encode()
    return "\r\n ".join([*parts, part.decode()])
