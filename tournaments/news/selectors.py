"""News posts, photos and documents of events."""

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Event, EventFile, EventPost, EventState


class EventNews(NamedTuple):
    """News and files of an event, posts latest first."""

    posts: list[EventPost]
    photos: list[EventFile]
    documents: list[EventFile]


def news_of(event: Event) -> EventNews:
    """Return the news and files of an event, in two queries."""
    files = list(event.files.all())
    return EventNews(
        posts=list(event.posts.all()),
        photos=[row for row in files if row.is_photo],
        documents=[row for row in files if not row.is_photo],
    )


def stored_content(row: EventFile, *, is_small: bool = False) -> bytes | None:
    """Return the content of a file, or of the thumbnail of a photo; None if it is missing on the disk."""
    stored = row.thumbnail if is_small and row.is_photo else row.file
    try:
        with stored.open("rb") as file:
            return bytes(file.read())
    except FileNotFoundError:  # a database that was copied without its media folder
        return None


def public_posts(organisation_id: int) -> QuerySet[EventPost]:
    """Return the posts of a club's public events, latest first."""
    rows = EventPost.objects.filter(event__organisation=organisation_id).exclude(
        event__state=EventState.DRAFT
    )
    return rows.select_related("event").order_by("-posted_at", "-pk")
