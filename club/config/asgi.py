"""The ASGI entry point: Django runs as WSGI inside, which is far cheaper for pages than Django's own ASGI."""

from a2wsgi import WSGIMiddleware

from club.config.wsgi import application as pages

# The two packages spell the same WSGI signature with different types.
application = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]
