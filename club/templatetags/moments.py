"""Filters for moments: the only way in which a template shows an hour."""

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings

from club.core import moments

register = template.Library()


@register.filter
def moment(at: datetime | None, place: Any = None) -> str:
    """Day and hour with the zone; by an event's clock in `{{ row.at|moment:event }}`."""
    return moments.moment_text(at or None, place=place)


@register.filter
def short_moment(at: datetime | None, place: Any = None) -> str:
    """The same in figures."""
    return moments.moment_text(at or None, form=moments.SHORT, place=place)


@register.filter
def hour(at: datetime | None, place: Any = None) -> str:
    """The hour alone, with the zone."""
    return moments.moment_text(at or None, form=moments.HOUR, place=place)


@register.filter
def hour_there(at: datetime) -> str:
    """The hour by the clock that the moment was written with."""
    return moments.hour_there(at)


@register.simple_tag
def zone_cookie() -> str:
    """The name of the cookie by which a device tells its clock."""
    return str(settings.ZONE_COOKIE_NAME)


@register.filter
def zone_name(place: Any) -> str:
    """The name of a place's time zone, for `{% timezone %}`."""
    return str(moments.zone_at(place))
