"""Precedents at the desk: earlier rulings with their articles, without names."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.requests import actor_of
from tournaments.cases.pages.case_forms import PrecedentForm
from tournaments.cases.selectors.precedents import Wanted, events_with_rulings, precedents


@require_safe
@needs(Capability.CORRECT_RESULTS)
def search(request: HttpRequest) -> HttpResponse:
    """Search rulings by article, kind, words, event and law book."""
    actor = actor_of(request)
    form = PrecedentForm(request.GET or None, events=events_with_rulings(actor))
    given = form.cleaned_data if form.is_bound and form.is_valid() else {}
    wanted = Wanted(
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
