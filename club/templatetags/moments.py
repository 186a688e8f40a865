"""Filters for times: templates show hours only through them."""

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings

from club.core import moments

register = template.Library()


@register.filter
def moment(at: datetime | None, place: Any = None) -> str:
    """Format day and hour with the zone; in an event's zone with `{{ row.at|moment:event }}`."""
    return moments.moment_text(at or None, place=place)


@register.filter
def short_moment(at: datetime | None, place: Any = None) -> str:
    """Format the same in figures."""
    return moments.moment_text(at or None, form=moments.SHORT, place=place)


@register.filter
def hour(at: datetime | None, place: Any = None) -> str:
    """Format the hour only, with the zone."""
    return moments.moment_text(at or None, form=moments.HOUR, place=place)


@register.filter
def hour_there(at: datetime) -> str:
    """Format the hour in the time zone of the value."""
    return moments.hour_there(at)


@register.simple_tag
def zone_cookie() -> str:
    """Return the name of the cookie in which a device reports its time zone."""
    return str(settings.ZONE_COOKIE_NAME)
