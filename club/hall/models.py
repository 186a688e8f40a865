"""Printed codes: which sheets hang in the hall, and which address their codes lead to."""

from collections.abc import Collection

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PrintedCodes(models.Model):
    """Codes of one kind on one sheet, once for each address of the site that it was printed with.

    No code itself is stored: some of them are secrets. Sheets of an address that is gone stay until the
    director takes them off the list, because the paper may still hang.
    """

    organisation = models.ForeignKey(
        "club.Organisation",
        verbose_name=_("club"),
        on_delete=models.CASCADE,
        related_name="printed_codes",
    )
    letter = models.CharField(max_length=4)  # of the kind, see `club.hall.codes`
    sheet = models.CharField(_("sheet"), max_length=300)  # path of the page that prints it
    title = models.CharField(_("title"), max_length=200, blank=True)
    base = models.CharField(_("address"), max_length=100)  # of the site when the sheet was printed
    number = models.PositiveIntegerField(_("number of codes"), default=1)
    printed_at = models.DateTimeField(_("printed"), default=timezone.now)

    class Meta:
        verbose_name = _("printed codes")
        verbose_name_plural = _("printed codes")
        ordering = ("-printed_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("letter", "sheet", "base"), name="printed_codes_once_a_base"),
        )

    def __str__(self) -> str:
        return self.title or self.sheet

    def is_stale(self, bases: Collection[str]) -> bool:
        """Check that no address of the site in `bases` is the one on the paper."""
        return self.base not in bases
