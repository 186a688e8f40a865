"""Published pages: rendered once a version, cached in memory, served to visitors without a session.

A page defines its `version`: one cheap query, run at most once a second under any load. A live event on the
page's channel triggers it at once. So a crowd at the publication of a round costs one query a second, without
a query of the tables behind the page. `club.live.hub` serves the cached pages without calling Django.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language_from_request

from club.core.compression import accepts_gzip, packed_body, weak
from club.core.known_callers import cookies_in

REVALIDATE_SECONDS = 1.0
STALE_SECONDS = 0.25  # while one request checks the version, others get the cached page
MAX_BYTES = 64 * 1024 * 1024
CACHE_CONTROL = "public, max-age=0, s-maxage=1, must-revalidate"
VARY = "Accept-Language, Cookie, Accept-Encoding"
UNCHOSEN = "*"
OK, NOT_FOUND = 200, 404
KEPT = frozenset({OK, NOT_FOUND})
OF_ONE_REQUEST = frozenset({"set-cookie", "content-length", "date", "x-request-id", "server-timing"})

Version = Callable[..., object]
View = TypeVar("View", bound=Callable[..., Any])
Header = tuple[bytes, bytes]


class PageKey(NamedTuple):
    """Everything that the response to a visitor without a session can depend on."""

    host: str
    scheme: str
    path: str
    language: str


class CachedPage:
    """One page as it is sent."""

    def __init__(
        self, response: HttpResponse, *, version: object, channel: str, ask: Callable[[], object]
    ) -> None:
        self.status = response.status_code
        self.body = response.content
        self.version, self.channel, self.ask = version, channel, ask
        self.etag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'
        kept = {name: value for name, value in response.items() if name.lower() not in OF_ONE_REQUEST}
        self.headers = {**kept, "ETag": self.etag, "Cache-Control": CACHE_CONTROL, "Vary": VARY}
        self.fresh_until = time.monotonic() + REVALIDATE_SECONDS
        self.is_outdated = False
        self.events = self.checked_events = 0  # of its channel, in all and before the last check
        self.rendering = threading.Lock()
        self.packed = packed_body(self.body, response.headers.get("Content-Type", ""))
        self.packed_headers = {**self.headers, "ETag": weak(self.etag), "Content-Encoding": "gzip"}
        self.raw = _raw(self.headers)
        self.raw_whole = _raw({**self.headers, "Content-Length": str(len(self.body))})
        length = {"Content-Length": str(len(self.packed or b""))}
        self.raw_packed = _raw({**self.packed_headers, **length})

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.body) + len(self.packed or b"")

    @property
    def is_fresh(self) -> bool:
        """True if the version need not be checked now."""
        return not self.is_outdated and time.monotonic() < self.fresh_until

    def is_current(self) -> bool:
        """Check the version. During a check that no event asked for, other requests get the cached page."""
        if self.is_outdated:
            return False
        events = self.events
        if events == self.checked_events:  # after an event the old page would stay on the screen
            self.fresh_until = time.monotonic() + STALE_SECONDS
        if self.ask() != self.version:
            self.is_outdated, self.fresh_until = True, 0.0
            return False
        self.checked_events = events
        if events == self.events:
            self.fresh_until = time.monotonic() + REVALIDATE_SECONDS
        return True

    def note_event(self) -> None:
        """Have the next request check the version."""
        self.events += 1
        self.fresh_until = 0.0

    def is_known(self, if_none_match: str) -> bool:
        """Check that the browser has this version of the page."""
        tags = (tag.strip().removeprefix("W/") for tag in if_none_match.split(","))
        return self.status == OK and bool(if_none_match) and self.etag in tags

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return the page, or 304."""
        if self.is_known(request.headers.get("If-None-Match", "")):
            return HttpResponse(status=304, headers=self.headers)
        if self.packed is not None and accepts_gzip(request.headers.get("Accept-Encoding", "")):
            length = {"Content-Length": str(len(self.packed))}
            return HttpResponse(self.packed, status=self.status, headers={**self.packed_headers, **length})
        length = {"Content-Length": str(len(self.body))}
        return HttpResponse(self.body, status=self.status, headers={**self.headers, **length})


def _raw(headers: Mapping[str, str]) -> list[Header]:
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


class PageCache:
    """Cached pages of this process; the least requested are evicted first."""

    def __init__(self) -> None:
        self.pages: OrderedDict[PageKey, CachedPage] = OrderedDict()
        self.size = 0
        self.events = 0
        self.lock = threading.Lock()

    def get(self, key: PageKey) -> CachedPage | None:
        """Return the cached page."""
        return self.pages.get(key)

    def put(self, key: PageKey, page: CachedPage, *, events: int) -> None:
        """Store a page, replacing the previous one. `events` is the number before it was rendered."""
        with self.lock:
            if events != self.events:
                page.note_event()
            self._drop(key)
            self.pages[key] = page
            self.size += page.size
            while self.size > MAX_BYTES:
                self._drop(next(iter(self.pages)))

    def drop(self, key: PageKey) -> None:
        """Remove a page."""
        with self.lock:
            self._drop(key)

    def _drop(self, key: PageKey) -> None:
        page = self.pages.pop(key, None)
        self.size -= page.size if page is not None else 0

    def clear(self) -> None:
        """Remove all pages."""
        with self.lock:
            self.pages.clear()
            self.size = 0

    def revalidate(self, channel: str) -> None:
        """Mark a channel's pages, so that their next request checks the version."""
        with self.lock:
            self.events += 1
            for page in self.pages.values():
                if page.channel == channel:
                    page.note_event()


PAGE_CACHE = PageCache()
"""`club.registry` connects it to live events."""


PARAMETERS: set[str] = set()
"""Names that some published page reads from its query; a query without any is ignored."""


def published(
    *, version: Version, channel: Callable[..., str] | None = None, parameters: Iterable[str] = ()
) -> Callable[[View], View]:
    """Cache the response of a view to visitors without a session, while `version` is unchanged.

    `version` and `channel` take the arguments of the URL. `parameters` are the names that the view reads from
    the query: with one of them the page is rendered each time. Others do not reach the view: a made-up query
    costs no more than the page itself. A response 404 is cached if the view returns it.
    """
    PARAMETERS.update(parameters)

    def decorate(view: View) -> View:
        @wraps(view)
        def kept(request: HttpRequest, **arguments: Any) -> Any:
            if key_of(request) is None:
                return view(request, **arguments)
            if request.META.get("QUERY_STRING"):
                request.META["QUERY_STRING"] = ""
                request.GET = QueryDict()
            number = version(**arguments)  # read first, so that a change during rendering is detected
            response = view(request, **arguments)
            name = "" if channel is None else channel(**arguments)
            response.published_as = (number, name, lambda: version(**arguments))
            return response

        kept.is_published = True  # type: ignore[attr-defined]
        return kept  # type: ignore[return-value]

    return decorate


def as_installed(**_arguments: object) -> str:
    """Version of a page that changes only with the program."""
    return "as installed"


class PublishedPages:
    """Middleware: serves cached pages, and caches marked responses with all headers set below it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer from memory if the page is valid. One request renders a new version, others wait for it."""
        key = key_of(request)
        page = None if key is None else PAGE_CACHE.get(key)
        if key is None or page is None:
            return self._render(request, key)
        if page.is_fresh or page.is_current():
            return page.response(request)
        with page.rendering:
            newer = PAGE_CACHE.get(key)
            if newer is not None and newer is not page and newer.is_current():
                return newer.response(request)
            return self._render(request, key)

    def _render(self, request: HttpRequest, key: PageKey | None) -> HttpResponse:
        events = PAGE_CACHE.events
        response = self.get_response(request)
        if key is None:
            return response
        marked = getattr(response, "published_as", None)
        if marked is None or response.status_code not in KEPT or response.cookies:
            PAGE_CACHE.drop(key)
            return response
        if has_credentials(request):  # whatever the key says: visitors must never get it
            return response
        number, channel, ask = marked
        page = CachedPage(response, version=number, channel=channel, ask=ask)
        PAGE_CACHE.put(key, page, events=events)
        return page.response(request)


def key_of(request: HttpRequest) -> PageKey | None:
    """Cache key of a request that may be answered from memory; None for all others."""
    facts = request.META
    if request.method not in {"GET", "HEAD"} or "HTTP_HX_REQUEST" in facts:
        return None
    if not is_ignored(facts.get("QUERY_STRING", "")):
        return None
    return page_key(
        host=facts.get("HTTP_HOST", ""),
        scheme=facts.get("HTTP_X_FORWARDED_PROTO", "") or facts.get("wsgi.url_scheme", "http"),
        path=request.path,
        cookies=request.COOKIES,
        languages=facts.get("HTTP_ACCEPT_LANGUAGE", ""),
    )


def is_ignored(query: str) -> bool:
    """Check that a query has no name that a published page reads."""
    return not query or PARAMETERS.isdisjoint(parse_qs(query, keep_blank_values=True))


def has_credentials(request: HttpRequest) -> bool:
    """Check that Django has found a session, which may hold a helper pass, or an account; without a query."""
    session, user = getattr(request, "session", None), getattr(request, "user", None)
    if session is not None and session.session_key:
        return True
    return user is not None and user.is_authenticated


def page_key(
    *, host: str, scheme: str, path: str, cookies: Mapping[str, str], languages: str
) -> PageKey | None:
    """Cache key from a request; None if it has credentials or pending messages."""
    if settings.SESSION_COOKIE_NAME in cookies or settings.MESSAGES_COOKIE_NAME in cookies:
        return None
    return PageKey(host, scheme, path, language_of(cookies.get(settings.LANGUAGE_COOKIE_NAME), languages))


@lru_cache(maxsize=4096)
def language_of(chosen: str | None, languages: str) -> str:
    """Language that Django would choose; marked as a default if not chosen, as an event may set its own."""
    request = HttpRequest()
    request.META = {"HTTP_ACCEPT_LANGUAGE": languages}
    if chosen is not None:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    asked = get_language_from_request(request)
    return asked if request.COOKIES else f"{asked}{UNCHOSEN}"


def cached_response(
    *, path: str, scheme: str, headers: Mapping[bytes, bytes]
) -> tuple[int, list[Header], bytes] | None:
    """Response that needs no call of Django: status, headers, body."""
    key = page_key(
        host=headers.get(b"host", b"").decode("latin-1"),
        scheme=headers.get(b"x-forwarded-proto", b"").decode("latin-1") or scheme,
        path=path,
        cookies=cookies_in(headers.get(b"cookie", b"").decode("latin-1")),
        languages=headers.get(b"accept-language", b"").decode("latin-1"),
    )
    page = None if key is None else PAGE_CACHE.get(key)
    if page is None or not page.is_fresh:
        return None
    if page.is_known(headers.get(b"if-none-match", b"").decode("latin-1")):
        return 304, page.raw, b""
    if page.packed is not None and accepts_gzip(headers.get(b"accept-encoding", b"").decode("latin-1")):
        return page.status, page.raw_packed, page.packed
    return page.status, page.raw_whole, page.body
