"""What every answer carries, and what no request may exceed."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

Answer = Callable[[HttpRequest], HttpResponse]


def policy_with(changes: Mapping[str, str]) -> str:
    """The policy of every page with some sources of its own."""
    return "; ".join(f"{directive} {source}" for directive, source in {**SOURCES, **changes}.items())


POLICY = policy_with({})


class SecurityHeaders:
    """Only our own files run or show: nothing inline, nothing evaluated, nothing from elsewhere."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the policy, unless the page set its own."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class UploadLimit:
    """Refuses a body above UPLOAD_LIMIT before a byte of it is read, and says how much is allowed."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 413 to too long a body. One without a stated length is read as empty by Django."""
        if stated_length(request) <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        limit = filesizeformat(settings.UPLOAD_LIMIT)
        told = _("That is more than the %(limit)s that can be sent at once.") % {"limit": limit}
        if request.path.startswith("/api/"):
            facts = {
                "code": "upload_too_large",
                "limit": settings.UPLOAD_LIMIT,
                "detail": told,
                "status": 413,
            }
            return JsonResponse(facts, status=413, content_type="application/problem+json")
        return HttpResponse(render_to_string("413.html", {"limit": settings.UPLOAD_LIMIT}), status=413)


def stated_length(request: HttpRequest) -> int:
    """The length the request's headers state, 0 where they state none."""
    stated = request.META.get("CONTENT_LENGTH", "")
    return int(stated) if stated.isdecimal() else 0
