"""Callers that the site knows: the credentials by which it has lately found an account or a helper pass.

The server answers their requests before those of strangers (`club.live.hub.lanes`). A credential counts once
a request with it has been authenticated: an invented one gains nothing. Kept in the memory of the process.
"""

import hashlib
import time
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie
from threading import Lock
from typing import Final

from django.conf import settings
from django.http import HttpRequest

KNOWN_SECONDS: Final = 600.0
MAX_KNOWN: Final = 10_000


class KnownCallers:
    """Digests of credentials, each for some minutes; the oldest are forgotten first."""

    def __init__(self) -> None:
        self.until: OrderedDict[bytes, float] = OrderedDict()
        self.lock = Lock()

    def note(self, request: HttpRequest) -> None:
        """Note that the credential of a request has been authenticated."""
        key = credential_in(request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_AUTHORIZATION", ""))
        if key is None:
            return
        with self.lock:
            self.until[key] = time.monotonic() + KNOWN_SECONDS
            self.until.move_to_end(key)
            while len(self.until) > MAX_KNOWN:
                self.until.popitem(last=False)

    def is_known(self, credential: bytes | None) -> bool:
        """Check that a credential was authenticated lately."""
        return credential is not None and self.until.get(credential, 0.0) > time.monotonic()

    def clear(self) -> None:
        """Forget all."""
        with self.lock:
            self.until.clear()


KNOWN_CALLERS: Final = KnownCallers()


def credential_in(cookie: str, authorization: str) -> bytes | None:
    """Return the digest of a request's token, or else of its session; None without either."""
    secret = authorization or _session_in(cookie)
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest() if secret else None


def _session_in(cookie: str) -> str:
    if f"{settings.SESSION_COOKIE_NAME}=" not in cookie:
        return ""
    try:
        found = SimpleCookie(cookie).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return found.value if found is not None else ""
