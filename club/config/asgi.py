"""The ASGI entry point: the event hub, and Django as WSGI, far cheaper for pages than its own ASGI."""

from typing import cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from club.config.wsgi import application as pages
from club.live.hub.app import LiveApplication
from club.live.hub.grants import Application
from club.live.hub.hub import Hub, raise_connection_limit, tune_collector

raise_connection_limit()
tune_collector()
# The two packages spell the same WSGI signature with different types.
wsgi = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]
application = LiveApplication(cast("Application", wsgi), Hub(most_listeners=settings.LIVE_MOST_LISTENERS))
