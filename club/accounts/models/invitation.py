"""Invitations to a role, by mail or by a code that is shown."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.accounts.models.role import Role, Scoped


class Invitation(Scoped):
    """Invitation to a role for the holder of the secret. Only the secret's hash is stored."""

    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    person = models.ForeignKey(
        "club.Person",
        verbose_name=_("person"),
        on_delete=models.CASCADE,
        related_name="invitations",
        null=True,
        blank=True,
    )
    email = models.EmailField(_("email"), blank=True)  # blank: a code to scan
    language = models.CharField(_("language"), max_length=12, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("accepted by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.email or self.person or self.pk}: {self.get_role_display()}"
