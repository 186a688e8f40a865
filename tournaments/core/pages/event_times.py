"""Form fields and time zone for the days and hours of an event."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.requests import OK
from tournaments.models import Event


def zone_field() -> forms.CharField:
    """Return the field for the time zone of the hall; the default is that of the device."""
    return forms.CharField(
        label=_("Time zone of the hall"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"data-own-zone": "", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("For example Europe/Amsterdam. All times of the event use it."),
    )


LOCAL = "%Y-%m-%dT%H:%M"


class LocalMoment(forms.DateTimeField):
    """A day and a time in the format of the browser's own field, in the event's time zone."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL))
        super().__init__(input_formats=[LOCAL, "%Y-%m-%dT%H:%M:%S"], **kwargs)


def zone_of(event: Event) -> ZoneInfo:
    """The event's time zone, else the site's."""
    return ZoneInfo(event.time_zone or timezone.get_default_timezone_name())


def render_in_zone(
    event: Event, request: HttpRequest, template: str, context: dict[str, Any], status: int = OK
) -> HttpResponse:
    """Render a page with its times in the event's time zone."""
    with timezone.override(zone_of(event)):
        return render(request, template, context, status=status)
