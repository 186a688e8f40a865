"""Sharing settings at the desk: frames for a club's own pages, calendar subscriptions."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.requests import is_out_of_reach, phone_uri
from tournaments.core.scopes import of_section
from tournaments.models import Section

FRAMES = (
    ("pairings", _("Pairings of the latest round")),
    ("standings", _("Standings")),
    ("crosstable", _("Cross-table")),
    ("players", _("Players")),
)
SNIPPET = '<iframe src="{}" title="{}" width="100%" height="640" loading="lazy"></iframe>'


class Frame(NamedTuple):
    """A frame: its content, its address, and the code to paste into a page."""

    what: str
    label: str | Promise
    address: str
    snippet: str


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def share(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the snippets and addresses of a section."""
    row = get_object_or_404(Section.objects.select_related("event"), pk=section_id)
    names = [row.event.slug, row.slug]
    frames = [_frame(request, row, what, label) for what, label in FRAMES]
    calendars = [
        (_("The whole event"), _absolute(request, "event_calendar", names[:1])),
        (_("This section"), _absolute(request, "section_calendar", names)),
    ]
    context = {"section": "desk", "one": row, "frames": frames, "calendars": calendars, "tab": "share"}
    context["is_out_of_reach"] = is_out_of_reach(request)
    return render(request, "tournaments/events/desk/share.html", context)


def _frame(request: HttpRequest, row: Section, what: str, label: str | Promise) -> Frame:
    address = _absolute(request, "embed", [row.event.slug, row.slug, what])
    return frame_of(what, label, address, f"{row.event.name}, {row.name}: {label}")


def frame_of(what: str, label: str | Promise, address: str, title: str) -> Frame:
    """Return a frame with the code to paste."""
    return Frame(what, label, address, str(format_html(SNIPPET, address, title)))


def _absolute(request: HttpRequest, name: str, arguments: list[str]) -> str:
    return phone_uri(request, reverse(f"tournaments:{name}", args=arguments))
