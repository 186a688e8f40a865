"""Writers of member lists as CSV, JSON lines and vCard 4."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from club.paper.sheets import csv_lines

FOLD = 75  # maximum octets of a vCard line (RFC 6350, 3.2)


def as_csv(lines: Iterable[dict[str, Any]], columns: Sequence[str]) -> Iterator[str]:
    """Write a heading row and a row for each member."""
    return csv_lines(chain([columns], ([line[name] for name in columns] for line in lines)))


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
