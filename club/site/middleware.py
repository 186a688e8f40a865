"""What every answer carries, and what no request may exceed."""

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from club.core.first_steps import FORWARDING_HEADERS
from club.core.limits import asker_of, count, too_many
from club.core.moments import is_zone
from club.core.problems import problem
from club.core.reach import is_loopback

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
# A page of ours asks for nothing but the screen: not the whereabouts, not the camera, not who pays.
DENIED = (
    *("accelerometer", "autoplay", "bluetooth", "browsing-topics", "camera", "display-capture"),
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
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

NUL = "\x00"

Answer = Callable[[HttpRequest], HttpResponse]


def policy_with(changes: Mapping[str, str]) -> str:
    """The policy of every page with some sources of its own."""
    return "; ".join(f"{directive} {source}" for directive, source in {**SOURCES, **changes}.items())


POLICY = policy_with({})
# A page that its view marks with Django's `xframe_options_exempt` may stand in a frame of anybody's page.
FRAMED_POLICY = policy_with({"frame-ancestors": "*"})
FRAMED_HEADERS = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"} | {
    "Cross-Origin-Resource-Policy": "cross-origin"
}


class SecurityHeaders:
    """Only our own files run or show: nothing inline, nothing evaluated, nothing from elsewhere."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the policy, unless the page set its own."""
        response = self.get_response(request)
        is_framed = getattr(response, "xframe_options_exempt", False)
        response.headers.setdefault("Content-Security-Policy", FRAMED_POLICY if is_framed else POLICY)
        for name, value in (FRAMED_HEADERS if is_framed else HEADERS).items():
            response.headers.setdefault(name, value)
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers.setdefault("Strict-Transport-Security", hsts())
        return response


class PageLanguage(LocaleMiddleware):
    """The language chosen at the foot of a page, else the browser's; caches are told of both."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Name the language, and what decided it."""
        response = super().process_response(request, response)
        patch_vary_headers(response, ("Cookie",))
        return response


def hsts() -> str:
    """How long browsers are to come by https alone, and whether to the subdomains too."""
    said = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        said.append("includeSubDomains")
    if settings.SECURE_HSTS_PRELOAD:
        said.append("preload")
    return "; ".join(said)


class LocalName:
    """Leads a browser on this machine from 127.0.0.1 to localhost, where it takes passkeys.

    Pages alone: a tool that names the number is answered there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or lead on."""
        name = settings.LOCAL_NAME
        is_page = request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("Accept", "")
        if name and is_page and not any(one in request.headers for one in FORWARDING_HEADERS):
            asked = urlsplit(f"//{request.META.get('HTTP_HOST', '')}")
            if asked.hostname != name and is_loopback(asked.hostname or ""):
                port = f":{asked.port}" if asked.port else ""
                return HttpResponseRedirect(f"http://{name}{port}{request.get_full_path()}")
        return self.get_response(request)


class ViewerZone:
    """Shows moments to whoever has a session by the clock of their device, else by that of the site.

    Pages for visitors are kept for all of them, so that they cannot depend on where they are read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer by the clock that the device told, if it is one."""
        name = request.COOKIES.get(settings.ZONE_COOKIE_NAME, "")
        if not (name and is_zone(name) and request.COOKIES.get(settings.SESSION_COOKIE_NAME)):
            return self.get_response(request)
        with timezone.override(ZoneInfo(name)):
            return self.get_response(request)


class ClientAddress:
    """Behind PROXIES proxies the visitor's address is what the outermost of them wrote."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Put the address where everybody looks for it."""
        if settings.PROXIES:
            told = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
            address = told[-settings.PROXIES] if len(told) >= settings.PROXIES else ""
            if is_address(address):
                request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


def is_address(text: str) -> bool:
    """Whether this is an IP address and nothing else."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class PlainText:
    """What is typed or asked for holds no NUL, which no database keeps: a blank stands in its place."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Look at the address, before anybody reads it."""
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.META["QUERY_STRING"] = request.META["QUERY_STRING"].replace("%00", "+")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, _args: object, _named: object) -> None:
        """Look at the form, once it is known to be ours; the interface refuses such texts by itself."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return
        sent = request.POST
        if any(NUL in text for name, texts in sent.lists() for text in (name, *texts)):
            plain = sent.copy()
            plain.clear()
            for name, texts in sent.lists():
                plain.setlist(name.replace(NUL, " "), [text.replace(NUL, " ") for text in texts])
            request.POST = plain  # type: ignore[assignment]  # whoever reads it does not change it


class RateLimit:
    """Nobody posts more than POSTS_A_MINUTE times a minute; single services have narrower limits."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 429 beyond the limit."""
        if settings.POSTS_A_MINUTE and request.method not in {"GET", "HEAD", "OPTIONS"}:
            counted = count("posts", asker_of(request), most=settings.POSTS_A_MINUTE, seconds=60)
            if counted.is_too_many:
                return too_many(request, counted)
        return self.get_response(request)


class UploadLimit:
    """Refuses a body above UPLOAD_LIMIT before a byte of it is read, and says how much is allowed."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 413 to too long a body. One without a stated length is read as empty by Django."""
        if stated_length(request) <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        if request.path.startswith("/api/"):
            limit = filesizeformat(settings.UPLOAD_LIMIT)
            return problem(
                request,
                status=413,
                code="upload_too_large",
                title=_("That is more than the %(limit)s that can be sent at once.") % {"limit": limit},
                next_step=_("Send it in smaller parts."),
                facts={"limit": settings.UPLOAD_LIMIT},
                limit=settings.UPLOAD_LIMIT,
            )
        return HttpResponse(render_to_string("413.html", {"limit": settings.UPLOAD_LIMIT}), status=413)


def stated_length(request: HttpRequest) -> int:
    """The length the request's headers state, 0 where they state none."""
    stated = request.META.get("CONTENT_LENGTH", "")
    return int(stated) if stated.isdecimal() else 0
