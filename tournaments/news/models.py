"""News posts, photos and documents of an event."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class EventPost(models.Model):
    """A news post on the page of an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="posts")
    title = models.CharField(_("title"), max_length=200)
    text = models.TextField(_("text"), max_length=10_000, blank=True)
    posted_at = models.DateTimeField(_("posted"), default=timezone.now)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("news post")
        verbose_name_plural = _("news posts")
        ordering = ("event_id", "-posted_at", "-pk")
        indexes = (models.Index(fields=("event", "-posted_at"), name="post_of_event"),)

    def __str__(self) -> str:
        return self.title


class EventFileKind(models.TextChoices):
    """Kind of a file of an event."""

    PHOTO = "photo", _("photo")
    DOCUMENT = "document", _("document")


class EventFile(models.Model):
    """A photo, re-encoded on the server without metadata, or a document of an event.

    `thumbnail`, `width` and `height` are of photos only.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="files")
    kind = models.CharField(_("kind"), max_length=10, choices=EventFileKind.choices)
    caption = models.CharField(_("caption"), max_length=200)
    file = models.FileField(upload_to="events/%Y/%m/")
    thumbnail = models.FileField(upload_to="events/%Y/%m/", blank=True)
    size = models.PositiveIntegerField(default=0)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("file of an event")
        verbose_name_plural = _("files of events")
        ordering = ("event_id", "kind", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=EventFileKind.values), name="event_file_kind_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.caption

    @property
    def is_photo(self) -> bool:
        """True for a photo."""
        return self.kind == EventFileKind.PHOTO
