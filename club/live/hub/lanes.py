"""Lanes: whose request is answered next. The desk comes first, strangers take turns by address.

One process answers with a few threads that share the interpreter: what a stranger asks would cost the desk
its time. Requests of known callers (`club.core.known_callers`) have threads of their own. Those of strangers
wait in three queues, of pages, of work (the API, searches, paper) and of sign-ins, in which the addresses
take turns: guesses of passwords wait behind each other, and not before pages. While somebody at the desk
works, one request of strangers is answered at a time, otherwise a few. A stranger beyond a limit hears of it
a second later.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings

from club.core.known_callers import KNOWN_CALLERS, credential_in, device_in
from club.core.requests import TOO_MANY
from club.live.hub.channel import Message, Send
from club.live.hub.grants import Application, Header, Receive, Scope

KNOWN_THREADS: Final = 8
STRANGER_THREADS: Final = 4
PAGES_AT_ONCE, WORK_AT_ONCE, SIGN_INS_AT_ONCE = 2, 1, 1
DESK_SECONDS: Final = 2.0  # so long after a request of the desk strangers still go one at a time
MOST_OF_ONE: Final = 4  # requests of one known caller at once; the rest wait
MOST_WAITING: Final = 1_000  # requests of strangers; further ones are told to come again
LONGEST_WAIT: Final = 20.0  # seconds; a browser has given up by then
REFUSED_SECONDS: Final = 1.0  # until a stranger beyond a limit is told, so that a crowd does not ask on
CACHED_WAIT: Final = 0.05  # seconds; a page from memory costs little, a crowd of them does not
SMALL_BODY: Final = 64 * 1024
BODY_SECONDS: Final = 30.0
BODY_BYTES: Final = 64 * 1024 * 1024  # of all strangers at once
MOST_SIGN_INS: Final = 200  # that wait: about as many as are answered in LONGEST_WAIT
SIGN_IN_PATHS: Final = ("/accounts/login/", "/accounts/signup/", "/accounts/password/")
WORK_PATHS: Final = ("/api/", "/games/check/", "/games/compare/", "/games/adjudicate/", "/games/explorer/")
LIVE_PATH: Final = "/api/v1/live/"  # asked by every page that follows an event
WORK_ENDINGS: Final = (".pdf", ".zip", ".png", ".svg", ".pdn", ".csv", ".xlsx")
FIRST_PATHS: Final = (
    "/healthz",
    "/readyz",
)  # a site that is busy is not ill; one at a time, as anybody may ask


class Busy(Exception):
    """The queue of strangers is full, or the request has waited too long."""


class Gone(Exception):
    """The sender of a request has closed the connection while it waited."""


class Body:
    """The body of a request, read before a thread is taken, so that slow senders hold none."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.messages: deque[Message] = deque()

    async def read(self) -> None:
        """Read the body; of one that is too long the beginning, which is enough for the refusal."""
        size, limit = 0, settings.DATA_UPLOAD_MAX_MEMORY_SIZE + SMALL_BODY
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while size <= limit:
                    message = await self.receive()
                    self.messages.append(message)
                    size += len(message.get("body", b""))
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Busy from None

    async def replay(self) -> Message:
        """Return the messages read so far, then those that follow."""
        return self.messages.popleft() if self.messages else await self.receive()

    async def gone(self) -> None:
        """Wait until the sender closes the connection; for ever while some of the body is still to come."""
        is_whole = not (self.messages and self.messages[-1].get("more_body", False))
        if not is_whole or (await self.receive())["type"] != "http.disconnect":
            await asyncio.Event().wait()


class Turns:
    """Requests that wait for a turn: the addresses take turns, and each its own in order."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.running = 0
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def queue(self, address: str) -> asyncio.Future[None]:
        """Queue a request; the future is done when it may begin."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(turn)
        return turn

    def next(self) -> asyncio.Future[None] | None:
        """Take the next request that still waits off the queue."""
        while self.waiting:
            address, turns = self.waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self.waiting[address] = turns  # behind the other addresses
            if not turn.done():
                return turn
        return None


class Caller:
    """The requests of one known caller."""

    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(MOST_OF_ONE)
        self.requests = 0  # which are answered or wait


class Lanes:
    """ASGI application that lets each request to Django in its turn."""

    def __init__(self, known: Application, strangers: Application) -> None:
        self.known, self.strangers = known, strangers
        self.pages, self.work = Turns(PAGES_AT_ONCE), Turns(WORK_AT_ONCE)
        self.sign_ins = Turns(SIGN_INS_AT_ONCE)
        self.of_known: dict[bytes, Caller] = {}
        self.desk_running = 0
        self.desk_done = asyncio.Event()
        self.desk_done.set()
        self.desk_at = 0.0
        self.body_bytes = 0
        self.last: Turns = self.work
        self.is_probed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request in its lane."""
        if scope["type"] != "http":
            await self.known(scope, receive, send)
            return
        if scope["path"] in FIRST_PATHS and not self.is_probed:
            self.is_probed = True
            try:
                await self.known(scope, receive, send)
            finally:
                self.is_probed = False
            return
        headers = dict(scope["headers"])
        credential = credential_in(_text(headers, b"cookie"), _text(headers, b"authorization"))
        if KNOWN_CALLERS.is_known(credential):
            await self._answer_known(credential or b"", scope, receive, send)
        else:
            device = device_in(_text(headers, b"cookie")) if is_sign_in(scope) else ""
            turns = self._turns_of(scope, is_known_device=bool(device))
            await self._answer_stranger(turns, device or address_of(scope, headers), scope, receive, send)

    async def after_desk(self) -> None:
        """Wait until no request of a known caller is being answered, a moment at most.

        While the desk works, wait a random moment more.
        """
        if self.desk_running:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CACHED_WAIT):
                    await self.desk_done.wait()
        if time.monotonic() - self.desk_at < DESK_SECONDS:
            # Each another time, so that a crowd makes no burst.
            await asyncio.sleep(random.uniform(0.0, 2 * CACHED_WAIT))  # noqa: S311 - no secret

    # ---- known callers ----
    async def _answer_known(self, credential: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        caller = self.of_known.setdefault(credential, Caller())
        caller.requests += 1
        try:
            async with caller.turns:
                body = Body(receive)
                if length_of(scope) <= SMALL_BODY:
                    await body.read()
                self.desk_running += 1
                self.desk_done.clear()
                try:
                    await self.known(scope, body.replay, send)
                finally:
                    self.desk_running -= 1
                    self.desk_at = time.monotonic()
                    if not self.desk_running:
                        self.desk_done.set()
                    self._go_on()
        except Busy:
            await refuse(send)
        finally:
            caller.requests -= 1
            if not caller.requests:
                del self.of_known[credential]

    # ---- strangers ----
    def _turns_of(self, scope: Scope, *, is_known_device: bool) -> Turns:
        """The queue of a request. A device on which somebody has signed in does not wait behind guesses."""
        if is_sign_in(scope) and not is_known_device:
            return self.sign_ins
        return self.work if is_work(scope["path"]) else self.pages

    async def _answer_stranger(
        self, turns: Turns, address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        length = min(length_of(scope), settings.DATA_UPLOAD_MAX_MEMORY_SIZE + SMALL_BODY)
        try:
            with self._room_for(length, turns):
                body = Body(receive)
                await body.read()
                await self._turn(turns, address, body)
                slot = Slot(self, turns)
                try:
                    await self.strangers(scope, body.replay, slot.sending(send))
                finally:
                    slot.leave()
        except Busy:
            await refuse(send)
        except Gone:
            return

    @contextlib.contextmanager
    def _room_for(self, length: int, turns: Turns) -> Iterator[None]:
        if self.body_bytes + length > BODY_BYTES or len(self.pages) + len(self.work) >= MOST_WAITING:
            raise Busy
        if turns is self.sign_ins and len(turns) >= MOST_SIGN_INS:
            raise Busy
        self.body_bytes += length
        try:
            yield
        finally:
            self.body_bytes -= length

    async def _turn(self, turns: Turns, address: str, body: Body) -> None:
        """Wait for the turn of a request; raise Gone if its sender goes away before."""
        turn = turns.queue(address)
        self._go_on()
        gone = asyncio.create_task(body.gone())
        try:
            await asyncio.wait((turn, gone), timeout=LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not turn.done():
                turn.cancel()
        if turn.cancelled():
            raise Gone if gone.done() and not gone.cancelled() else Busy

    def _go_on(self) -> None:
        """Let in those whose turn it is."""
        while (turns := self._free()) is not None:
            turn = turns.next()
            if turn is None:
                continue
            turns.running += 1
            turn.set_result(None)

    def _free(self) -> Turns | None:
        """The queue that may let the next request in; they alternate."""
        is_desk_at_work = self.desk_running > 0 or time.monotonic() - self.desk_at < DESK_SECONDS
        running = self.pages.running + self.work.running + self.sign_ins.running
        if is_desk_at_work and running:
            return None
        every = [self.pages, self.work, self.sign_ins]
        after = every.index(self.last) + 1
        for turns in every[after:] + every[:after]:
            if turns.waiting and turns.running < turns.at_once:
                self.last = turns
                return turns
        return None


class Slot:
    """The turn of one request; it ends with the answer's last byte, or its first if the length is unknown."""

    def __init__(self, lanes: Lanes, turns: Turns) -> None:
        self.lanes, self.turns = lanes, turns
        self.is_held = True
        self.left = 0

    def leave(self) -> None:
        """End the turn."""
        if self.is_held:
            self.is_held = False
            self.turns.running -= 1
            self.lanes._go_on()  # noqa: SLF001 - a part of it

    def sending(self, send: Send) -> Send:
        """Send, and end the turn before a slow reader has read, or one who is refused waits."""

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                length = next(
                    (value for name, value in message["headers"] if name == b"content-length"), b"0"
                )
                self.left = int(length)
                if message["status"] == TOO_MANY:
                    self.leave()
                    await asyncio.sleep(REFUSED_SECONDS)
            else:
                self.left -= len(message.get("body", b""))
                if self.left <= 0:
                    self.leave()
            await send(message)

        return passed_on


def is_sign_in(scope: Scope) -> bool:
    """Check that a request sends a password, or what takes its place."""
    return scope.get("method") == "POST" and scope["path"].startswith(SIGN_IN_PATHS)


def is_work(path: str) -> bool:
    """Check that an answer may take long: the API, a search, a file made for it."""
    if path.startswith((settings.STATIC_URL, LIVE_PATH)):
        return False
    return path.startswith(WORK_PATHS) or path.endswith(WORK_ENDINGS)


def length_of(scope: Scope) -> int:
    """Content-Length of a request; that of the longest body where the header does not say."""
    given = next((value for name, value in scope["headers"] if name == b"content-length"), None)
    if given is not None:
        return int(given) if given.isdigit() and len(given) < 19 else 0  # noqa: PLR2004 - digits of 64 bits
    is_chunked = any(name == b"transfer-encoding" for name, _value in scope["headers"])
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE) if is_chunked else 0


def address_of(scope: Scope, headers: dict[bytes, bytes]) -> str:
    """Address of the visitor: behind PROXIES proxies the one that the outermost of them wrote."""
    if settings.PROXIES:
        addresses = [part.strip() for part in _text(headers, b"x-forwarded-for").split(",")]
        return addresses[-settings.PROXIES] if len(addresses) >= settings.PROXIES else ""
    client: Any = scope.get("client")
    return client[0] if client else ""


def _text(headers: dict[bytes, bytes], name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


async def refuse(send: Send) -> None:
    """Answer that the site is busy, and when to come again."""
    body = json.dumps(
        {
            "type": "urn:draughts-club:problem:site_busy",
            "title": "The site is busy.",
            "status": 503,
            "code": "site_busy",
            "next": "Try again in some seconds.",
        }
    ).encode()
    headers: list[Header] = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", b"3"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
