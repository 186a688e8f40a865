"""News posts of events, and their photos and documents."""

import secrets
from io import BytesIO
from typing import Any, BinaryIO, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone
from PIL import Image

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.cases.photos import EncodedPhoto, encode_photo
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import event_scope, locked_event
from tournaments.models import Event, EventFile, EventFileKind, EventPost
from tournaments.news.errors import (
    CaptionMissing,
    DocumentTooLarge,
    PostIncomplete,
    TooManyFiles,
    TooManyPosts,
)

MEGABYTE: Final = 1024 * 1024
MAX_DOCUMENT: Final = 10 * MEGABYTE
MAX_POSTS: Final = 200
MAX_FILES: Final = {EventFileKind.PHOTO: 100, EventFileKind.DOCUMENT: 30}
PDF_MARK: Final = b"%PDF-"
THUMBNAIL_EDGE, THUMBNAIL_QUALITY = 480, 78


def post_facts(post: EventPost) -> dict[str, Any]:
    """Return a post in the form of the audit log."""
    return {"post": post.pk, "title": post.title, "text": post.text, "posted_at": post.posted_at}


@transaction.atomic
def add_post(*, event_id: int, title: str, text: str, actor: Actor, posted_at: Any = None) -> EventPost:
    """Add a news post; `posted_at` is by default now. Raises PostIncomplete, TooManyPosts."""
    event = locked_event(event_id, actor)
    if event.posts.count() >= MAX_POSTS:
        raise TooManyPosts(most=MAX_POSTS)
    post = EventPost(
        event=event,
        title=_title(title),
        text=text.strip(),
        posted_at=posted_at or timezone.now().replace(microsecond=0),
    )
    post.full_clean()
    post.save(force_insert=True)
    log_event("tournaments.post.made", event, actor, after=post_facts(post))
    return post


@transaction.atomic
def change_post(
    *, post_id: int, title: str, text: str, actor: Actor, version: int | None = None
) -> EventPost:
    """Change a post, unless another account did so after `version` was shown.

    Raises ChangedMeanwhile, PostIncomplete.
    """
    post = _locked_post(post_id, actor)
    if version is not None and post.version != version:
        raise ChangedMeanwhile(what=post.title)
    before = post_facts(post)
    post.title, post.text = _title(title), text.strip()
    post.full_clean()
    if post_facts(post) != before:
        post.version += 1
        post.save()
        log_event("tournaments.post.changed", post.event, actor, before=before, after=post_facts(post))
    return post


@transaction.atomic
def remove_post(*, post_id: int, actor: Actor) -> None:
    """Delete a post."""
    post = _locked_post(post_id, actor)
    before, event = post_facts(post), post.event
    post.delete()
    log_event("tournaments.post.removed", event, actor, before=before)


def add_file(*, event_id: int, file: BinaryIO, size: int, caption: str, actor: Actor) -> EventFile:
    """Add a PDF document or a photo; photos are re-encoded, so that they carry no place and no camera.

    A photo is decoded before any lock is taken. Raises CaptionMissing, DocumentTooLarge,
    TooManyFiles and the errors of `encode_photo`.
    """
    require_permission(actor, Capability.RUN_EVENTS, event_scope(Event.objects.get(pk=event_id)))
    caption = " ".join(caption.split())
    if not caption:
        raise CaptionMissing
    begins, _start = file.read(len(PDF_MARK)), file.seek(0)
    row = _document(file, size) if begins == PDF_MARK else _photo(file, size)
    row[0].caption = caption[:200]
    return _store(event_id, *row, actor=actor)


def _document(file: BinaryIO, size: int) -> tuple[EventFile, bytes, bytes]:
    if size > MAX_DOCUMENT:
        raise DocumentTooLarge(size=-(-size // MEGABYTE), most=MAX_DOCUMENT // MEGABYTE)
    return EventFile(kind=EventFileKind.DOCUMENT, size=size), file.read(MAX_DOCUMENT), b""


def _photo(file: BinaryIO, size: int) -> tuple[EventFile, bytes, bytes]:
    photo = encode_photo(file, size=size)
    row = EventFile(kind=EventFileKind.PHOTO, width=photo.width, height=photo.height, size=len(photo.content))
    return row, photo.content, _thumbnail(photo)


def _thumbnail(photo: EncodedPhoto) -> bytes:
    with Image.open(BytesIO(photo.content), formats=["JPEG"]) as picture:
        picture.thumbnail((THUMBNAIL_EDGE, THUMBNAIL_EDGE))
        out = BytesIO()
        picture.save(out, "JPEG", quality=THUMBNAIL_QUALITY, optimize=True)
    return out.getvalue()


@transaction.atomic
def _store(event_id: int, row: EventFile, content: bytes, thumbnail: bytes, *, actor: Actor) -> EventFile:
    event = locked_event(event_id, actor)
    most = MAX_FILES[EventFileKind(row.kind)]
    if event.files.filter(kind=row.kind).count() >= most:
        raise TooManyFiles(most=most)
    row.event = event
    name = secrets.token_hex(16)
    try:
        row.file.save(f"{name}.{'jpg' if row.is_photo else 'pdf'}", ContentFile(content), save=False)
        if thumbnail:
            row.thumbnail.save(f"{name}-small.jpg", ContentFile(thumbnail), save=False)
        row.save(force_insert=True)
        log_event("tournaments.file.added", event, actor, after=_file_facts(row))
    except BaseException:
        _delete_stored(row)
        raise
    return row


@transaction.atomic
def remove_file(*, file_id: int, actor: Actor) -> None:
    """Delete a photo or document for good; the audit log keeps its caption."""
    event_id = EventFile.objects.values_list("event_id", flat=True).get(pk=file_id)
    event = locked_event(event_id, actor)
    row = event.files.select_for_update(no_key=True).get(pk=file_id)
    before = _file_facts(row)
    stored = EventFile(file=row.file.name, thumbnail=row.thumbnail.name)
    row.delete()
    log_event("tournaments.file.removed", event, actor, before=before)
    transaction.on_commit(lambda: _delete_stored(stored))


def _delete_stored(row: EventFile) -> None:
    for one in (row.file, row.thumbnail):
        if one.name:
            one.storage.delete(one.name)


def _file_facts(row: EventFile) -> dict[str, Any]:
    return {"event_file": row.pk, "kind": row.kind, "caption": row.caption}


def _title(title: str) -> str:
    found = " ".join(title.split())
    if not found:
        raise PostIncomplete
    return found[:200]


def _locked_post(post_id: int, actor: Actor) -> EventPost:
    event_id = EventPost.objects.values_list("event_id", flat=True).get(pk=post_id)
    event = locked_event(event_id, actor)
    post = event.posts.select_for_update(no_key=True).get(pk=post_id)
    post.event = event
    return post
