"""Rate limits: counted in the cache by account, else by address.

A limit protects the site; it is not a permission. Without Redis each process counts for itself.
"""

import functools
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from club.core.known_callers import KNOWN_CALLERS, credential_in
from club.core.requests import TOO_MANY

View = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Count:
    """Result of a count: how far the caller is from the limit."""

    used: int
    most: int
    seconds_left: int

    @property
    def is_too_many(self) -> bool:
        """True if this one is beyond the limit."""
        return self.used > self.most


def count(name: str, who: str, *, most: int, seconds: int) -> Count:
    """Count one more `name` by `who` in the current window of `seconds`."""
    now = time.time()
    window = int(now // seconds)
    # A digest: a mail address may be longer than a cache key, and must not be readable in the cache.
    asker = hashlib.sha256(who.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    key = f"limit:{name}:{asker}:{window}"
    left = max(1, int((window + 1) * seconds - now))
    if cache.add(key, 1, timeout=seconds + 1):
        return Count(1, most, left)
    try:
        used = cache.incr(key)
    except ValueError:  # it expired between the two calls
        cache.set(key, 1, timeout=seconds + 1)
        used = 1
    return Count(used, most, left)


def client_key(request: HttpRequest) -> str:
    """Key of the caller: the account, else the address.

    Not `actor_of`: it would be cached with the request, and signing in changes the actor.
    """
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return f"user-{user.pk}"
    return f"address-{request.META.get('REMOTE_ADDR') or 'unknown'}"


def sender_key(request: HttpRequest) -> str:
    """Key of the caller for the limit of all posts: a known credential, else `client_key`.

    A helper with a pass and a program with a token do not share the limit of strangers at their address.
    Guesses are counted by address: who has one credential gets others.
    """
    credential = credential_in(
        request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_AUTHORIZATION", "")
    )
    if credential is not None and KNOWN_CALLERS.is_known(credential):
        return f"credential-{credential.hex()}"
    return client_key(request)


def limited(name: str, *, most: int, seconds: int) -> Callable[[View], View]:
    """Answer 429 to more than `most` posts in `seconds` to the view below."""

    def around(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.method not in {"GET", "HEAD", "OPTIONS"}:
                counted = count(name, client_key(request), most=most, seconds=seconds)
                if counted.is_too_many:
                    return too_many(request, counted)
            return view(request, *args, **kwargs)

        return guarded

    return around


def too_many(request: HttpRequest, counted: Count) -> HttpResponse:
    """Answer when to retry: a problem document in the API, a page elsewhere."""
    seconds = counted.seconds_left
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = problem(
            request,
            status=TOO_MANY,
            code="throttled",
            title=_("Too many requests in a short time."),
            next_step=_("Wait %(seconds)s seconds, then try again.") % {"seconds": seconds},
            facts={"seconds": seconds},
        )
    else:
        answer = HttpResponse(render_to_string("429.html", {"seconds": seconds}), status=TOO_MANY)
    answer.headers["Retry-After"] = str(seconds)
    return answer


MEDIA_TYPE = "application/problem+json"


def problem(
    request: HttpRequest,
    *,
    status: int,
    code: str,
    title: str,
    next_step: str,
    facts: dict[str, Any] | None = None,
    **more: Any,
) -> JsonResponse:
    """Answer with a problem document."""
    document = {
        "type": f"urn:draughts-club:problem:{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": title,
        "next": next_step,
        "instance": request.path,
        "facts": facts or {},
        **more,
    }
    return JsonResponse(document, status=status, content_type=MEDIA_TYPE)
