"""Event regulations: a public page and a sheet, and the desk's page to choose and change them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from tournaments.conduct.regulation_presets import PRESETS
from tournaments.core.scopes import of_event
from tournaments.events.pages.desk_setup import version_of
from tournaments.events.pages.public_sections import visible_event
from tournaments.events.pages.regulation_forms import RegulationsForm
from tournaments.events.regulation_messages import preset_name, regulations_as_text
from tournaments.events.selectors.sections import regulations_of
from tournaments.events.services.regulations import set_regulations
from tournaments.models import Event


@require_safe
@public
def regulations(request: HttpRequest, slug: str) -> HttpResponse:
    """Every article of an event with its ladder and its source."""
    event = visible_event(request, slug)
    return render(request, "tournaments/events/regulations.html", _context(event) | {"section": "events"})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def desk_regulations(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a preset, or change articles; posting sets all of it."""
    event = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    is_choice = "preset" in request.POST
    data = None if is_choice else request.POST or None
    form = RegulationsForm(regulations_of(event), data)
    sent = submit(
        request,
        None if is_choice else form,
        lambda: set_regulations(
            event_id=event_id,
            stored={"preset": request.POST["preset"][:40]} if is_choice else form.stored(),
            version=version_of(request),
            actor=actor_of(request),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_regulations", event_id)
    context = _context(event) | {"section": "desk", "form": form, "refusal": sent.refusal}
    context["refused_article"] = sent.error.facts.get("number") if sent.error else None
    context["choices"] = [(one.key, preset_name(one.key), one.sources) for one in PRESETS.values()]
    return render(request, "tournaments/events/desk/regulations.html", context, status=sent.status)


def _context(event: Event) -> dict[str, Any]:
    found = regulations_of(event)
    return {
        "event": event,
        "regulations": found,
        "articles": regulations_as_text(found),
        "preset": preset_name(found.preset),
        "sources": PRESETS[found.preset].sources,
        "is_changed": bool({"changes", "default_minutes", "further"} & set(event.regulations)),
    }
