"""Published prizes."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PrizeHandout(models.Model):
    """Published prizes: the winners, the standings, and every step of the sharing.

    `lines` are objects with the names of `selectors.prize_awards.HandoutLine`.
    """

    section = models.OneToOneField(
        "tournaments.Section", on_delete=models.CASCADE, related_name="prize_handout"
    )
    round_number = models.PositiveSmallIntegerField(_("after round"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    sharing = models.CharField(_("sharing"), max_length=10)
    lines = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("awarded prizes")
        verbose_name_plural = _("awarded prizes")

    def __str__(self) -> str:
        """Section and round."""
        return f"{self.section}, {self.round_number}"
