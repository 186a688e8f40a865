"""Audit log at the desk: by day, person, object and action; one entry with before and after; undo."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.audit.audit_sight import AuditSight
from club.audit.messages import FieldRow, actor_name, address_of, field_rows, kind_label, sentence_of
from club.audit.pages.audit_forms import TrailForm
from club.audit.selectors import (
    TrailFilters,
    audit_trail,
    may_be_undone,
    reason_not_undoable,
    trail_page,
    visible_entries,
)
from club.audit.services import rehearse_undo, undo_entry
from club.audit.undo_handlers import undone_by
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import RefusalText, reason_text, refusal_text
from club.core.pages.access import needs
from club.core.requests import actor_of, parse_number
from club.core.scopes import audit_scope_of_pass, audit_scope_of_target, scope_of_entry
from club.models import AuditEntry

ENTRIES_PER_PAGE = 50
REASON_WIDTH = 1000


class EntryLine(NamedTuple):
    """Texts and links of an entry."""

    row: AuditEntry
    sentence: str
    who: str
    kind: str
    may_undo: bool
    undone_by: AuditEntry | None


def line_of(entry: AuditEntry, actor: Actor) -> EntryLine:
    """Build the line of an entry in the timeline."""
    return EntryLine(
        entry,
        sentence_of(entry),
        actor_name(entry),
        kind_label(entry.target_kind),
        may_be_undone(entry, actor=actor),
        undone_by(entry),
    )


@require_safe
@needs(Capability.SEE_AUDIT)
def timeline(request: HttpRequest) -> HttpResponse:
    """Show the visible entries, filtered by the form; htmx gets the entries only."""
    actor = actor_of(request)
    form = TrailForm(request.GET, actor=actor)
    filters = form.filters()
    found = trail_page(
        entries=audit_trail(actor=actor, filters=filters),
        before=parse_number(request.GET.get("before", "")),
        size=ENTRIES_PER_PAGE,
    )
    shown = AuditSight(actor).of_all(found.entries)
    query = query_of(request)
    context = {
        "form": form,
        "lines": [line_of(entry, actor) for entry in shown],
        "next_before": found.next_before,
        "is_later_page": "before" in request.GET,
        "query": query,
        "narrowed_to": _filter_subject(filters, shown),
        "is_filtered": bool(query),
    }
    template = (
        "club/audit/desk/_audit_entries.html"
        if "HX-Request" in request.headers
        else "club/audit/desk/audit.html"
    )
    answer = render(request, template, context)
    answer.headers["Vary"] = "HX-Request, Cookie"
    return answer


@require_safe
@needs(Capability.SEE_AUDIT, scope=audit_scope_of_target)
def about(_request: HttpRequest, kind: str, target_id: str) -> HttpResponse:
    """Address of all entries about one object."""
    return _redirect_filtered(kind=kind, target_id=target_id)


@require_safe
@needs(Capability.SEE_AUDIT)
def by_account(_request: HttpRequest, user_id: int) -> HttpResponse:
    """Address of all entries of an account."""
    return _redirect_filtered(user_id=user_id)


@require_safe
@needs(Capability.SEE_AUDIT, scope=audit_scope_of_pass)
def by_pass(_request: HttpRequest, pass_id: int) -> HttpResponse:
    """Address of all entries of a helper pass."""
    return _redirect_filtered(pass_id=pass_id)


@require_safe
@needs(Capability.SEE_AUDIT)
def on_day(_request: HttpRequest, day: str) -> HttpResponse:
    """Address of all entries of one day."""
    return _redirect_filtered(since=day, until=day)


def _redirect_filtered(**filters: Any) -> HttpResponse:
    return redirect(f"{reverse('club:audit')}?{urlencode(filters)}")


@require_safe
@needs(Capability.SEE_AUDIT, scope=scope_of_entry)
def entry(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show one entry: actor, time, address, reason, before and after."""
    actor = actor_of(request)
    row = AuditSight(actor).of(get_object_or_404(visible_entries(actor=actor), pk=entry_id))
    code = reason_not_undoable(row)
    context = {
        "line": line_of(row, actor),
        "fields": field_rows(row),
        "page_of_it": address_of(row),
        "why_not": reason_text(code, {}) if code else "",
    }
    return render(request, "club/audit/desk/audit_entry.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.UNDO, scope=scope_of_entry)
def undo(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Preview the effect of an undo, or why it is impossible; a post applies it."""
    actor = actor_of(request)
    sight = AuditSight(actor)
    row = sight.of(get_object_or_404(visible_entries(actor=actor), pk=entry_id))
    refusal: RefusalText | None = None
    changes: list[tuple[EntryLine, list[FieldRow]]] = []
    try:
        if request.method == "POST":
            reason = request.POST.get("reason", "").strip()[:REASON_WIDTH]
            written = undo_entry(entry_id=row.pk, actor=actor, reason=reason)
            messages.success(request, _("Undone. The audit log records this too."))
            return redirect("club:audit_entry", entry_id=written[-1].pk)
        shown = sight.of_all(rehearse_undo(entry_id=row.pk, actor=actor))
        changes = [(line_of(one, actor), _changed_rows(one)) for one in shown]
    except ClubError as refused:
        refusal = refusal_text(refused)
    context = {"line": line_of(row, actor), "changes": changes, "refusal": refusal}
    return render(request, "club/audit/desk/audit_undo.html", context, status=409 if refusal else 200)


def _changed_rows(entry: AuditEntry) -> list[FieldRow]:
    return [row for row in field_rows(entry) if row.is_changed]


def query_of(request: HttpRequest) -> str:
    """Filters as a query string, for links and exports."""
    filters_set = [(key, value) for key, value in request.GET.items() if key != "before" and value]
    return urlencode(filters_set)


def _filter_subject(filters: TrailFilters, entries: list[AuditEntry]) -> str:
    """Object, account or pass that the filters name, if any."""
    if filters.target_id and filters.kind:
        label = entries[0].target_label if entries else filters.target_id
        return f"{kind_label(filters.kind)}: {label}"
    if filters.user_id or filters.pass_id:
        return entries[0].actor_label if entries else str(filters.user_id or filters.pass_id)
    return ""
