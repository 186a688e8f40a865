"""Compression of public pages, except pages with secrets: their size could reveal these (BREACH)."""

import re
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

LEAST_BYTES: Final = 500
"""Below it a page fits into one packet anyway."""
GZIP: Final = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))", re.IGNORECASE)


def accepts_gzip(accept_encoding: str) -> bool:
    """Check that a browser accepts gzip."""
    return GZIP.search(accept_encoding) is not None


def packed_body(body: bytes, content_type: str) -> bytes | None:
    """Return the compressed body of an HTML page; None if it is none, or not worth it."""
    if len(body) < LEAST_BYTES or not content_type.startswith("text/html"):
        return None
    packed = compress_string(body)
    return packed if len(packed) < len(body) else None


def weak(etag: str) -> str:
    """Return the tag of a compressed page: the same text in other bytes."""
    return etag if etag.startswith("W/") else f"W/{etag}"


class CompressPages:
    """Middleware that compresses HTML pages without secrets.

    A page has no secrets if the request names no session and no device, if the response sets no cookie, and
    if no CSRF token was written into it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Compress the response if it may be."""
        response = self.get_response(request)
        if not has_page_body(response) or has_secrets(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if accepts_gzip(request.headers.get("Accept-Encoding", "")):
            compress(response)
        return response


def has_page_body(response: HttpResponseBase) -> bool:
    """Check that this is a whole HTML page that is not compressed yet."""
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    return is_page and not response.streaming and "Content-Encoding" not in response.headers


def has_secrets(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Check that a response depends on credentials or holds a CSRF token."""
    credentials = (settings.SESSION_COOKIE_NAME, settings.DEVICE_COOKIE_NAME)
    is_anonymous = not any(name in request.COOKIES for name in credentials)
    has_token = "CSRF_COOKIE_NEEDS_UPDATE" in request.META  # set by Django's get_token
    return not is_anonymous or has_token or bool(response.cookies)


def compress(response: HttpResponse) -> None:
    """Compress a page in place."""
    packed = packed_body(response.content, response.headers["Content-Type"])
    if packed is None:
        return
    response.content = packed
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(packed))
    if "ETag" in response.headers:
        response.headers["ETag"] = weak(response.headers["ETag"])
