"""Phones on which players follow their evening."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.core.outgoing import MAX_URL_LENGTH


class PhoneProof(models.TextChoices):
    """Proof that a phone belongs to a player."""

    POSTER = "poster", _("check-in poster")
    LINK = "link", _("link of the entry")
    CARD = "card", _("card at the board")


class PlayerPhone(models.Model):
    """A phone that shows the evening of a player.

    `device` is a hash of the random number in the phone's cookie, and `origin` a digest of its network
    address that differs by event. Nothing else is known of it. The row itself is the permission: without
    it, or after `removed_at`, the cookie opens nothing.

    A removed row stays until the event is over, so that a device at the door is known by the number of
    players that it has checked in.
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64, db_index=True)
    origin = models.CharField(max_length=64, blank=True)
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


class PushSubscription(models.Model):
    """Subscription of a phone: where and how its browser is told that the player is paired.

    The browser made address and keys; `server_key` is the public key of the site that it subscribed with. The
    address is a secret. `told` names the board that it was told last, so that a retry tells nothing twice.
    """

    phone = models.OneToOneField(PlayerPhone, on_delete=models.CASCADE, related_name="subscription")
    endpoint = models.CharField(max_length=MAX_URL_LENGTH)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    server_key = models.CharField(max_length=100)
    language = models.CharField(_("language"), max_length=12)
    told = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(_("subscribed"), default=timezone.now)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.phone)
