"""Screens for pages."""

from django.db.models import QuerySet

from tournaments.models import Event, Hall, Screen, ScreenFamily


def screen_of_token(token: str) -> Screen | None:
    """Return the screen of an address; None if there is none, or it was revoked."""
    rows = Screen.objects.select_related("event__organisation", "family__event__organisation")
    return rows.filter(token=token, revoked_at__isnull=True).first()


def screens_of(event: Event) -> QuerySet[Screen]:
    """The screens of an event that have not been taken back."""
    return event.screens.filter(revoked_at__isnull=True).select_related("family").order_by("pk")


def families_of(event: Event) -> QuerySet[ScreenFamily]:
    """The families of an event in the order in which they were made."""
    return event.screen_families.order_by("pk")


def hall_content(event: Event) -> Hall | None:
    """Return the common content of an event's screens; None before there is any."""
    return Hall.objects.filter(event=event).first()
