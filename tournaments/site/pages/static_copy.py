"""Static copy of an event's public pages, as a zip file for another web host."""

from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from tournaments.core.pages.event_times import zone_of
from tournaments.core.scopes import of_section
from tournaments.models import Section
from tournaments.site.static_copy.copies import CopyRequest, languages_named, zipped_copy


@require_POST
@needs(Capability.SEE_DESK, scope=of_section)
def static_copy(request: HttpRequest, section_id: int) -> HttpResponseBase:
    """Make the copy of the section's event in one language or in all, and send it."""
    event = get_object_or_404(Section.objects.select_related("event"), pk=section_id).event
    with Refusals(request):
        languages = languages_named(request.POST.get("language", ""), event)
        made_at = timezone.now().astimezone(zone_of(event))
        file = zipped_copy(CopyRequest(event=event, languages=languages, made_at=made_at))
        answer = FileResponse(file, as_attachment=True, filename=f"{event.slug}.zip")
        answer.headers["Cache-Control"] = "no-store"
        return answer
    return redirect("tournaments:desk_files", section_id)
