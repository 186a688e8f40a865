"""Forms on cached pages: a CSRF token in them would make every response different.

Requests from other sites are refused by the browser's origin headers. Browsers that send none do not send the
session cookie from other sites either (SameSite=Lax). Only for posts that change nothing but the data of the
sender's own browser and account.
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
    """Accept posts without a CSRF token, but none from another site."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, **arguments: Any) -> Any:
        sender = request.headers.get("Sec-Fetch-Site", "")
        if request.method == "POST" and sender not in OWN_PAGES:
            return csrf_failure(request, reason=REASON_BAD_ORIGIN % sender)
        return view(request, **arguments)

    return guarded  # type: ignore[return-value]
