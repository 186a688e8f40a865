"""The installed web app of players' phones: its manifest and its service worker."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from club.core.pages.access import public

ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))


@require_safe
@public
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's signature
    """Describe the app to the browser that installs it."""
    icons = [
        {
            "src": static(f"tournaments/app/icon-{name}.png"),
            "sizes": "x".join([name.rpartition("-")[2]] * 2),
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS
    ]
    facts = {
        "id": reverse("tournaments:evenings"),
        "name": _("Draughts Club"),
        "short_name": _("My evening"),
        "lang": get_language(),
        "start_url": reverse("tournaments:evenings"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#123f2c",
        "theme_color": "#123f2c",
        "icons": icons,
    }
    return JsonResponse(facts, content_type="application/manifest+json")


@require_safe
@public
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it may answer for the pages of phones."""
    return render(request, "tournaments/evening/worker.js", content_type="text/javascript")
