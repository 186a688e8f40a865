"""That a worker lives: a row it touches."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkerBeat(models.Model):
    """When a worker was last seen. Rows of workers long gone are swept away."""

    name = models.CharField(_("worker"), max_length=100, unique=True)  # "host:process"
    at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        """Its name."""
        return self.name
