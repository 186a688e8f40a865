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


class ClubColour(models.TextChoices):
    """Colour of a club on pages and paper; no choice is the green of the site. Values are in `tokens.css`."""

    GREEN = "green", _("Green")
    TEAL = "teal", _("Teal")
    BLUE = "blue", _("Blue")
    PURPLE = "purple", _("Purple")
    RED = "red", _("Red")
    BROWN = "brown", _("Brown")
    GREY = "grey", _("Grey")


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
    logo = models.FileField(_("logo"), upload_to="clubs/%Y/%m/", blank=True)
    logo_width = models.PositiveSmallIntegerField(default=0, editable=False)  # in pixels
    logo_height = models.PositiveSmallIntegerField(default=0, editable=False)
    colour = models.CharField(_("colour"), max_length=12, choices=ClubColour.choices, blank=True)
    address = models.CharField(_("postal address"), max_length=300, blank=True)
    contact_name = models.CharField(_("contact"), max_length=200, blank=True)
    contact_email = models.EmailField(_("contact email"), blank=True)
    contact_phone = models.CharField(_("contact phone"), max_length=40, blank=True)
    website = models.URLField(_("website"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
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
            models.CheckConstraint(
                condition=models.Q(colour__in=("", *ClubColour.values)), name="organisation_colour_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.name
