"""Messages as the desk shows them."""

from django.db.models import Count, QuerySet

from club.models import OutboxMessage


def messages_of(*, clubs: frozenset[int] | None, state: str = "") -> QuerySet[OutboxMessage]:
    """The messages of some clubs, the latest first; without clubs those of the whole site."""
    found = OutboxMessage.objects.select_related("organisation").order_by("-pk")
    if clubs is not None:
        found = found.filter(organisation__in=clubs)
    return found.filter(state=state) if state else found


def message_counts(*, clubs: frozenset[int] | None) -> dict[str, int]:
    """How many messages are in each state."""
    found = messages_of(clubs=clubs).order_by().values_list("state").annotate(Count("pk"))
    return dict(found)
