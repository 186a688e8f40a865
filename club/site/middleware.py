"""Middleware: headers of every response, and limits of every request."""

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from club.core.declared_access import conflict_of
from club.core.first_steps import FORWARDING_HEADERS
from club.core.limits import Count, count, problem, sender_key, too_many
from club.core.messages import refusal_text
from club.core.moments import is_zone
from club.core.network_addresses import is_loopback
from club.core.requests import FORBIDDEN, TOO_MANY, UNPROCESSABLE

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
# Our pages need no permission except the screen: no location, no camera, no payment.
DENIED = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture"),
    *("geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
OWN = ("fullscreen", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock")
PERMISSIONS = ", ".join([*(f"{name}=()" for name in DENIED), *(f"{name}=(self)" for name in OWN)])
HEADERS = {
    "Permissions-Policy": PERMISSIONS,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

PARTS_OF_PAGES = ("text/css", "text/javascript", "font/")
"""Types of static files that browsers never open as a page."""
HEADERS_OF_PARTS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""The others are about pages, 800 bytes with each of twenty files. Scripts, as workers, have a policy."""

NUL = "\x00"
SIGN_OUT = "account_logout"

Answer = Callable[[HttpRequest], HttpResponse]


def policy_with(changes: Mapping[str, str]) -> str:
    """Build the content security policy of a page with additional sources."""
    return "; ".join(f"{directive} {source}" for directive, source in {**SOURCES, **changes}.items())


POLICY = policy_with({})
# A page that its view marks with Django's `xframe_options_exempt` may be framed by any page.
FRAMED_POLICY = policy_with({"frame-ancestors": "*"})
FRAMED_HEADERS = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"} | {
    "Cross-Origin-Resource-Policy": "cross-origin"
}


def is_trustworthy(request: HttpRequest) -> bool:
    """Check that browsers trust the origin: they ignore COOP elsewhere, and warn of it in the console."""
    host = urlsplit(f"//{request.META.get('HTTP_HOST', '')}").hostname or ""
    return request.is_secure() or is_loopback(host)


class SecurityHeaders:
    """Middleware for security headers: only our own files run or are shown; no inline code, no eval."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the policy unless the page set its own."""
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        if request.path.startswith(settings.STATIC_URL) and kind.startswith(PARTS_OF_PAGES):
            self._secure_part(response, kind)
        else:
            self._secure_page(request, response)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.method == "POST" and getattr(request.resolver_match, "view_name", "") == SIGN_OUT:
            response.headers["Clear-Site-Data"] = '"cache"'  # not "storage": unsent results are in it
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers.setdefault("Strict-Transport-Security", hsts())
        return response

    def _secure_part(self, response: HttpResponse, kind: str) -> None:
        for name in HEADERS_OF_PARTS:
            response.headers.setdefault(name, HEADERS[name])
        if kind.startswith("text/javascript"):
            response.headers.setdefault("Content-Security-Policy", POLICY)

    def _secure_page(self, request: HttpRequest, response: HttpResponse) -> None:
        is_framed = getattr(response, "xframe_options_exempt", False)
        response.headers.setdefault("Content-Security-Policy", FRAMED_POLICY if is_framed else POLICY)
        for name, value in (FRAMED_HEADERS if is_framed else HEADERS).items():
            response.headers.setdefault(name, value)
        if is_trustworthy(request):
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")


class ApiOverHttps:
    """Middleware that refuses the API over plain http behind https.

    A redirect would hide that a program sends its token in plain text with every request.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 403 to plain http."""
        is_api = settings.API_PATHS.match(request.path.removeprefix("/"))
        if settings.SECURE_SSL_REDIRECT and is_api and not request.is_secure():
            return problem(
                request,
                status=FORBIDDEN,
                code="https_required",
                title=_("This API answers over https only."),
                next_step=_("Use https in the address, and replace a token that was sent over http."),
            )
        return self.get_response(request)


class PageLanguage(LocaleMiddleware):
    """Middleware for the page language: the cookie's choice, else the browser's; `Vary` names both."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the language header and `Vary`."""
        response = super().process_response(request, response)
        patch_vary_headers(response, ("Cookie",))
        return response


def hsts() -> str:
    """Build the HSTS header: the duration, and whether it includes the subdomains."""
    directives = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        directives.append("includeSubDomains")
    if settings.SECURE_HSTS_PRELOAD:
        directives.append("preload")
    return "; ".join(directives)


class LocalName:
    """Middleware that redirects a browser on this machine from 127.0.0.1 to localhost, for passkeys.

    Pages only: tools that use the number are answered there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or redirect."""
        name = settings.LOCAL_NAME
        is_page = request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("Accept", "")
        if name and is_page and not any(one in request.headers for one in FORWARDING_HEADERS):
            asked = urlsplit(f"//{request.META.get('HTTP_HOST', '')}")
            if asked.hostname != name and is_loopback(asked.hostname or ""):
                port = f":{asked.port}" if asked.port else ""
                return HttpResponseRedirect(f"http://{name}{port}{request.get_full_path()}")
        return self.get_response(request)


class ViewerZone:
    """Middleware for the time zone: that of the device for visitors with a session, else the site's.

    Cached pages for visitors are shared, so that they cannot depend on the reader's place.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate the device's time zone if it is valid."""
        name = request.COOKIES.get(settings.ZONE_COOKIE_NAME, "")
        if not (name and is_zone(name) and request.COOKIES.get(settings.SESSION_COOKIE_NAME)):
            return self.get_response(request)
        with timezone.override(ZoneInfo(name)):
            return self.get_response(request)


class ClientAddress:
    """Middleware for the client address: behind PROXIES proxies, the one written by the outermost."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Write the address to REMOTE_ADDR."""
        if settings.PROXIES:
            addresses = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
            address = addresses[-settings.PROXIES] if len(addresses) >= settings.PROXIES else ""
            if is_address(address):
                request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


def is_address(text: str) -> bool:
    """Check that this is an IP address and nothing else."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class PlainText:
    """Middleware that replaces NUL characters in input by a blank, because no database stores them."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Clean the address before it is read."""
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "+")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, _args: object, _named: object) -> None:
        """Clean a CSRF-checked form; the API refuses such texts by itself."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        sent = request.POST
        if any(NUL in text for name, texts in sent.lists() for text in (name, *texts)):
            plain = sent.copy()
            plain.clear()
            for name, texts in sent.lists():
                plain.setlist(name.replace(NUL, " "), [text.replace(NUL, " ") for text in texts])
            request.POST = plain  # type: ignore[assignment]  # readers do not change it


class RateLimit:
    """Middleware: at most POSTS_A_MINUTE posts a minute; single services have narrower limits.

    A form that was refused for want of a hash (`club.accounts.hashing`) gets its status here.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 429 beyond the limit."""
        if settings.POSTS_A_MINUTE and request.method not in {"GET", "HEAD", "OPTIONS"}:
            counted = count("posts", sender_key(request), most=settings.POSTS_A_MINUTE, seconds=60)
            if counted.is_too_many:
                return too_many(request, counted)
        response = self.get_response(request)
        retry_after = getattr(request, "hashing_refused", 0)
        if retry_after:
            response.status_code = TOO_MANY
            response.headers["Retry-After"] = str(retry_after)
        return response


class UploadLimit:
    """Middleware that refuses a body above UPLOAD_LIMIT before reading it, and reports the limit."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 413 to too long a body. Django reads one without a stated length as empty."""
        if stated_length(request) <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            limit = filesizeformat(settings.UPLOAD_LIMIT)
            return problem(
                request,
                status=413,
                code="upload_too_large",
                title=_("This is more than the limit of %(limit)s per request.") % {"limit": limit},
                next_step=_("Send it in smaller parts."),
                facts={"limit": settings.UPLOAD_LIMIT},
                limit=settings.UPLOAD_LIMIT,
            )
        return HttpResponse(render_to_string("413.html", {"limit": settings.UPLOAD_LIMIT}), status=413)


def stated_length(request: HttpRequest) -> int:
    """Length in the request's headers, or 0."""
    stated = request.META.get("CONTENT_LENGTH", "")
    return int(stated) if stated.isdecimal() else 0


LARGEST_NUMBER: Final = 2**63 - 1
"""Largest row number that fits a 64-bit database column."""


class InvalidInputMiddleware:
    """Middleware for invalid input: 404 for impossible ids, errors by field for values that fit no column.

    Conflicts that no service has refused, too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, _request: HttpRequest, _view: object, _args: object, named: dict[str, object]
    ) -> None:
        """Check the numbers of the address."""
        for value in named.values():
            if isinstance(value, int) and value > LARGEST_NUMBER:
                raise Http404(value)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a validation error that the page did not report in its form, and an unforeseen conflict."""
        if conflict := conflict_of(exception):
            context = {"words": refusal_text(conflict), "status": conflict.status}
            return render(request, "refused.html", context, status=conflict.status)
        if not isinstance(exception, ValidationError):
            return None
        refused = getattr(request, "hashing_refused", 0)
        if refused:
            return too_many(request, Count(used=1, most=0, seconds_left=refused))
        return render(request, "422.html", {"faults": exception.messages}, status=UNPROCESSABLE)
