"""Players' phones of a section at the desk."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in
from tournaments.core.scopes import of_section
from tournaments.evening.selectors import phones_of
from tournaments.evening.services import remove_phones
from tournaments.models import Section


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_section)
def phones(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the players whose evening is on a phone."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    context = {"section": "desk", "one": row, "tab": "check_in", "entries": list(phones_of(row))}
    return render(request, "tournaments/evening/desk/phones.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def remove(request: HttpRequest, section_id: int) -> HttpResponse:
    """Remove the phones of one player, or of all."""
    entry_id = None if "all" in request.POST else key_in(request.POST.get("entry", ""))
    with Refusals(request):
        done = remove_phones(section_id=section_id, entry_id=entry_id, actor=actor_of(request))
        told = ngettext("%(count)s phone removed.", "%(count)s phones removed.", done)
        messages.success(request, told % {"count": done})
    return redirect("tournaments:desk_phones", section_id)
