"""Forbidden pairs at the desk: list, add, remove."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from tournaments.core.scopes import of_forbidden_pair, of_section
from tournaments.entries.pages.desk_forms import ForbiddenPairForm
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.events.selectors.sections import entries_of, forbidden_pairs_of
from tournaments.events.systems import system_of
from tournaments.models import ForbiddenPair, Section


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=of_section)
def forbidden_pairs_page(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the forbidden pairs of a section; posting adds one."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    entries = list(entries_of(row))
    form = ForbiddenPairForm(entries, row.rounds, request.POST or None)
    sent = submit(
        request,
        form,
        lambda: forbid_pair(section_id=section_id, actor=actor_of(request), **form.cleaned_data),
        success=_("Pair forbidden."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_apart", section_id)
    context = {
        "section": "desk",
        "one": row,
        "form": form,
        "refusal": sent.refusal,
        "pairs": forbidden_pairs_of(row),
        "is_table": system_of(row).is_table,
        "tab": "settings",
        "back": reverse("tournaments:desk_settings", args=[section_id]),
    }
    return render(request, "tournaments/entries/desk/apart.html", context, status=sent.status)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_forbidden_pair)
def remove(request: HttpRequest, pair_id: int) -> HttpResponse:
    """Take a pair off the list."""
    pair = get_object_or_404(ForbiddenPair.objects.select_related("first"), pk=pair_id)
    allow_pair(pair_id=pair_id, actor=actor_of(request))
    messages.success(request, _("Pair allowed again."))
    return redirect("tournaments:desk_apart", pair.first.section_id)
