"""Clubs and federations."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Case, Value, When
from django.utils.translation import gettext_lazy as _

DEMO_SLUG: Final = "demo-club"


class OrganisationKind(models.TextChoices):
    """Kind of an organisation."""

    CLUB = "club", _("Club")
    FEDERATION = "federation", _("Federation")


class PresentOrganisations(models.Manager["Organisation"]):
    """Manager of the organisations that were not removed."""

    def get_queryset(self) -> models.QuerySet[Organisation]:
        """Exclude removed organisations: their rows remain for the audit log alone."""
        return super().get_queryset().filter(removed_at__isnull=True)

    def in_order(self) -> models.QuerySet[Organisation]:
        """Sort by name; the demo comes last, so that no list or choice begins with it."""
        is_demo = Case(When(slug=DEMO_SLUG, then=Value(1)), default=Value(0))
        return self.order_by(is_demo, "name", "pk")


class Organisation(models.Model):
    """Club or federation; archives of games belong to one."""

    slug = models.SlugField(_("short name in URLs"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(
        _("type"), max_length=20, choices=OrganisationKind.choices, default=OrganisationKind.CLUB
    )
    removed_at = models.DateTimeField(_("removed at"), null=True, blank=True, editable=False)

    objects = PresentOrganisations()

    class Meta:
        verbose_name = _("organisation")
        verbose_name_plural = _("organisations")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=OrganisationKind.values), name="organisation_kind_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.name
