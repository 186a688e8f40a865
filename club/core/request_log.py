"""Request log: a request id, the duration, one log line and one count per response."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from club.core.logs import CURRENT_REQUEST
from club.core.metrics import count_request

log = logging.getLogger("club.requests")

VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
UNLOGGED_VIEWS = frozenset({"healthz", "readyz", "metrics"})
LEFT_HEADER = "X-Left"
"""Header of an answer without content: another process answers the request, and counts and logs it."""


class RequestLogMiddleware:
    """Middleware: set `request.request_id`, its own or the proxy's, and return it in the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, count and log the request."""
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        number = given if VALID_REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = number  # type: ignore[attr-defined]
        began = time.perf_counter()
        token = CURRENT_REQUEST.set(request)
        try:
            response = self.get_response(request)
            if LEFT_HEADER in response.headers:
                return response
            seconds = time.perf_counter() - began
            view = view_of(request)
            count_request(
                view=view, method=request.method or "", status=response.status_code, seconds=seconds
            )
            if view not in UNLOGGED_VIEWS:
                log_request(request, response, view=view, seconds=seconds)
        finally:
            CURRENT_REQUEST.reset(token)
        response.headers["X-Request-ID"] = number
        return response


def log_request(request: HttpRequest, response: HttpResponse, *, view: str, seconds: float) -> None:
    """Write the log line. It names the view, not the address: an address may contain a secret."""
    facts = {
        "method": request.method,
        "view": view,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
        "address": request.META.get("REMOTE_ADDR", ""),
    }
    log.info("%(method)s %(view)s %(status)s %(milliseconds)s ms", facts, extra={"facts": facts})


def view_of(request: HttpRequest) -> str:
    """Name of the view that answered: one of a fixed set, so that clients cannot create new labels."""
    match = request.resolver_match
    if match is None:
        return "static" if request.path.startswith("/static/") else "none"
    return match.view_name or "unnamed"
