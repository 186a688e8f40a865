"""The inbox of a section: entries from the public form, the waiting list, and admission settings."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import OK, UNPROCESSABLE, actor_of, phone_uri
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_entry, of_section
from tournaments.entries.pages.entry_forms import AdmissionForm
from tournaments.entries.selectors.admissions import admission_of, inbox_of, places_of, waiting_list
from tournaments.entries.services import inbox as service
from tournaments.entries.services.admissions import set_admission
from tournaments.models import Entry, EntryState, Section


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def inbox(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the entries that wait for a decision; posting opens or closes the form."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    with timezone.override(zone_of(row.event)):
        form = AdmissionForm(request.POST or None, instance=admission_of(row))
        if request.method == "POST" and form.is_valid():
            set_admission(section_id=section_id, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("tournaments:desk_inbox", section_id)
        context = _context(request, row) | {"form": form}
        status = UNPROCESSABLE if request.method == "POST" else OK
        return render(request, "tournaments/entries/desk/inbox.html", context, status=status)


def _context(request: HttpRequest, row: Section) -> dict[str, Any]:
    admission = admission_of(row)
    found = list(inbox_of(row))
    names = [name.casefold() for name in row.entries.values_list("name", flat=True)]
    public = reverse("tournaments:enter", args=[row.event.slug])
    return {
        "section": "desk",
        "one": row,
        "tab": "inbox",
        "admission": admission,
        "places": places_of(row, admission),
        "pending": [
            (entry, names.count(entry.name.casefold()) > 1)
            for entry in found
            if entry.state == EntryState.PENDING
        ],
        "waiting": list(waiting_list(row)),
        "refused": [entry for entry in found if entry.state == EntryState.REFUSED],
        "public_address": phone_uri(request, public),
    }


ACTS: dict[str, Callable[..., Any]] = {
    "accept": service.accept_entry,
    "wait": service.put_on_waiting_list,
    "refuse": service.refuse_entry,
    "reopen": service.reopen_entry,
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def decide(request: HttpRequest, entry_id: int, act: str) -> HttpResponse:
    """Decide one entry: accept, wait, refuse, reopen."""
    entry = get_object_or_404(Entry, pk=entry_id)
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        reason = {"reason": request.POST.get("reason", "")[:500]} if act == "refuse" else {}
        seen = request.POST.get("was") or None
        ACTS[act](entry_id=entry_id, was=seen, actor=actor_of(request), **reason)
    return redirect("tournaments:desk_inbox", entry.section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def accept_all(request: HttpRequest, section_id: int) -> HttpResponse:
    """Accept all pending entries."""
    with Refusals(request):
        inside, waiting = service.accept_all(section_id=section_id, actor=actor_of(request))
        told_of = _("%(inside)s accepted, %(waiting)s added to the waiting list.")
        messages.success(request, told_of % {"inside": inside, "waiting": waiting})
    return redirect("tournaments:desk_inbox", section_id)
