"""Phones on which players follow their evening."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PhoneProof(models.TextChoices):
    """Proof that a phone belongs to a player."""

    POSTER = "poster", _("check-in poster")
    LINK = "link", _("link of the entry")
    CARD = "card", _("card at the board")


class PlayerPhone(models.Model):
    """A phone that shows the evening of a player.

    `device` is a hash of the random number in the phone's cookie, the only data about it. The row itself is
    the permission: without it, or after `removed_at`, the cookie opens nothing.

    A removed row stays until the event is over, so that a device at the door is known by the number of
    players that it has checked in.
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64, db_index=True)
    proof = models.CharField(_("connected by"), max_length=10, choices=PhoneProof.choices)
    bound_at = models.DateTimeField(_("connected"), default=timezone.now)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("player's phone")
        verbose_name_plural = _("players' phones")
        ordering = ("entry_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("entry", "device"), name="phone_once_an_entry"),
            models.CheckConstraint(condition=Q(proof__in=PhoneProof.values), name="phone_proof_is_known"),
        )

    def __str__(self) -> str:
        return str(self.entry)
