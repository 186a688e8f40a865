"""Events at the desk: the list, the page of an event and the settings of its sections."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may, may_somewhere
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of
from club.members.selectors.persons import clubs_of
from tournaments.core.hooks import merged, on_event_page, on_events_page
from tournaments.core.scopes import of_event, of_section
from tournaments.core.services.locks import event_scope
from tournaments.events.pages.event_forms import EventForm, PresetForm, SectionForm
from tournaments.events.pages.option_forms import option_forms
from tournaments.events.selectors.planned_rounds import planned_rounds
from tournaments.events.selectors.sections import apart_from_demo, entries_of, events_for_desk, rounds_of
from tournaments.events.services.events import (
    add_section,
    change_event,
    change_section,
    show_event,
)
from tournaments.events.tie_break_names import tie_break_choices
from tournaments.models import Event, Section

MAX_EVENTS: Final = 100


@require_safe
@needs(Capability.SEE_DESK)
def events(request: HttpRequest) -> HttpResponse:
    """List the events of the visitor's clubs, those of the demo apart."""
    actor = actor_of(request)
    own, demo = apart_from_demo(events_for_desk(actor)[:MAX_EVENTS])
    homes = list(clubs_of(actor=actor, capability=Capability.RUN_EVENTS))
    context = {
        "section": "desk",
        "events": own,
        "demo_events": demo,
        "may_create": may_somewhere(actor, Capability.RUN_EVENTS),
        "has_own_club": bool(own) or any(not home.is_demo for home in homes),
        **merged(on_events_page(actor)),
    }
    return render(request, "tournaments/events/desk/events.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_DESK, scope=of_event)
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show an event with its sections; posting changes its data."""
    row = get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)
    form = EventForm(request.POST or None, instance=row, initial={"version": row.version})
    sent = submit(
        request,
        form,
        lambda: change_event(event_id=event_id, actor=actor_of(request), **form.cleaned_data),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_event", event_id)
    context = _event_context(request, Event.objects.get(pk=event_id))
    context |= {"form": form, "refusal": sent.refusal}
    return render(request, "tournaments/events/desk/event.html", context, status=sent.status)


def _event_context(request: HttpRequest, row: Event) -> dict[str, Any]:
    actor = actor_of(request)
    may_file = may(actor, Capability.CORRECT_RESULTS, event_scope(row))
    return (merged(on_event_page(row, actor)) if may_file else {}) | {
        "may_file": may_file,
        "section": "desk",
        "event": row,
        "sections": [
            (one, list(rounds_of(one)), entries_of(one).count(), planned_rounds(one))
            for one in row.sections.all()
        ],
        "kinds": PresetForm(),
        "may_run": may(actor, Capability.RUN_EVENTS, event_scope(row)),
    }


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def show(request: HttpRequest, event_id: int) -> HttpResponse:
    """Publish an event, or hide it."""
    is_public = request.POST.get("public") == "1"
    show_event(event_id=event_id, is_public=is_public, actor=actor_of(request))
    told = _("The event is now public.") if is_public else _("The event is now hidden.")
    messages.success(request, told)
    return redirect("tournaments:desk_event", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def new_section(request: HttpRequest, event_id: int) -> HttpResponse:
    """Add a section."""
    with Refusals(request):
        made = add_section(
            event_id=event_id,
            name=request.POST.get("name", "")[:200],
            preset=request.POST.get("preset", ""),
            actor=actor_of(request),
        )
        return redirect("tournaments:desk_entries", made.pk)
    return redirect("tournaments:desk_event", event_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def settings(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the pinned rules of a section, with the effects of a change."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    form = SectionForm(request.POST or None, instance=row, initial={"version": row.version})
    has_rounds = row.round_rows.exists()
    pinned = Section.objects.select_related("event").get(pk=section_id)
    choices = option_forms(pinned, request.POST or None, has_rounds=has_rounds)
    chosen = [one for one in choices if one.is_bound]

    def change() -> None:
        given = dict(form.cleaned_data)
        given["tie_breaks"] = given.pop("tie_break_list")
        given["options"] = {name: value for one in chosen for name, value in one.options.items()}
        change_section(section_id=section_id, actor=actor_of(request), **given)

    sent = submit(request, (form, *chosen), change, success=_("Saved."))
    if sent.is_done:
        return redirect("tournaments:desk_settings", section_id)
    context = {
        "section": "desk",
        "one": pinned,
        "form": form,
        "option_forms": choices,
        "tie_break_codes": tie_break_choices(is_team=pinned.is_team),
        "refusal": sent.refusal,
        "has_rounds": has_rounds,
        "tab": "settings",
        "back": reverse("tournaments:desk_event", args=[row.event_id]),
    }
    return render(request, "tournaments/events/desk/settings.html", context, status=sent.status)
