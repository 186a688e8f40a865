"""The page of a section that a phone has chosen from the list of its pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from tournaments.core.scopes import of_section
from tournaments.models import Section
from tournaments.site.section_tabs import page_address


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def go(request: HttpRequest, section_id: int) -> HttpResponse:
    """Redirect to a page of a section by its key; an unknown one leads to the rounds."""
    section = get_object_or_404(Section, pk=section_id)
    return redirect(page_address(section, request.GET.get("page", "")))
