"""Passes for helpers: a phone in the hall may enter results without an account."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.accounts.models.role import Scoped


class PassLevel(models.TextChoices):
    """Level of a pass: a deputy also corrects results and files incidents."""

    HELPER = "helper", _("helper")
    DEPUTY = "deputy", _("deputy")


class HelperPass(Scoped):
    """Pass for some boards and days, for the holder of its code or link."""

    label = models.CharField(_("issued to"), max_length=100)
    level = models.CharField(_("level"), max_length=10, choices=PassLevel.choices, default=PassLevel.HELPER)
    first_board = models.PositiveIntegerField(_("first board"), null=True, blank=True)
    last_board = models.PositiveIntegerField(_("last board"), null=True, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)  # of the long secret in the link
    code_hash = models.CharField(max_length=64, unique=True)  # of the eight digits
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("helper pass")
        verbose_name_plural = _("helper passes")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(level__in=PassLevel.values), name="pass_level_is_known"),
            models.CheckConstraint(
                condition=Q(first_board__isnull=True)
                | Q(last_board__isnull=True)
                | Q(first_board__lte=F("last_board")),
                name="pass_boards_in_order",
            ),
        )

    def __str__(self) -> str:
        return self.label


class GuessCount(models.Model):
    """Wrong guesses of one kind from one address since a moment, shared by all processes."""

    key = models.CharField(max_length=120, unique=True)  # "pass:192.168.1.9", "pass"
    since = models.DateTimeField(default=timezone.now)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("failed attempt counter")
        verbose_name_plural = _("failed attempt counters")

    def __str__(self) -> str:
        return self.key
