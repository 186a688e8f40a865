"""Shared parts of import pages: upload a list, map its columns, review it."""

import csv
import io
from collections.abc import Container
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from club.members.errors import TooManyLines
from club.members.member_tables import MAX_FILE_SIZE, MAX_LINES, table_of

Rows = list[list[str]]


class TableForm(forms.Form):
    """Form for a list, as a file or pasted rows."""

    file = forms.FileField(label=gettext_lazy("File (CSV or XLSX)"), required=False)
    table = forms.CharField(
        label=gettext_lazy("Or paste its rows"),
        required=False,
        max_length=MAX_FILE_SIZE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def rows(self) -> Rows:
        """Table of the file, else of the pasted rows."""
        file, text = self.cleaned_data["file"], self.cleaned_data["table"]
        if file is not None and file.size > MAX_FILE_SIZE:
            raise TooManyLines(most=MAX_LINES)
        return table_of(file.read() if file is not None else text.encode())


def width_of(rows: Rows) -> int:
    """Number of columns of a table."""
    return max(len(row) for row in rows)


def columns_named(
    request: HttpRequest, rows: Rows, fields: Container[str], joined: Container[str] = ()
) -> dict[int, str]:
    """Return the chosen column mapping, each field once unless its cells are joined."""
    named = ((at, request.POST.get(f"column_{at}", "")) for at in range(width_of(rows)))
    found: dict[int, str] = {}
    for at, field in named:
        if field in fields and field and (field in joined or field not in found.values()):
            found[at] = field
    return found


def columns_shown(rows: Rows, columns: dict[int, str], heading: int | None) -> list[tuple[int, str, str]]:
    """Return each column with its first cells as a sample, and its mapped field."""
    body = rows[heading or 0 :]
    return [(at, _example(body, at), columns.get(at, "")) for at in range(width_of(rows))]


def as_text(rows: Rows) -> str:
    """Serialize the table as text for a hidden form field."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t", lineterminator="\n").writerows(rows)
    return buffer.getvalue()


def _example(rows: Rows, at: int) -> str:
    cells = (row[at] for row in rows if at < len(row) and row[at].strip())
    return ", ".join(cell[:30] for cell, _number in zip(cells, range(3), strict=False))


def list_context(rows: Rows, columns: dict[int, str], *, heading: int | None) -> dict[str, Any]:
    """Return the template context common to these pages; `heading` is the heading row, if any."""
    return {
        "columns": columns_shown(rows, columns, heading),
        "has_heading": heading is not None,
        "table": as_text(rows),
    }
