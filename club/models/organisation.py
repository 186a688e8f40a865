"""Clubs and federations."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class OrganisationKind(models.TextChoices):
    """What sort of body it is."""

    CLUB = "club", _("Club")
    FEDERATION = "federation", _("Federation")


class Organisation(models.Model):
    """A club or federation; archives of games belong to one."""

    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=200)
    kind = models.CharField(
        _("kind"), max_length=20, choices=OrganisationKind.choices, default=OrganisationKind.CLUB
    )

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
        """Its name."""
        return self.name
