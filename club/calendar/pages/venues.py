"""Venue pages at the desk."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.calendar.pages.calendar_forms import VenueForm
from club.calendar.selectors import venues_of
from club.calendar.services.venues import add_venue, change_venue, remove_venue
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.core.scopes import scope_of_venue
from club.models import Organisation, Venue

VENUES_PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR)
def venues(request: HttpRequest) -> HttpResponse:
    """List the venues of a club; POST adds one."""
    chosen = chosen_club(request, Capability.KEEP_CALENDAR)
    form = VenueForm(request.POST if request.method == "POST" else None, club=chosen.club)
    if form.is_valid():
        with Refusals(request):
            add_venue(organisation_id=chosen.club.pk, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
        return redirect(_list_of(chosen.club))
    page = Paginator(venues_of(organisation_id=chosen.club.pk), VENUES_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "section": "desk",
        "chosen": chosen,
        "form": form,
        "page": page,
        "asked": f"club={chosen.club.slug}",
    }
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "club/calendar/desk/venues.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR, scope=scope_of_venue)
def venue(request: HttpRequest, venue_id: int) -> HttpResponse:
    """Change a venue, or with `remove` remove an unused one."""
    row = get_object_or_404(Venue.objects.select_related("organisation"), pk=venue_id)
    if "remove" in request.POST:
        with Refusals(request):
            remove_venue(venue_id=row.pk, actor=actor_of(request))
            messages.success(request, _("Venue removed."))
            return redirect(_list_of(row.organisation))
        return redirect("club:desk_venue", row.pk)
    initial = {name: getattr(row, name) for name in VenueForm.base_fields}
    form = VenueForm(
        request.POST if request.method == "POST" else None, club=row.organisation, initial=initial
    )
    if form.is_valid():
        with Refusals(request):
            change_venue(venue_id=row.pk, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
        return redirect("club:desk_venue", row.pk)
    context = {"section": "desk", "club": row.organisation, "row": row, "form": form}
    status = UNPROCESSABLE if form.is_bound else OK
    return render(request, "club/calendar/desk/venue.html", context, status=status)


def _list_of(club: Organisation) -> str:
    return f"{reverse('club:venues')}?club={club.slug}"
