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
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import OK, UNPROCESSABLE, actor_of
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
            given = {name: form.cleaned_data[name] for name in AdmissionForm.Meta.fields}
            set_admission(section_id=section_id, actor=actor_of(request), **given)
            messages.success(request, _("Saved."))
            return redirect("tournaments:desk_inbox", section_id)
        context = _context(request, row) | {"form": form}
        is_wrong = request.method == "POST"
        status = UNPROCESSABLE if is_wrong else OK
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
        "public_address": request.build_absolute_uri(public),
    }


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:500]


ACTS: dict[str, Callable[..., Any]] = {
    "accept": lambda _request, **facts: service.accept_entry(**facts),
    "wait": lambda _request, **facts: service.put_on_waiting_list(**facts),
    "refuse": lambda request, **facts: service.refuse_entry(reason=_reason(request), **facts),
    "reopen": lambda _request, **facts: service.reopen_entry(**facts),
}


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_entry)
def decide(request: HttpRequest, entry_id: int, act: str) -> HttpResponse:
    """Decide one entry: accept, wait, refuse, reopen."""
    entry = get_object_or_404(Entry, pk=entry_id)
    if act not in ACTS:
        raise Http404(act)
    try:
        seen = request.POST.get("was") or None
        ACTS[act](request, entry_id=entry_id, was=seen, actor=actor_of(request))
    except ClubError as error:
        add_refusal_message(request, error)
    return redirect("tournaments:desk_inbox", entry.section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def accept_all(request: HttpRequest, section_id: int) -> HttpResponse:
    """Accept all pending entries."""
    try:
        inside, waiting = service.accept_all(section_id=section_id, actor=actor_of(request))
    except ClubError as error:
        add_refusal_message(request, error)
    else:
        told_of = _("%(inside)s accepted, %(waiting)s added to the waiting list.")
        messages.success(request, told_of % {"inside": inside, "waiting": waiting})
    return redirect("tournaments:desk_inbox", section_id)
