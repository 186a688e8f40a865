"""ASGI application: streams go to the hub, all other requests to the pages."""

import re
from collections.abc import Awaitable, Callable, Collection
from urllib.parse import parse_qs, urlsplit

from club.live.hub.channel import Send
from club.live.hub.grants import YES, Application, Grant, Header, PermissionCache, Receive, Scope
from club.live.hub.hub import Hub
from club.live.hub.wakeups import start_wakeups
from club.live.published import cached_response, is_ignored

STREAM = re.compile(r"/api/v1/live/[^/]+")
LONGEST_NUMBER = 18
STAFF_PAGES = ("/desk/", "/hall/")
STREAM_HEADERS: list[Header] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx must not buffer events
]
BUSY = b'{"code":"too_many_listeners","status":503}'
BUSY_HEADERS: list[Header] = [
    (b"content-type", b"application/problem+json"),
    (b"content-length", str(len(BUSY)).encode()),
    (b"retry-after", b"30"),
    (b"cache-control", b"no-store"),
]


AfterDesk = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Wait for nobody."""


class LiveApplication:
    """The hub in front of the pages."""

    def __init__(self, pages: Application, hub: Hub, after_desk: AfterDesk = at_once) -> None:
        self.pages = pages
        self.after_desk = after_desk
        self.hub = hub
        self.door = PermissionCache(pages)
        self.has_begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream, or pass the request to the pages."""
        if scope["type"] == "http":
            scope = {**scope, "headers": plain_headers(scope["headers"])}
        if scope["type"] != "http" or not is_stream(scope):
            cached = cached_page(scope)
            if cached is None:
                await self.pages(scope, receive, send)
            else:
                await self.after_desk()
                await answer(send, *cached)
            return
        if self.hub.is_full():
            await answer(send, 503, BUSY_HEADERS, BUSY)
            return
        self.begin()
        grant = await self.door.grant_for(scope)
        if grant.answer.status != YES:
            self.door.leave(grant, None)
            await answer(send, grant.answer.status, grant.answer.headers, grant.answer.body)
        elif self.hub.is_full():  # several checks may have been answered at the same time
            self.door.leave(grant, None)
            await answer(send, 503, BUSY_HEADERS, BUSY)
        else:
            await self.stream(grant, scope, receive, send)

    def begin(self) -> None:
        """Start the background tasks in the event loop of the first stream."""
        if not self.has_begun:
            self.has_begun = True
            self.hub.start()
            self.hub.keep(self.door.recheck_all())
            start_wakeups(self.hub)

    async def stream(self, grant: Grant, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the browser disconnects, the grant ends or the server stops."""
        name = scope["path"].rpartition("/")[2]
        listener = await self.hub.join(name, last_event_id(scope), send)
        listener.is_watching = not is_of_staff(scope)
        grant.listeners.add(listener)
        headers = [*STREAM_HEADERS, *grant.answer.forwarded_headers]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        writer = self.hub.start_writing(listener)
        try:
            # A writer that ends completes the response, which is reported here as a disconnect too.
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            listener.is_closing = True
            writer.cancel()
            self.hub.leave(listener)
            self.door.leave(grant, listener)


def plain_headers(headers: Collection[Header]) -> Collection[Header]:
    """Return each header once, so that the hub and Django read the same value.

    Cookies are joined by semicolons (RFC 9113, 8.2.3), others by commas. Without it a2wsgi joins cookies by
    commas too, and a dictionary of the headers has only the last one. Headers with an underscore are dropped,
    as by nginx: to WSGI `X_Forwarded_For` is the header of the proxy, with an address that the client chose.
    """
    names = dict(headers)
    if len(names) == len(headers) and b"_" not in b"".join(names):
        return headers  # nearly always: a page from memory costs 50 microseconds in all
    plain: dict[bytes, bytes] = {}
    for name, value in headers:
        if b"_" in name:
            continue
        joint = b"; " if name == b"cookie" else b","
        plain[name] = plain[name] + joint + value if name in plain else value
    return list(plain.items())


def cached_page(scope: Scope) -> tuple[int, list[Header], bytes] | None:
    """Return a published page from memory."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    if not is_ignored(scope["query_string"].decode("latin-1")):
        return None
    headers = dict(scope["headers"])
    if b"hx-request" in headers:
        return None
    return cached_response(path=scope["path"], scheme=scope["scheme"], headers=headers)


def is_stream(scope: Scope) -> bool:
    """Check that this is a request for a stream: polls and permission checks go to the pages."""
    if scope["method"] != "GET" or STREAM.fullmatch(scope["path"]) is None:
        return False
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    return "poll" not in asked and "check" not in asked


def is_of_staff(scope: Scope) -> bool:
    """Check that a page of the desk or of a helper listens; browsers name their page to their own site."""
    page = next((value for name, value in scope["headers"] if name == b"referer"), b"")
    try:
        return urlsplit(page.decode("latin-1")).path.startswith(STAFF_PAGES)
    except ValueError:  # no address
        return False


def last_event_id(scope: Scope) -> int | None:
    """Last event id: from the browser's own header, else from the page's query."""
    header = next((value for name, value in scope["headers"] if name == b"last-event-id"), b"")
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("after", [""])
    for text in (header.decode("latin-1"), asked[0]):
        if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
            return int(text)
    return None


async def answer(send: Send, status: int, headers: list[Header], body: bytes) -> None:
    """Send a complete response."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
