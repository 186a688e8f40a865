"""Lists of players at the desk: read a file, check its columns, confirm the comparison."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.outside_data import load_json
from club.core.pages.access import needs
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.paper.sheets import NotATable
from tournaments.core.scopes import of_section
from tournaments.entries.entry_lists import rows_of_paste
from tournaments.entries.errors import FileTooLarge, ListUnreadable, NothingToEnter
from tournaments.entries.list_columns import (
    HEADINGS,
    guess_columns,
    guess_columns_by_cells,
    lines_of,
    rows_of,
)
from tournaments.entries.selectors.list_differences import digest_of, list_differences
from tournaments.entries.services.entries import enter_list
from tournaments.models import Section

MAX_BYTES, MAX_PASTED_LENGTH = 5_000_000, 200_000
Rows = list[list[str]]
WORDS = {
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "rating": gettext_lazy("Rating"),
    "federation": gettext_lazy("Federation"),
    "club_name": gettext_lazy("Club"),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def entry_list(request: HttpRequest, section_id: int) -> HttpResponse:
    """Compare a list with the entries; with `confirm` enter the list as displayed."""
    section = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    context: dict[str, Any] = {"section": "desk", "one": section, "tab": "entries"}
    try:
        rows = _rows(request)
        columns = _columns(request, rows)
        context |= {"rows_kept": json.dumps(rows), "choices": _choices(rows, columns)}
        lines = lines_of(rows, columns)
        if request.POST.get("confirm"):
            return _enter_and_redirect(request, section_id, lines)
        found = list_differences(section, lines)
        context |= {"found": found, "digest": digest_of(found)}
    except ClubError as error:
        context["refusal"] = refusal_text(error)
    status = UNPROCESSABLE if "refusal" in context else OK
    return render(request, "tournaments/entries/desk/entry_list.html", context, status=status)


def _enter_and_redirect(request: HttpRequest, section_id: int, lines: list[Any]) -> HttpResponse:
    digest = request.POST.get("digest", "")
    fresh, changed = enter_list(section_id=section_id, lines=lines, digest=digest, actor=actor_of(request))
    told = _("%(fresh)s added, %(changed)s changed.") % {"fresh": fresh, "changed": changed}
    messages.success(request, told)
    return redirect("tournaments:desk_entries", section_id)


def _rows(request: HttpRequest) -> Rows:
    """Return the rows of the file or of a pasted list, or those sent back by the form."""
    file = request.FILES.get("list")
    if "players" in request.POST:
        rows = [columns for _number, columns in rows_of_paste(request.POST["players"][:MAX_PASTED_LENGTH])]
        if not rows:
            raise NothingToEnter
        return rows
    if file is not None and (file.size or 0) > MAX_BYTES:
        raise FileTooLarge(size=file.size, limit=MAX_BYTES)
    try:
        return _parse_rows(request.POST.get("rows", "")) if file is None else rows_of(file.read())
    except NotATable:
        raise ListUnreadable(name=file.name if file is not None else "") from None


def _parse_rows(text: str) -> Rows:
    try:
        rows = load_json(text)
    except (ValueError, RecursionError):
        raise NotATable from None
    is_table = isinstance(rows, list) and rows and all(isinstance(row, list) and row for row in rows)
    if not is_table or not all(isinstance(cell, str) and "\x00" not in cell for row in rows for cell in row):
        raise NotATable
    return rows  # type: ignore[no-any-return]  # looked at cell by cell above


def _columns(request: HttpRequest, rows: Rows) -> dict[str, int]:
    """Return the columns as chosen, or guessed."""
    if "rows" not in request.POST:
        return guess_columns(rows[0]) or (guess_columns_by_cells(rows) if "players" in request.POST else {})
    width = max(map(len, rows))
    given = {kind: request.POST.get(f"column-{kind}", "") for kind in HEADINGS}
    return {
        kind: int(text)
        for kind, text in given.items()
        if text.isascii() and text.isdecimal() and int(text[:4]) < width
    }


def _choices(rows: Rows, columns: dict[str, int]) -> list[tuple[str, object, list[tuple[int, str, bool]]]]:
    """Return for each meaning its name and all columns, with a flag for the chosen column."""
    heading = rows[0]
    return [
        (kind, word, [(at, text, columns.get(kind) == at) for at, text in enumerate(heading)])
        for kind, word in WORDS.items()
    ]
