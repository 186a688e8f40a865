"""Roles of accounts."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """Role of an account in a club, an event or a section."""

    OWNER = "owner", _("owner")
    SECRETARY = "secretary", _("secretary")
    TREASURER = "treasurer", _("treasurer")
    DIRECTOR = "director", _("tournament director")
    ARBITER = "arbiter", _("arbiter")
    DEPUTY_ARBITER = "deputy_arbiter", _("deputy arbiter")
    TEAM_CAPTAIN = "team_captain", _("team captain")
    PLAYER = "player", _("player")
    VIEWER = "viewer", _("viewer")


class Scoped(models.Model):
    """Base of rows for a whole club, one of its events, or one section of an event.

    Events and sections are referenced by number: this app is loaded before the one with their models.
    """

    organisation = models.ForeignKey(
        "club.Organisation", verbose_name=_("club"), on_delete=models.CASCADE, related_name="+"
    )
    event_id = models.PositiveBigIntegerField(_("event"), null=True, blank=True)
    section_id = models.PositiveBigIntegerField(_("section"), null=True, blank=True)

    class Meta:
        abstract = True


class RoleGrant(Scoped):
    """Role granted to an account. It expires or is revoked; the row remains."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("account"), on_delete=models.CASCADE, related_name="grants"
    )
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("given by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("given"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("role grant")
        verbose_name_plural = _("role grants")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="grant_role_is_known"),
            models.CheckConstraint(
                condition=Q(section_id__isnull=True) | Q(event_id__isnull=False),
                name="grant_section_has_event",
            ),
            models.UniqueConstraint(
                F("user"),
                F("role"),
                F("organisation"),
                Coalesce("event_id", 0),
                Coalesce("section_id", 0),
                name="grant_is_held_once",
                condition=Q(revoked_at__isnull=True),
            ),
        )
        indexes = (models.Index(fields=("organisation", "role"), name="grant_of_club"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
