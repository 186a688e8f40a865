"""The current request of this thread, for log lines only: other code gets its data as arguments."""

import contextvars
from typing import Any

CURRENT: contextvars.ContextVar[Any] = contextvars.ContextVar("request", default=None)


def current_request_id() -> str:
    """Number of the current request in this thread, if any."""
    return getattr(CURRENT.get(), "request_id", "")


def current_actor() -> str:
    """Sender of the current request, by number and without a query: `user:12`, `pass:3`, `visitor`."""
    request = CURRENT.get()
    if request is None:
        return ""
    actor = getattr(request, "actor", None)
    held = getattr(actor, "helper_pass", None)
    if held is not None:
        return f"pass:{held.pk}"
    user = getattr(actor, "user", None) or getattr(request, "_cached_user", None)
    return f"user:{user.pk}" if user is not None and user.pk else "visitor"
