"""Static copy of an event's public pages, as a zip file for another web host: request, progress, download."""

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of
from tournaments.core.scopes import of_section
from tournaments.models import Event, Section
from tournaments.site.selectors import copies_of, finished_copy
from tournaments.site.services.event_copies import request_copy


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.SEE_DESK, scope=of_section)
def static_copy(request: HttpRequest, section_id: int) -> HttpResponse:
    """List the copies of the section's event with their progress; a POST requests one."""
    if request.method == "POST":
        with Refusals(request):
            request_copy(
                section_id=section_id, language=request.POST.get("language", ""), actor=actor_of(request)
            )
            messages.success(request, _("The copy is being made. It appears here when it is ready."))
        return redirect("tournaments:desk_static_copy", section_id)
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    lines, hours = copies_of(row.event), settings.COPIES_KEPT_HOURS
    context = {
        "section": "desk",
        "one": row,
        "tab": "files",
        "lines": lines,
        "names": dict(settings.LANGUAGES),
        "is_working": any(line.job.is_waiting for line in lines),
        "kept": ngettext("%(hours)s hour", "%(hours)s hours", hours) % {"hours": hours},
    }
    part = "_" if "HX-Request" in request.headers else ""
    return render(request, f"tournaments/site/desk/{part}copies.html", context)


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_section)
def static_copy_file(request: HttpRequest, section_id: int, job_id: int) -> HttpResponseBase:  # noqa: ARG001 - checked by `needs`
    """Download a copy."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    return copy_response(row.event, job_id)


def copy_response(event: Event, job_id: int) -> FileResponse:
    """Return the zip of a copy; 404 if it is not made yet, or was deleted."""
    path = finished_copy(event, job_id)
    if path is None:
        raise Http404(job_id)
    answer = FileResponse(path.open("rb"), as_attachment=True, filename=f"{event.slug}.zip")
    answer.headers["Cache-Control"] = "no-store"
    return answer
