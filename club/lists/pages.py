"""Shared parts of import pages: upload a list, map its columns, review it, confirm."""

import csv
import io
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.current_club import ChosenClub
from club.core.requests import OK, UNPROCESSABLE
from club.lists.columns import ListColumns, Rows
from club.lists.errors import TooManyLines
from club.lists.tables import MAX_FILE_SIZE, MAX_LINES, ListRead, list_of, table_of


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

    def list_read(self, declared: ListColumns) -> ListRead:
        """Read the file, else the pasted rows, by the columns that the page maps or else by a guess."""
        file, text = self.cleaned_data["file"], self.cleaned_data["table"]
        if file is not None and file.size > MAX_FILE_SIZE:
            raise TooManyLines(most=MAX_LINES)
        rows = table_of(file.read() if file is not None else text.encode())
        if "mapped" not in self.data:
            return list_of(rows, declared)
        columns = declared.chosen(self.data.get(f"column_{at}", "") for at in range(width_of(rows)))
        return list_of(rows, declared, columns, has_heading="heading" in self.data)


class Review:
    """A list under review: its columns, and its lines next to the club's data."""

    declared: ClassVar[ListColumns]
    actions: Mapping[str, Callable[[], HttpResponse]]
    """What the buttons of the page do, by the name of the button."""

    def __init__(self, request: HttpRequest, chosen: ChosenClub, form: TableForm) -> None:
        self.request, self.club = request, chosen.club
        self.read = form.list_read(self.declared)

    def context(self) -> dict[str, Any]:
        """Template context of the uploaded table and its columns."""
        return {
            "columns": columns_shown(self.read.rows, self.read.columns, self.read.heading),
            "has_heading": self.read.has_heading,
            "table": as_text(self.read.rows),
            "fields": self.declared.labels().items(),
        }


def review_page(
    request: HttpRequest,
    chosen: ChosenClub,
    form: TableForm,
    review_of: type[Review],
    template: str,
) -> HttpResponse:
    """Show the form, then the review of its list; act by the pressed button, or show why that is refused."""

    def page(status: int = OK, **more: Any) -> HttpResponse:
        context = {"section": "desk", "chosen": chosen, "form": form} | more
        return render(request, template, context, status=status)

    if request.method != "POST":
        return page()
    if not form.is_valid():
        return page(UNPROCESSABLE)
    try:
        review = review_of(request, chosen, form)
    except ClubError as refusal:
        return page(refusal.status, refusal=refusal_text(refusal))
    pressed = [act for name, act in review.actions.items() if name in request.POST]
    try:
        return pressed[0]() if pressed else page(**review.context())
    except ClubError as refusal:
        return page(refusal.status, **review.context(), refusal=refusal_text(refusal))


def columns_shown(rows: Rows, columns: Mapping[int, str], heading: int | None) -> list[tuple[int, str, str]]:
    """Return each column with its first cells as a sample, and its mapped field."""
    body = rows[heading or 0 :]
    return [(at, _example(body, at), columns.get(at, "")) for at in range(width_of(rows))]


def _example(rows: Rows, at: int) -> str:
    cells = (row[at] for row in rows if at < len(row) and row[at].strip())
    return ", ".join(cell[:30] for cell, _number in zip(cells, range(3), strict=False))


def width_of(rows: Rows) -> int:
    """Number of columns of a table."""
    return max(len(row) for row in rows)


def as_text(rows: Rows) -> str:
    """Serialize the table as text for a hidden form field."""
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t", lineterminator="\n").writerows(rows)
    return buffer.getvalue()
