"""Venue pages at the desk."""

from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.calendar.pages.calendar_forms import VenueForm
from club.calendar.selectors import venues_of
from club.calendar.services.venues import add_venue, change_venue, remove_venue
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address, form_page, page_of, posted
from club.core.requests import actor_of
from club.core.scopes import scope_of_venue
from club.models import Venue


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR)
def venues(request: HttpRequest) -> HttpResponse:
    """List the venues of a club; POST adds one."""
    chosen = chosen_club(request, Capability.KEEP_CALENDAR)
    form = VenueForm(posted(request), club=chosen.club)
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            add_venue(organisation_id=chosen.club.pk, actor=actor_of(request), **form.cleaned_data)
        return redirect(club_address("club:venues", chosen.club))
    context = {
        "chosen": chosen,
        "form": form,
        "page": page_of(request, venues_of(organisation_id=chosen.club.pk)),
        "asked": f"club={chosen.club.slug}",
    }
    return form_page(request, "club/calendar/desk/venues.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CALENDAR, scope=scope_of_venue)
def venue(request: HttpRequest, venue_id: int) -> HttpResponse:
    """Change a venue, or with `remove` remove an unused one."""
    row = get_object_or_404(Venue.objects.select_related("organisation"), pk=venue_id)
    if "remove" in request.POST:
        with Refusals(request, success=_("Venue removed.")):
            remove_venue(venue_id=row.pk, actor=actor_of(request))
            return redirect(club_address("club:venues", row.organisation))
        return redirect("club:desk_venue", row.pk)
    initial = model_to_dict(row, VenueForm.base_fields)
    form = VenueForm(posted(request), club=row.organisation, initial=initial)
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            change_venue(venue_id=row.pk, actor=actor_of(request), **form.cleaned_data)
        return redirect("club:desk_venue", row.pk)
    context = {"club": row.organisation, "row": row, "form": form}
    return form_page(request, "club/calendar/desk/venue.html", context)
