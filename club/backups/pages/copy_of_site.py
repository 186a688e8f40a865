"""Pages of a copy: read-only, with a banner that names the site and the time of its state."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from club.backups.copy_state import read_state
from club.core.outages import Outage, answer_outage
from club.live.site_changes import followers_behind_since

READ_ONLY_COPY: Final = Outage(
    "read_only_copy",
    _("This is a copy of the site. It accepts no changes."),
    _("Enter it on the site itself. If that machine is lost, the operator makes this copy the site."),
    30,
)
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class ReadOnlyCopy:
    """Middleware of a copy: answers 503 to every change. Phones store what they send and send it later."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse unsafe methods."""
        if settings.IS_COPY and request.method not in SAFE:
            return answer_outage(request, READ_ONLY_COPY)
        return self.get_response(request)


def copy_banner(_request: HttpRequest) -> dict[str, Any]:
    """Context of every page: of a copy, the site that it follows and the time of its state.

    Of a site that is followed, since when the second machine lacks changes; pages of the desk ask for it.
    """
    if not settings.IS_COPY:
        return {"followers_behind_since": followers_behind_since}
    state = read_state()
    return (
        {} if state is None else {"copy_of": state.url, "copy_made_at": parse_datetime(state.made_at or "")}
    )
