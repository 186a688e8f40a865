"""Checks of boards and pieces before an event, with their authors."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class EquipmentCheck(models.Model):
    """An article about the equipment that was checked and met; articles without a row are still open."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="equipment_checks")
    article = models.CharField(_("article"), max_length=40)
    checked_by = models.CharField(_("checked by"), max_length=200)
    checked_at = models.DateTimeField(_("checked"), default=timezone.now)

    class Meta:
        verbose_name = _("checked equipment article")
        verbose_name_plural = _("checked equipment articles")
        ordering = ("event_id", "article")
        constraints = (
            models.UniqueConstraint(fields=("event", "article"), name="equipment_article_once_an_event"),
        )

    def __str__(self) -> str:
        """The article and the event."""
        return f"{self.event}: {self.article}"
