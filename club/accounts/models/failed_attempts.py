"""Counters of wrong guesses."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class GuessCount(models.Model):
    """Wrong guesses of one kind from one address since a moment, shared by all processes."""

    key = models.CharField(max_length=120, unique=True)  # "pass:192.168.1.9", "pass"
    since = models.DateTimeField(default=timezone.now)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("failed attempt counter")
        verbose_name_plural = _("failed attempt counters")

    def __str__(self) -> str:
        """The counter's key."""
        return self.key
