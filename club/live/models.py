"""Live events: the table is authoritative, whatever wakes the listeners."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LiveChannel(models.Model):
    """A stream of events.

    Its row is locked while an event is added, so that numbers commit in order.
    """

    name = models.CharField(_("name"), max_length=100, unique=True)  # "import:12", "section:3"
    last_number = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("live channel")
        verbose_name_plural = _("live channels")

    def __str__(self) -> str:
        return self.name


class LiveEvent(models.Model):
    """An event; `number` counts from 1 in its channel without a gap."""

    channel = models.ForeignKey(LiveChannel, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=60)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("live event")
        verbose_name_plural = _("live events")
        ordering = ("channel_id", "number")
        constraints = (models.UniqueConstraint(fields=("channel", "number"), name="live_number_in_channel"),)
        indexes = (models.Index(fields=("at",), name="live_by_age"),)

    def __str__(self) -> str:
        return f"{self.kind} #{self.number}"
