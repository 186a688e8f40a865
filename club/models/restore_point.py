"""Backups the program makes by itself, before and after what cannot be taken back."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class RestorePointState(models.TextChoices):
    """A point is asked for, then made; one that the schedule no longer keeps is gone."""

    WAITING = "waiting", _("waiting")
    MADE = "made", _("made")


class RestorePoint(models.Model):
    """One archive in the data folder. The row is written in the transaction that it guards."""

    reason = models.CharField(_("reason"), max_length=200)
    organisation = models.ForeignKey(
        "club.Organisation",
        verbose_name=_("club"),
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
    )
    state = models.CharField(
        _("state"), max_length=10, choices=RestorePointState.choices, default=RestorePointState.WAITING
    )
    file = models.CharField(_("file"), max_length=100, blank=True)  # in the folder of backups
    size = models.PositiveBigIntegerField(_("bytes"), default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    made_at = models.DateTimeField(_("made"), null=True, blank=True)

    class Meta:
        verbose_name = _("restore point")
        verbose_name_plural = _("restore points")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=RestorePointState.values), name="point_state_is_known"
            ),
        )

    def __str__(self) -> str:
        """Why it was made."""
        return self.reason
