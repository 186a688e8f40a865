"""Permission of listeners: asked of the pages, once for each visitor and channel, and repeated.

The check is an ordinary request to the channel's own address, which Django answers with its sessions, tokens
and passes. So authentication is in one place, and the hub has none.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from django.conf import settings

from club.core.known_callers import cookies_in
from club.live.hub.channel import Listener, Message, Send

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

RECHECK_SECONDS = 30.0
ROUND_SECONDS = 2.0
MAX_CONCURRENT = 4  # concurrent checks, so that threads remain for pages
YES = 204
SERVER_ERROR = 500
PUBLIC = b"x-live-public"
DROPPED_HEADERS = {
    b"content-length",
    b"content-type",
    b"cache-control",
    b"transfer-encoding",
    b"date",
    PUBLIC,
}
ASKED_BY = (b"cookie", b"authorization", b"origin", b"x-forwarded-for", b"forwarded", b"host")
OF_THE_SITE = (b"origin", b"host")
CREDENTIALS = frozenset({b"cookie", b"authorization"})
OF_THE_STREAM = frozenset({b"accept", b"last-event-id"})


class Answer:
    """Response of the pages: the status, the headers, and a body if it was a refusal."""

    def __init__(self) -> None:
        self.status = SERVER_ERROR
        self.headers: list[Header] = []
        self.body = b""

    async def send(self, message: Message) -> None:
        """Receive a part of the response."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")

    @property
    def is_public(self) -> bool:
        """True if the channel is public permanently."""
        return any(name == PUBLIC for name, _value in self.headers)

    @property
    def forwarded_headers(self) -> list[Header]:
        """Headers copied to the stream, including the policy."""
        return [header for header in self.headers if header[0] not in DROPPED_HEADERS]


class Grant:
    """Permission of one visitor for one channel, shared by all their streams."""

    def __init__(self, key: object, scope: Scope) -> None:
        self.key = key
        self.scope = scope
        self.listeners: set[Listener] = set()
        self.asked_at = 0.0
        self.asking: asyncio.Task[Answer] | None = None
        self.answer = Answer()

    @property
    def is_fresh(self) -> bool:
        """True if the last answer was positive and is recent enough."""
        return self.answer.status == YES and time.monotonic() - self.asked_at < RECHECK_SECONDS


class PermissionCache:
    """Permission cache: asks, caches while a listener is connected, and asks again."""

    def __init__(self, pages: Application) -> None:
        self.pages = pages
        self.grants: dict[object, Grant] = {}
        self.again_seconds = RECHECK_SECONDS
        self.round_seconds = ROUND_SECONDS

    async def grant_for(self, scope: Scope) -> Grant:
        """Return the visitor's grant with a recent answer, positive or not."""
        key = key_of(scope)
        grant = self.grants.get(key)
        if grant is None:
            grant = self.grants[key] = Grant(key, question_of(scope))
        if not grant.is_fresh:
            await self.ask(grant)
        return grant

    async def ask(self, grant: Grant) -> Answer:
        """Ask the pages; concurrent callers share one request."""
        if grant.asking is None:
            grant.asking = asyncio.get_running_loop().create_task(self._ask(grant))
        return await asyncio.shield(grant.asking)

    async def _ask(self, grant: Grant) -> Answer:
        answer = Answer()
        try:
            await self.pages(dict(grant.scope), empty_body, answer.send)
            grant.answer, grant.asked_at = answer, time.monotonic()
        finally:
            grant.asking = None
        return answer

    def leave(self, grant: Grant, listener: Listener | None) -> None:
        """Drop a grant with its last listener."""
        if listener is not None:
            grant.listeners.discard(listener)
        if not grant.listeners:
            self.grants.pop(grant.key, None)

    async def recheck_all(self) -> None:
        """Renew expired answers, and end the streams of visitors without permission."""
        while True:
            await asyncio.sleep(self.round_seconds)
            since = time.monotonic() - self.again_seconds
            aged = [
                grant
                for grant in self.grants.values()
                if grant.listeners and grant.asked_at < since and not grant.answer.is_public
            ]
            for begin in range(0, len(aged), MAX_CONCURRENT):
                await asyncio.gather(*map(self._recheck, aged[begin : begin + MAX_CONCURRENT]))

    async def _recheck(self, grant: Grant) -> None:
        try:
            answer = await self.ask(grant)
        except Exception:  # noqa: BLE001 - a failure is no refusal; the pages log their own error
            return
        if answer.status == YES or answer.status >= SERVER_ERROR:
            return
        for listener in list(grant.listeners):
            listener.is_closing = True
            listener.channel.wake()


def key_of(scope: Scope) -> object:
    """Cache key: the address and every credential in the request.

    Visitors without a credential get the same answer, so that a crowd is asked about once.
    """
    headers = tuple(header for header in scope["headers"] if header[0] in ASKED_BY)
    if not has_credential(headers):
        return scope["path"], tuple(header for header in headers if header[0] in OF_THE_SITE)
    client = scope.get("client")
    return scope["path"], headers, client[0] if client else ""


def has_credential(headers: Iterable[Header]) -> bool:
    """Check that headers may say who asks."""
    return any(
        name == b"authorization"
        or (name == b"cookie" and settings.SESSION_COOKIE_NAME in cookies_in(value.decode("latin-1")))
        for name, value in headers
    )


def question_of(scope: Scope) -> Scope:
    """Turn the request for a stream into its permission check.

    The answer to a request without a credential is shared by all visitors: its question has no header that
    could be one for Django.
    """
    left_out = OF_THE_STREAM if has_credential(scope["headers"]) else OF_THE_STREAM | CREDENTIALS
    headers = [header for header in scope["headers"] if header[0] not in left_out]
    return {**scope, "query_string": b"check=1", "headers": [*headers, (b"accept", b"application/json")]}


async def empty_body() -> Message:
    """Return the empty body of a check."""
    return {"type": "http.request", "body": b"", "more_body": False}
