"""Heartbeats of workers: a row for each worker."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkerBeat(models.Model):
    """Time of a worker's last heartbeat.

    Rows of dead workers are deleted.
    """

    name = models.CharField(_("worker"), max_length=100, unique=True)  # "host:process"
    at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        """Return the name."""
        return self.name
