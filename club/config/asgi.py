"""The ASGI entry point: the event hub, and Django as WSGI, far cheaper for pages than its own ASGI."""

import sys
from typing import cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from club.config.wsgi import application as pages
from club.live.hub.app import LiveApplication
from club.live.hub.grants import Application
from club.live.hub.hub import Hub, raise_connection_limit, tune_allocator, tune_collector
from club.live.hub.lanes import KNOWN_THREADS, STRANGER_THREADS, Lanes
from club.live.hub.public_process import PublicProcess

raise_connection_limit()
tune_allocator()
tune_collector()
# A thread that computes gives way ten times as often as by default: a request of the desk makes a hundred
# queries, and would wait after each until the page of a stranger has had its 5 ms.
sys.setswitchinterval(0.0001)


def django_in(threads: int) -> Application:
    """Django in threads of its own."""
    # The two packages spell the same WSGI signature with different types.
    return cast("Application", WSGIMiddleware(pages, workers=threads))  # type: ignore[arg-type]


strangers = django_in(STRANGER_THREADS)
lanes = Lanes(django_in(KNOWN_THREADS), PublicProcess(settings.PUBLIC_SOCKET, strangers))
application = LiveApplication(
    lanes, Hub(most_listeners=settings.LIVE_MOST_LISTENERS), after_desk=lanes.after_desk
)
