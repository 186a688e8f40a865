"""An anonymous visitor of this site's own pages, who asks without a network."""

from io import BytesIO
from typing import Final
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone, translation

LOCAL: Final = "localhost"


class Visitor:
    """Reader of public pages in one language: no account, no session, and the same rules as for everybody."""

    def __init__(self, language: str) -> None:
        self.language, self.host = language, _own_host()
        self.handler = BaseHandler()
        self.handler.load_middleware()

    def get(self, path: str) -> HttpResponseBase:
        """Return the response to a path. The language and time zone of the caller stay as they are."""
        request = WSGIRequest(self._environment(path))
        with translation.override(self.language), timezone.override(None):
            return self.handler.get_response(request)

    def body(self, response: HttpResponseBase) -> bytes:
        """Return the content of a response."""
        if isinstance(response, StreamingHttpResponse):
            return b"".join(response)
        return bytes(response.content)  # type: ignore[attr-defined]  # the other kind has it

    def local_path(self, address: str, base: str) -> str:
        """Return the path of an address of this site, without query; empty for another site."""
        parts = urlsplit(address)
        if parts.netloc and parts.netloc != self.host:
            return ""
        if not parts.path:
            return base
        return unquote(parts.path) if parts.path.startswith("/") else ""

    def _environment(self, path: str) -> dict[str, object]:
        return {
            "REQUEST_METHOD": "GET",
            "SCRIPT_NAME": "",
            "PATH_INFO": path.encode().decode("latin-1"),
            "QUERY_STRING": "",
            "SERVER_NAME": self.host,
            "SERVER_PORT": "443",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": self.host,
            "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={self.language}",
            "wsgi.url_scheme": "https",  # no redirect to https
            "wsgi.input": BytesIO(),
        }


def _own_host() -> str:
    """Return a name that the site answers to; nothing in the copy names it."""
    names = (name.lstrip(".") for name in settings.ALLOWED_HOSTS if "*" not in name)
    return next(filter(None, names), LOCAL)
