"""The public process: computes what strangers ask for, so that the desk has an interpreter of its own.

Threads of one process share the interpreter: while one computes a page, another waits. The page server
passes requests that cost processor time and change nothing to a second process, over a socket in the file
system, and answers the rest itself, as it does everything where there is no second process. A request is
one connection: a frame with the request, then a frame for each ASGI message of the answer. A frame is a
JSON object and bytes, each after its length.
"""

import asyncio
import contextlib
import faulthandler
import json
import struct
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.core.metrics import count_request, pass_counts_on
from club.core.request_log import LEFT_HEADER
from club.core.requests import actor_of
from club.live.hub.channel import Message, Send
from club.live.hub.grants import Application, Receive, Scope
from club.live.hub.lanes import FIRST_PATHS, LIVE_PATH, Body, refuse
from club.live.published import is_ignored

READ_METHODS: Final = frozenset({"GET", "HEAD"})
COMPUTED_POSTS: Final = (  # which store a kept check at most, of which no stream tells
    "/api/v1/judge",
    "/api/v1/compare",
    "/api/v1/positions/",
    "/games/check/",
    "/games/compare/",
    "/games/adjudicate/",
)
SITE_SETTINGS: Final = ("ALLOWED_HOSTS", "PHONE_ADDRESS", "LOCAL_NAME")  # change while the hall is open
SCOPE_TEXTS: Final = ("type", "http_version", "method", "scheme", "path", "root_path", "client", "server")
SCOPE_BYTES: Final = ("query_string", "raw_path")
OWN_PATHS: Final = (  # read or note what the memory of the page server has
    "/metrics",
    "/hall-check/",
    "/api/v1/hall/",
    "/screens/",  # a screen that asks is noted as seen in the cache, for the desk
)
PAPER: Final = ".pdf"  # kept there as well: a new version takes long to draw
LENGTHS: Final = struct.Struct("!II")
LEFT: Final = LEFT_HEADER.lower().encode()
ANSWER_SECONDS: Final = 60.0  # for each part of an answer; a process that hangs must not hold the turns
HANG_SECONDS: Final = 2 * ANSWER_SECONDS
WATCHES: Final = 6  # within HANG_SECONDS
BUFFER_BYTES: Final = 1024 * 1024

Frame = tuple[dict[str, Any], bytes]


class PublicProcess:
    """ASGI application that passes requests to the second process, or answers them by `own`."""

    def __init__(self, path: str, own: Application) -> None:
        self.path, self.own = path, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request; 503 if the second process ends before its answer begins."""
        if not (self.path and is_computed(scope)):
            await self.own(scope, receive, send)
            return
        body = Body(receive)
        await body.read()
        connected = None
        if not body.messages[-1].get("more_body", False):
            try:
                connected = await asyncio.open_unix_connection(self.path, limit=BUFFER_BYTES)
            except OSError:  # it starts, or starts again
                connected = None
        if connected is None:
            await self.own(scope, body.replay, send)
            return
        reader, writer = connected
        try:
            is_answered = await self._pass_on(scope, body, reader, writer, send)
        finally:
            writer.close()
        if not is_answered:
            await self.own(scope, body.replay, send)

    async def _pass_on(
        self,
        scope: Scope,
        body: Body,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        send: Send,
    ) -> bool:
        """Pass the request on and send the answer.

        Return False if the second process leaves it to this one.
        """
        has_begun = False
        try:
            head = {"scope": packed(scope), "site": {name: getattr(settings, name) for name in SITE_SETTINGS}}
            whole = b"".join(message.get("body", b"") for message in body.messages)
            await write_frame(writer, head, whole)
            while True:
                async with asyncio.timeout(ANSWER_SECONDS):
                    told, part = await read_frame(reader)
                for counts in told.get("counts", ()):
                    count_request(**counts)
                if told.get("is_known"):
                    KNOWN_CALLERS.note_credential(_credential_of(scope))
                if told.get("is_left"):
                    return False
                message = _message(told, part)
                await send(message)
                has_begun = True
                if message["type"] == "http.response.body" and not message["more_body"]:
                    return True
        except (asyncio.IncompleteReadError, OSError):  # TimeoutError is one
            if not has_begun:
                await refuse(send)
            return True  # of an answer that has begun the server cuts the connection


class Answering:
    """The second process: answers what the page server passes on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.counts: list[dict[str, Any]] = []
        self.computed_since: dict[int, float] = {}  # by the identity of the writer

    async def serve(self, path: str, *, on_ready: Callable[[], None] = lambda: None) -> None:
        """Answer at the socket until cancelled."""
        pass_counts_on(self.counts.append)
        create_folder_of(path)
        server = await asyncio.start_unix_server(self.answer, path, limit=BUFFER_BYTES)
        on_ready()
        watch = asyncio.create_task(self._watch())
        try:
            async with server:
                await server.serve_forever()
        finally:
            watch.cancel()
            faulthandler.cancel_dump_traceback_later()

    async def _watch(self) -> None:
        """Let this process end, with the stack of each thread, when it or one of its computations hangs.

        The timer needs no interpreter. Whoever has started this process starts another one.
        """
        while True:
            oldest = min(self.computed_since.values(), default=time.monotonic())
            if time.monotonic() - oldest < HANG_SECONDS:
                faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
            await asyncio.sleep(HANG_SECONDS / WATCHES)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the one request of a connection."""
        try:
            head, body = await read_frame(reader)
            for name, value in head["site"].items():
                if getattr(settings, name) != value:
                    setattr(settings, name, value)
            scope = unpacked(head["scope"])
            self.computed_since[id(writer)] = time.monotonic()
            await self.application(scope, _receive_once(body), self._sending(scope, writer))
        except (asyncio.IncompleteReadError, ConnectionError):
            return  # the page server has hung up
        finally:
            self.computed_since.pop(id(writer), None)
            writer.close()

    def _sending(self, scope: Scope, writer: asyncio.StreamWriter) -> Send:
        async def send(message: Message) -> None:
            head: dict[str, Any] = {"type": message["type"]}
            if message["type"] == "http.response.start":
                head["status"] = message["status"]
                head["headers"] = [
                    [name.decode("latin-1"), value.decode("latin-1")] for name, value in message["headers"]
                ]
                head["is_left"] = any(name.lower() == LEFT for name, _value in message["headers"])
                head["is_known"] = KNOWN_CALLERS.is_known(_credential_of(scope))
            else:
                head["more_body"] = message.get("more_body", False)
            counts = self.counts[:]
            del self.counts[: len(counts)]
            self.computed_since.pop(id(writer), None)  # a slow reader is no computation
            await write_frame(writer, head | ({"counts": counts} if counts else {}), message.get("body", b""))
            self.computed_since[id(writer)] = time.monotonic()

        return send


class LeaveToPageServer:
    """Middleware of the second process: leave to the page server what a known caller reads.

    It ends the request before the view, which may use up a message or a link.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _named: object
    ) -> HttpResponse | None:
        """Leave the request if its session belongs to an account or a helper pass."""
        if request.method not in READ_METHODS or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        actor = actor_of(request)
        if actor.user is None and actor.helper_pass is None:
            del request.actor  # type: ignore[attr-defined]  # the view may sign somebody in
            return None
        return HttpResponse(status=204, headers={LEFT_HEADER: "1"})


def create_folder_of(path: str) -> None:
    """Create the folder of a socket again if a clean-up of temporary files has removed it."""
    with contextlib.suppress(FileExistsError):
        Path(path).parent.mkdir(mode=0o700)


def is_computed(scope: Scope) -> bool:
    """Check that an answer costs processor time, and needs nothing that this process alone has."""
    path: str = scope["path"]
    if scope["method"] == "POST":
        return path.startswith(COMPUTED_POSTS)
    kept_here = (settings.STATIC_URL, LIVE_PATH, *OWN_PATHS, *FIRST_PATHS)
    if scope["method"] not in READ_METHODS or path.startswith(kept_here):
        return False
    is_part = any(name == b"hx-request" for name, _value in scope["headers"])
    is_costly = is_part or path.endswith(PAPER) or not is_published(path)
    return is_costly or not is_ignored(scope["query_string"].decode("latin-1"))


@lru_cache(maxsize=4096)
def is_published(path: str) -> bool:
    """Check that the view of an address is a published page (`club.live.published`)."""
    try:
        return getattr(resolve(path).func, "is_published", False)
    except Resolver404:
        return False


def packed(scope: Scope) -> dict[str, Any]:
    """Return what Django reads of a scope, as JSON has it."""
    texts = {name: scope[name] for name in SCOPE_TEXTS if name in scope}
    raw = {name: scope[name].decode("latin-1") for name in SCOPE_BYTES if scope.get(name) is not None}
    headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
    return {**texts, **raw, "headers": headers}


def unpacked(told: dict[str, Any]) -> Scope:
    """Return the scope that `packed` was given."""
    raw: Scope = {name: told[name].encode("latin-1") for name in SCOPE_BYTES if name in told}
    return {**told, **raw, "headers": _headers(told["headers"])}


def _headers(pairs: list[list[str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]


def _message(told: dict[str, Any], part: bytes) -> Message:
    if told["type"] == "http.response.start":
        return {"type": told["type"], "status": told["status"], "headers": _headers(told["headers"])}
    return {"type": told["type"], "body": part, "more_body": told["more_body"]}


def _credential_of(scope: Scope) -> bytes | None:
    headers = dict(scope["headers"])
    return credential_in(
        headers.get(b"cookie", b"").decode("latin-1"), headers.get(b"authorization", b"").decode("latin-1")
    )


def _receive_once(body: bytes) -> Callable[[], Awaitable[Message]]:
    given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return given.pop() if given else {"type": "http.disconnect"}

    return receive


async def write_frame(writer: asyncio.StreamWriter, head: dict[str, Any], body: bytes) -> None:
    """Write an object and bytes, each after its length."""
    told = json.dumps(head).encode()
    writer.write(LENGTHS.pack(len(told), len(body)) + told + body)
    await writer.drain()


async def read_frame(reader: asyncio.StreamReader) -> Frame:
    """Read an object and bytes; raise IncompleteReadError if the connection ends before."""
    head, body = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
    return json.loads(await reader.readexactly(head)), await reader.readexactly(body)
