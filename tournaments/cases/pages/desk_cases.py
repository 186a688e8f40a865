"""The cases of an event at the desk: the list, and the form that files one."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import submit
from club.core.requests import actor_of, parse_number
from club.live.selectors import followed
from games.judging.messages import incident_name
from tournaments.cases.models.case import OPEN_STATES
from tournaments.cases.pages.case_forms import CaseForm, PrecedentForm
from tournaments.cases.selectors.cases import listed_cases
from tournaments.cases.selectors.precedents import PrecedentFilter, events_with_rulings, precedents
from tournaments.cases.services.cases import open_case
from tournaments.core.scopes import filing_scope
from tournaments.core.services.locks import case_scope, event_scope
from tournaments.models import Case, CaseState, Event

MAX_KEY_LENGTH = 64
FILTERS = (
    ("", _("all")),
    ("open", _("open")),
    (CaseState.RULED.value, CaseState.RULED.label),
    (CaseState.DECIDED.value, CaseState.DECIDED.label),
    (CaseState.DROPPED.value, CaseState.DROPPED.label),
)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.CORRECT_RESULTS, scope=filing_scope)
def cases(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the cases of an event that the account deals with, by state and section; posting files one."""
    row = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    form = CaseForm(row, request.POST if request.method == "POST" else None)
    sent = submit(
        request,
        form,
        lambda: open_case(
            event_id=event_id,
            about=form.about,
            incident=form.cleaned_data["incident"],
            actor=actor_of(request),
            key=request.POST.get("key", "")[:MAX_KEY_LENGTH],
            told=form.told,
        ),
    )
    if sent.is_done:
        return redirect("tournaments:desk_case", sent.result.pk)
    context = _context(request, row) | {"form": form, "refusal": sent.refusal}
    template = "_cases" if "HX-Request" in request.headers else "cases"
    return render(request, f"tournaments/cases/desk/{template}.html", context, status=sent.status)


def _line(row: Any) -> tuple[Case, Any, Any]:
    """Return a case with its incident and the ruling in force."""
    return row, incident_name(row.incident) if row.incident else "", next(iter(row.in_force), None)


def _context(request: HttpRequest, row: Event) -> dict[str, Any]:
    state, section_id = request.GET.get("state", ""), parse_number(request.GET.get("section", ""))
    states = OPEN_STATES if state == "open" else (state,) if state in CaseState.values else ()
    actor = actor_of(request)
    found = listed_cases(row, states=tuple(states), section_id=section_id)
    return {
        "section": "desk",
        "event": row,
        "lines": [_line(one) for one in found if may(actor, Capability.CORRECT_RESULTS, case_scope(one))],
        "filters": FILTERS,
        "state": state,
        "in_section": section_id,
        "sections": list(row.sections.all()),
        "deals_with_all": may(actor, Capability.CORRECT_RESULTS, event_scope(row)),
        "may_see_desk": may(actor, Capability.SEE_DESK, event_scope(row)),
        "key": request.POST.get("key") or secrets.token_urlsafe(12),
        **followed(f"cases:{row.pk}"),
    }


@require_safe
@needs(Capability.CORRECT_RESULTS)
def search(request: HttpRequest) -> HttpResponse:
    """Search rulings by article, kind, words, event and law book."""
    actor = actor_of(request)
    form = PrecedentForm(request.GET or None, events=events_with_rulings(actor))
    given = form.cleaned_data if form.is_bound and form.is_valid() else {}
    wanted = PrecedentFilter(
        article=given.get("article", ""),
        incident=given.get("incident", ""),
        text=given.get("text", ""),
        event_id=int(given["event"]) if given.get("event") else None,
        law_book=given.get("law_book", ""),
    )
    found, is_more = precedents(actor=actor, wanted=wanted)
    context = {
        "section": "desk",
        "form": form,
        "found": found,
        "is_more": is_more,
        "is_filtered": any(given.values()),
    }
    return render(request, "tournaments/cases/desk/precedents.html", context)
