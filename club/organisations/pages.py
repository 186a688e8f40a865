"""Logo of a club, for pages of the site and for other programs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.models import Organisation
from club.organisations.selectors import branding_of

LOGO_SECONDS = 86_400


@require_safe
@public
@cache_control(public=True, max_age=LOGO_SECONDS)
def logo(_request: HttpRequest, slug: str) -> HttpResponse:
    """The logo of a club; its address on pages changes with the logo."""
    branding = branding_of(get_object_or_404(Organisation, slug=slug))
    if branding.logo is None:
        raise Http404(slug)
    answer = HttpResponse(branding.logo, content_type=branding.logo_type)
    answer.headers["Content-Disposition"] = "inline"
    return answer
