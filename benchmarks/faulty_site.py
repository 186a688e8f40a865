"""The site without one of its guards, named by FAULT: for the negative controls of benchmarks."""

import os

from django.core.handlers.wsgi import LimitedStream

from club.config.asgi import application, django_in
from club.live import published
from club.live.hub import wakeups
from club.live.hub.app import at_once

__all__ = ["application"]

if os.environ["FAULT"] == "cache":
    published.PAGE_CACHE.get = lambda _key: None  # type: ignore[method-assign]
elif os.environ["FAULT"] == "poll":
    wakeups.VERSION_SECONDS = 1.0
elif os.environ["FAULT"] == "bodies":
    kept: list[bytes] = []
    read = LimitedStream.read

    def read_and_keep(stream: LimitedStream, *size: int) -> bytes:
        kept.append(read(stream, *size))
        return kept[-1]

    LimitedStream.read = read_and_keep  # type: ignore[method-assign]
elif os.environ["FAULT"] == "lanes":
    application.pages, application.after_desk = django_in(8), at_once
