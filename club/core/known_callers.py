"""Callers that the site knows: the credentials by which it has lately found an account or a helper pass.

The server answers their requests before those of strangers (`club.live.hub.lanes`). A credential counts once
a request with it has been authenticated: an invented one gains nothing. Kept in the memory of the process.
"""

import hashlib
import time
from collections import OrderedDict
from threading import Lock
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, parse_cookie

KNOWN_SECONDS: Final = 600.0
MAX_KNOWN: Final = 10_000
DEVICE_SALT: Final = "club.accounts.known_device"
DEVICE_SECONDS: Final = 180 * 86_400
BEARER: Final = "bearer "


class KnownCallers:
    """Digests of credentials, each for some minutes; the oldest are forgotten first."""

    def __init__(self) -> None:
        self.until: OrderedDict[bytes, float] = OrderedDict()
        self.lock = Lock()

    def note(self, request: HttpRequest, *, by_token: bool) -> None:
        """Note that the token of a request, or else its session, has been authenticated.

        Not the other one, which may be invented: each would count as a caller of its own.
        """
        token = request.META.get("HTTP_AUTHORIZATION", "") if by_token else ""
        self.note_credential(credential_in(request.META.get("HTTP_COOKIE", ""), token))

    def note_credential(self, key: bytes | None) -> None:
        """Note that a credential has been authenticated."""
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


def cookies_in(header: str) -> dict[str, str]:
    """Parse a Cookie header, its bytes read as Latin-1, as Django does for `request.COOKIES`.

    Every search for a cookie outside Django goes through it. Django also finds `name =value`, `name="value"`
    and names between blanks of Unicode, which a search for `name=` misses.
    """
    if not header:
        return {}
    return parse_cookie(header if header.isascii() else header.encode("latin-1").decode("utf-8", "replace"))


def credential_in(cookie: str, authorization: str) -> bytes | None:
    """Return the digest of a request's token, or else of its session; None without either.

    Another Authorization is none of ours: a proxy that asks for one password gives it to every visitor.
    """
    is_token = authorization[: len(BEARER)].lower() == BEARER
    secret = authorization if is_token else _session_in(cookie)
    return hashlib.sha256(secret.encode("utf-8", "replace")).digest() if secret else None


def device_in(cookie: str) -> str:
    """Return the name of a device on which somebody has signed in, from its signed cookie; else nothing."""
    try:
        name: str = signing.loads(
            _value_in(cookie, settings.KNOWN_COOKIE_NAME), salt=DEVICE_SALT, max_age=DEVICE_SECONDS
        )[0]
    except signing.BadSignature:
        return ""
    return name


def _session_in(cookie: str) -> str:
    return _value_in(cookie, settings.SESSION_COOKIE_NAME)


def _value_in(cookie: str, name: str) -> str:
    return cookies_in(cookie).get(name, "")
