"""Queries of the outbox for the desk."""

from django.db.models import Count, QuerySet

from club.models import OutboxMessage


def messages_of(*, clubs: frozenset[int] | None, state: str = "") -> QuerySet[OutboxMessage]:
    """List the messages of some clubs, newest first; without clubs those of the whole site."""
    found = OutboxMessage.objects.select_related("organisation").order_by("-pk")
    if clubs is not None:
        found = found.filter(organisation__in=clubs)
    return found.filter(state=state) if state else found


def message_counts(*, clubs: frozenset[int] | None) -> dict[str, int]:
    """Count the messages by state."""
    found = messages_of(clubs=clubs).order_by().values_list("state").annotate(Count("pk"))
    return dict(found)
