"""Exports of the audit log: a table for a spreadsheet, and a sheet to sign and file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from club.audit.audit_sight import AuditSight
from club.audit.messages import FieldRow, actor_name, field_rows, kind_label, sentence_of
from club.audit.pages.audit_forms import TrailForm
from club.audit.selectors import audit_trail, every_entry
from club.core.capabilities import Capability
from club.core.moments import SHORT, moment_text
from club.core.pages.access import needs
from club.core.pages.responses import CSV, PDF, as_file
from club.core.requests import actor_of
from club.models import AuditEntry
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import FACE, MARGIN
from club.paper.sheets import csv_lines

if TYPE_CHECKING:
    from club.paper.paper import Paper

MAX_PRINTED_ENTRIES = 2000


@require_safe
@needs(Capability.SEE_AUDIT)
def as_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Stream every matching entry as a CSV row, with the hashes that prove it."""
    lines = _csv_lines(_filtered_entries(request))
    return as_file(StreamingHttpResponse(lines, content_type=CSV), f"audit-{timezone.localdate()}.csv")


def _filtered_entries(request: HttpRequest, *, most: int | None = None) -> Iterator[AuditEntry]:
    """Yield the entries that the filters of an address name, as their reader may see them."""
    actor = actor_of(request)
    found = audit_trail(actor=actor, filters=TrailForm(request.GET, actor=actor).filters())
    return map(AuditSight(actor).of, every_entry(entries=found, most=most))


def _csv_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    yield "\N{ZERO WIDTH NO-BREAK SPACE}"  # spreadsheets detect UTF-8 by it
    heads = (
        *("chain", "number", "at", "who", "action", "sentence", "about", "about_id", "label", "changes"),
        *("reason", "address", "undoes", "previous_hash", "hash"),
    )
    yield from csv_lines(chain([heads], map(_csv_row, entries)))


def _csv_row(entry: AuditEntry) -> Iterable[object]:
    return (
        *(entry.chain.key, entry.number, entry.at.isoformat(), actor_name(entry), entry.action),
        *(sentence_of(entry), kind_label(entry.target_kind), entry.target_id, entry.target_label),
        "; ".join(change_text(row) for row in field_rows(entry)),
        *(entry.reason, entry.address, entry.undoes_id or "", entry.previous_hash, entry.hash),
    )


def change_text(row: FieldRow) -> str:
    """Format a fact before and after, in one line."""
    if row.before and row.after and row.is_changed:
        return f"{row.label}: {row.before} \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} {row.after}"
    return f"{row.label}: {row.after or row.before}"


def _sheet(title: str) -> Paper:
    """Return pages with their number and the moment they were printed."""
    printed_at = timezone.localtime()
    sheet = blank_paper(title=title, made_at=printed_at)
    sheet.set_auto_page_break(auto=True, margin=MARGIN + 5)
    sheet.foot = moment_text(printed_at, form=SHORT)
    sheet.add_page()
    sheet.set_font(FACE, "B", 18)
    sheet.multi_cell(0, 9, title, new_x="LMARGIN", new_y="NEXT")
    return sheet


def _print_line(sheet: Paper, text: str, *, size: float, style: str = "", grey: int = 0) -> None:
    """Print one paragraph."""
    sheet.set_font(FACE, style, size)
    sheet.set_text_color(grey)
    sheet.multi_cell(0, size * 0.48, text, new_x="LMARGIN", new_y="NEXT")


@require_safe
@needs(Capability.SEE_AUDIT)
def as_pdf(request: HttpRequest) -> HttpResponse:
    """Render the latest matching entries as PDF."""
    entries = list(_filtered_entries(request, most=MAX_PRINTED_ENTRIES + 1))
    sheet = _sheet(_("Audit log"))
    count_text = ngettext("%(count)d entry", "%(count)d entries", min(len(entries), MAX_PRINTED_ENTRIES))
    _print_line(sheet, count_text % {"count": min(len(entries), MAX_PRINTED_ENTRIES)}, size=10, grey=90)
    if len(entries) > MAX_PRINTED_ENTRIES:
        left_out = _("Only the latest %(most)d entries are printed. Filter by day, or export as CSV.")
        _print_line(sheet, left_out % {"most": MAX_PRINTED_ENTRIES}, size=10, style="B")
    for entry in entries[:MAX_PRINTED_ENTRIES]:
        _print_entry(sheet, entry)
    answer = HttpResponse(bytes(sheet.output()), content_type=PDF)
    return as_file(answer, f"audit-{timezone.localdate()}.pdf")


def _print_entry(sheet: Paper, entry: AuditEntry) -> None:
    moment = moment_text(entry.at, form=SHORT)
    sheet.ln(3)
    _print_line(sheet, f"{moment}  #{entry.number}  {sentence_of(entry)}", size=10, style="B")
    if entry.reason:
        _print_line(sheet, _("Reason: %(reason)s") % {"reason": entry.reason}, size=9)
    changes = "; ".join(change_text(row) for row in field_rows(entry))
    if changes:
        _print_line(sheet, changes, size=9)
    _print_line(sheet, f"{entry.chain.key}  {entry.address}  {entry.hash}", size=7, grey=110)
