"""The checklist of an event's equipment at the desk, and on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_event
from tournaments.core.services.locks import event_scope
from tournaments.events.selectors.equipment import equipment_of
from tournaments.events.services.equipment import check_equipment, uncheck_equipment
from tournaments.models import Event


@require_safe
@needs(Capability.SEE_DESK, scope=of_event)
def checklist(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the checklist of board and pieces from the law books, with the checks made."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    may_check = may(actor_of(request), Capability.CORRECT_RESULTS, event_scope(event))
    context = {"section": "desk", "event": event, "list": equipment_of(event), "may_check": may_check}
    return render(request, "tournaments/events/desk/equipment.html", context)


@require_http_methods(["POST"])
@needs(Capability.CORRECT_RESULTS, scope=of_event)
def look(request: HttpRequest, event_id: int) -> HttpResponse:
    """Mark an article as met, or reset it."""
    article = request.POST.get("article", "")[:40]
    act = check_equipment if request.POST.get("is") == "so" else uncheck_equipment
    with Refusals(request):
        act(event_id=event_id, article=article, actor=actor_of(request))
        return redirect(f"{reverse('tournaments:desk_equipment', args=[event_id])}#{article}")
    return redirect("tournaments:desk_equipment", event_id)


@require_safe
@needs(Capability.SEE_DESK, scope=of_event)
def sheet(request: HttpRequest, event_id: int) -> HttpResponse:
    """The checklist as a PDF, with a box for each article and a signature line."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    return render(
        request, "tournaments/events/print/equipment.html", {"event": event, "list": equipment_of(event)}
    )
