"""The hub on a real port, with pages and an event table that a test rules over."""

import asyncio
import contextlib
import threading
from datetime import UTC, datetime

from polling import until
from streams import Stream, free_port
from uvicorn import Config

from club.live.hub import app, hub
from club.live.hub.server import Server
from club.live.selectors import Batch
from club.models import LiveEvent

AT = datetime(2026, 11, 21, tzinfo=UTC)


class Table:
    """Events of one channel; the oldest may be gone."""

    def __init__(self):
        self.events = []
        self.gone = 0

    def last_number(self, _name):
        return len(self.events)

    def events_after(self, _name, number, *, limit):
        last = len(self.events)
        if number >= last:
            return Batch(last, is_broken=number > last)
        events = tuple(self.events[max(number, self.gone) :][:limit])
        return Batch(last, events, is_broken=not events or events[0].number != number + 1)


class Pages:
    """Says who may listen, as the site's pages do, and answers everything else with "a page"."""

    def __init__(self):
        self.status, self.is_public, self.asked, self.seconds = 204, False, 0, 0.0

    async def __call__(self, scope, _receive, send):
        is_question = b"check" in scope["query_string"]
        self.asked += is_question
        await asyncio.sleep(self.seconds)
        headers = [(b"content-security-policy", b"default-src 'none'")]
        headers += [(b"x-live-public", b"1")] if self.is_public else []
        status = self.status if is_question else 200
        body = b"" if is_question else b"a page"
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class HubServer:
    """A server with its hub in a thread of the test."""

    def __init__(self, most_listeners, pages):
        self.table, self.pages, self.port = Table(), pages or Pages(), free_port()
        self.hub = hub.Hub(most_listeners=most_listeners)
        self.live = app.LiveApplication(self.pages, self.hub)
        self.server = Server(
            Config(self.live, port=self.port, log_level="error", lifespan="off", timeout_graceful_shutdown=5)
        )
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.streams = []

    def tell(self, count=1, text=""):
        """Add events, and let the hub know."""
        for _ in range(count):
            number = len(self.table.events) + 1
            self.table.events.append(LiveEvent(number=number, kind="told", at=AT, data={"text": text}))
        self.hub.wake_soon("hall:1")

    def listen(self, channel="hall:1", **options):
        self.streams.append(Stream(self.port, channel, **options))
        return self.streams[-1]

    def close(self):
        for stream in self.streams:
            stream.close()
        self.server.should_exit = True
        self.thread.join(10)
        hub.Hub.running = None


@contextlib.contextmanager
def open_hub(monkeypatch, *, most_listeners=100, before=None, pages=None):
    """A hub without a database and watchers, on a port of its own, before a test's or the site's pages."""
    room = HubServer(most_listeners, pages)
    monkeypatch.setattr(hub, "events_after", room.table.events_after)
    monkeypatch.setattr(hub, "last_number", room.table.last_number)
    monkeypatch.setattr(app, "start_wakeups", lambda _hub: None)
    if pages is None:
        monkeypatch.setattr(app, "cached_page", lambda _scope: None)
    if before is not None:
        before(room)
    room.thread.start()
    try:
        assert until(lambda: room.server.started)
        yield room
    finally:
        room.close()
