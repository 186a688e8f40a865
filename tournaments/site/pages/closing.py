"""The end of an event at the desk: its checklist, the archive, thanks to the players."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, site_of
from club.jobs.pages.background import with_delivery_note
from tournaments.core.scopes import of_event
from tournaments.core.services.locks import event_scope
from tournaments.events.services.closing import (
    finish_event,
    mark_closing_task,
    reopen_event,
    reset_closing_task,
)
from tournaments.models import ClosingTask, Event
from tournaments.site.closing import closing_items, event_archive
from tournaments.site.services.thanks import (
    MAX_MESSAGE_LENGTH,
    thank_players,
    thanks_mail,
    thanks_receivers,
)


def _event(event_id: int) -> Event:
    return get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)


@require_safe
@needs(Capability.SEE_DESK, scope=of_event)
def close(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the checklist at the end of an event."""
    event = _event(event_id)
    context = {
        "section": "desk",
        "event": event,
        "list": closing_items(event),
        "may_run": may(actor_of(request), Capability.RUN_EVENTS, event_scope(event)),
    }
    return render(request, "tournaments/site/desk/closing.html", context)


def _mark(request: HttpRequest, **facts: Any) -> object:
    is_needed = request.POST.get("needed", "1") == "1"
    return mark_closing_task(task=request.POST.get("task", ""), is_needed=is_needed, **facts)


ACTS: dict[str, Callable[..., object]] = {
    "mark": _mark,
    "reset": lambda request, **facts: reset_closing_task(task=request.POST.get("task", ""), **facts),
    "finish": lambda request, **facts: finish_event(reason=request.POST.get("reason", "")[:500], **facts),
    "reopen": lambda _request, **facts: reopen_event(**facts),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def act(request: HttpRequest, event_id: int, act: str) -> HttpResponse:
    """Settle or reopen a task, finish or reopen the event."""
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        ACTS[act](request, event_id=event_id, actor=actor_of(request))
        if act == "finish":
            messages.success(request, _("The event is finished."))
    return redirect("tournaments:desk_close", event_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_event)
def archive(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return all files of an event as a ZIP, and mark the task as done."""
    event = _event(event_id)
    data = event_archive(event, actor=actor_of(request))
    mark_closing_task(event_id=event_id, task=ClosingTask.ARCHIVE, actor=actor_of(request))
    answer = HttpResponse(data, content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{event.slug}.zip"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_event)
def thanks(request: HttpRequest, event_id: int) -> HttpResponse:
    """Preview the thanks to the players; posting sends them."""
    event, actor, site = _event(event_id), actor_of(request), site_of(request)
    given = request.POST if request.method == "POST" else request.GET
    message = given.get("message", "").strip()[:MAX_MESSAGE_LENGTH]
    if request.method == "POST":
        with Refusals(request):
            sent = thank_players(
                event_id=event_id, actor=actor, site=site, message=message, seen=given.get("seen", "")
            )
            told = ngettext("Thanks sent to %(number)s player.", "Thanks sent to %(number)s players.", sent)
            messages.success(request, with_delivery_note(told % {"number": sent}))
            return redirect("tournaments:desk_close", event_id)
    found = thanks_receivers(event, actor)
    languages = ["", *(one for one in found.languages if one)]
    mails = {
        one.language: one
        for one in (thanks_mail(event, code, site=site, message=message) for code in languages)
    }
    context = {
        "section": "desk",
        "event": event,
        "found": found,
        "message": message,
        "longest": MAX_MESSAGE_LENGTH,
        "mails": list(mails.values()),
    }
    return render(request, "tournaments/site/desk/thanks.html", context)
