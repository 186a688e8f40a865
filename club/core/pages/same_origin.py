"""Forms on pages that are kept for everybody: a token in them would make each answer differ from the last.

What another site could reach by them is refused by what browsers say of the sender; those that do not say
it keep the session's cookie from other sites (SameSite=Lax). Only for posts that change nothing but what the
sender's own browser and account see.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.views.csrf import csrf_failure
from django.views.decorators.csrf import csrf_exempt

OWN_PAGES = frozenset({"", "same-origin", "none"})

View = TypeVar("View", bound=Callable[..., Any])


def from_own_pages(view: View) -> View:
    """Take posts without a token, but none from another site."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, **arguments: Any) -> Any:
        sender = request.headers.get("Sec-Fetch-Site", "")
        if request.method == "POST" and sender not in OWN_PAGES:
            return csrf_failure(request, reason=REASON_BAD_ORIGIN % sender)
        return view(request, **arguments)

    return guarded  # type: ignore[return-value]
