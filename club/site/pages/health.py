"""Liveness, readiness and metrics for monitoring."""

import hmac
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.first_steps import FORWARDING_HEADERS
from club.core.metrics import CONTENT_TYPE, HEALTH_FACTS
from club.core.pages.access import public
from club.site.metrics import exposition
from club.site.readiness import PARTS

READY, NOT_READY = 200, 503


@require_safe
@never_cache
@public
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 while the process runs; queries nothing, and reports facts from memory."""
    return JsonResponse({"status": "ok", **{name: ask() for name, ask in HEALTH_FACTS.items()}})


@require_safe
@never_cache
@public
def readyz(_request: HttpRequest) -> JsonResponse:
    """Report each part of the site by name; 503 if one fails. The reason is in the log only."""
    parts = {name: "ok" if check() else "failed" for name, check in PARTS.items()}
    is_ready = "failed" not in parts.values()
    return JsonResponse(
        {"status": "ready" if is_ready else "not ready", "parts": parts},
        status=READY if is_ready else NOT_READY,
    )


@require_safe
@never_cache
@public
def metrics(request: HttpRequest) -> HttpResponse:
    """Metrics for Prometheus, by the token or, without one, from the machine itself."""
    if not may_see_metrics(request):
        return HttpResponse(status=403, content_type="text/plain")
    return HttpResponse(exposition(), content_type=CONTENT_TYPE)


def may_see_metrics(request: HttpRequest) -> bool:
    """Check the token if DRAUGHTS_METRICS_TOKEN is set, else require the machine itself and no proxy."""
    token: str = settings.METRICS_TOKEN
    if token:
        given = request.headers.get("Authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if any(name in request.headers for name in FORWARDING_HEADERS):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
