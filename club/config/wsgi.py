"""The WSGI entry point."""

import gc
import os

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.config.settings")


LARGE_BODY = 256 * 1024


class Request(WSGIRequest):
    """Request that lets go of its body once it is answered.

    Sessions, messages and accounts refer to their request in a circle, forms and serializers to their fields.
    Only a full collection frees them, which is rare where thousands of listeners are connected, and a body
    may have 5 MB.
    """

    def close(self) -> None:
        """Close the files, let go of what was sent, read or not, and collect what a large body has left."""
        super().close()
        for name in ("_body", "_post", "_files", "_stream"):
            vars(self).pop(name, None)
        self.environ.pop("wsgi.input", None)
        if int(self.META.get("CONTENT_LENGTH") or 0) >= LARGE_BODY:
            gc.collect()


class Handler(WSGIHandler):
    """Django's handler with our requests."""

    request_class = Request


django.setup(set_prefix=False)
application = Handler()
