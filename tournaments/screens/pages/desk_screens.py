"""Desk pages of screens: the list, their content, the alert line, the clock, the current page."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import UNPROCESSABLE, actor_of, is_out_of_reach, parse_number, phone_uri
from club.live.selectors import followed
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_event, of_family, of_screen
from tournaments.core.services.locks import event_scope
from tournaments.events.selectors.schedule import Appointment, event_appointments
from tournaments.models import Event, Screen, ScreenContent, ScreenFamily
from tournaments.screens.pages.screen_forms import ClockForm, FamilyForm
from tournaments.screens.pages.screens import seen_key
from tournaments.screens.selectors import families_of, hall_content, screens_of
from tournaments.screens.services import screen_families as service
from tournaments.screens.services.screens import assign_screen, change_screen, make_screen, revoke_screen

MAX_UPCOMING = 6
CLOCK_PRESETS = (5, 10, 15, 30, 60)


@require_safe
@needs(Capability.SEE_DESK, scope=of_event)
def screens(request: HttpRequest, event_id: int) -> HttpResponse:
    """The screens of an event."""
    row = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    return render(request, "tournaments/screens/desk/screens.html", _context(request, row))


def _context(request: HttpRequest, row: Event) -> dict[str, Any]:
    live = followed(f"event:{row.pk}")
    shown = list(screens_of(row))
    seen = cache.get_many([seen_key(one) for one in shown])
    return {
        "section": "desk",
        "event": row,
        "is_out_of_reach": is_out_of_reach(request),
        "zone": zone_of(row),
        "screens_address": phone_uri(request, reverse("tournaments:screens")),
        **live,
        "screens": [(one, seen_key(one) in seen) for one in shown],
        "families": list(families_of(row)),
        "hall": hall_content(row),
        "new": FamilyForm(event=row, initial={"contents": [ScreenContent.PAIRINGS, ScreenContent.NAMES]}),
        "clock": ClockForm(),
        "presets": CLOCK_PRESETS,
        "coming": _coming(row),
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, event_scope(row)),
    }


def _coming(row: Event) -> list[Appointment]:
    """Return rounds with a start in the future: the clock can run to it."""
    now = timezone.now()
    return [one for one in event_appointments(row) if one.starts_at > now][:MAX_UPCOMING]


def _run_action(request: HttpRequest, event_id: int, act: Callable[..., object]) -> HttpResponse:
    """Run the action, report its refusal, and redirect to the page."""
    with Refusals(request):
        act(actor=actor_of(request))
    return redirect("tournaments:desk_screens", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def assign(request: HttpRequest, event_id: int) -> HttpResponse:
    """Assign the screen with a code to the hall; without a code create an address to open there."""
    code = request.POST.get("code", "").strip()
    facts: dict[str, Any] = {
        "event_id": event_id,
        "family_id": parse_number(request.POST.get("family", "")),
        "label": request.POST.get("label", "")[:60],
    }
    if code or "make" not in request.POST:
        return _run_action(request, event_id, partial(assign_screen, code=code, **facts))
    return _run_action(request, event_id, partial(make_screen, **facts))


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def set_alert(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the alert line on all screens, or clear it."""
    text = "" if "clear" in request.POST else request.POST.get("text", "")[:200]
    return _run_action(request, event_id, partial(service.set_alert, event_id=event_id, text=text))


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def set_clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start the clock of the hall, or stop it."""
    form = ClockForm({} if "stop" in request.POST else request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(text) for texts in form.errors.values() for text in texts))
        return redirect("tournaments:desk_screens", event_id)
    ends_at, label = form.ends_at(timezone.now()), form.cleaned_data["label"]
    act = partial(service.set_clock, event_id=event_id, ends_at=ends_at, label=label)
    return _run_action(request, event_id, act)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def new_family(request: HttpRequest, event_id: int) -> HttpResponse:
    """Make a family of screens."""
    row = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    form = FamilyForm(request.POST, event=row)
    if not form.is_valid():
        context = _context(request, row) | {"new": form}
        return render(request, "tournaments/screens/desk/screens.html", context, status=UNPROCESSABLE)
    return _run_action(request, event_id, partial(service.make_family, event_id=event_id, **form.facts()))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_family)
def family(request: HttpRequest, family_id: int) -> HttpResponse:
    """Content of a family."""
    row = get_object_or_404(ScreenFamily.objects.select_related("event"), pk=family_id)
    form = FamilyForm(request.POST or None, event=row.event, family=row)
    sent = submit(
        request,
        form,
        lambda: service.change_family(
            family_id=family_id,
            version=form.cleaned_data["version"] or 0,
            actor=actor_of(request),
            **form.facts(),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_screens", row.event_id)
    context = {"section": "desk", "event": row.event, "family": row, "form": form, "refusal": sent.refusal}
    return render(request, "tournaments/screens/desk/screen_family.html", context, status=sent.status)


FAMILY_ACTS: dict[str, Callable[..., Any]] = {
    "hold": partial(service.pause_page, is_held=True),
    "run": partial(service.pause_page, is_held=False),
    "next": partial(service.turn_page, by=1),
    "back": partial(service.turn_page, by=-1),
    "remove": service.remove_family,
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_family)
def family_act(request: HttpRequest, family_id: int, act: str) -> HttpResponse:
    """Pause or turn the page of a family, or remove it."""
    row = get_object_or_404(ScreenFamily, pk=family_id)
    if act not in FAMILY_ACTS:
        raise Http404(act)
    return _run_action(request, row.event_id, partial(FAMILY_ACTS[act], family_id=family_id))


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_screen)
def screen_act(request: HttpRequest, screen_id: int, act: str) -> HttpResponse:
    """Assign a screen to another family, or take it out of the hall."""
    row = get_object_or_404(Screen, pk=screen_id)
    event_id = row.event_id or 0
    if act == "revoke":
        return _run_action(request, event_id, partial(revoke_screen, screen_id=screen_id))
    if act != "change":
        raise Http404(act)
    family_id, label = parse_number(request.POST.get("family", "")), request.POST.get("label", row.label)[:60]
    change = partial(change_screen, screen_id=screen_id, family_id=family_id, label=label)
    return _run_action(request, event_id, change)
