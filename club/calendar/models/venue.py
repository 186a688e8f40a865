"""Venues of a club for play, meetings and training."""

from typing import Any

from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def _lines(label: Any, length: int) -> "models.TextField[str, str]":
    """Optional text field of some lines."""
    return models.TextField(label, max_length=length, blank=True, validators=[MaxLengthValidator(length)])


class Venue(models.Model):
    """A venue of a club; one no longer in use remains with its past dates."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="venues")
    name = models.CharField(_("name"), max_length=120)
    room = models.CharField(_("room"), max_length=120, blank=True)
    address = models.CharField(_("address"), max_length=300, blank=True)
    directions = _lines(_("how to get there"), 2000)
    latitude = models.DecimalField(
        _("latitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-90), MaxValueValidator(90)],
    )
    longitude = models.DecimalField(
        _("longitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-180), MaxValueValidator(180)],
    )
    accessibility = _lines(_("accessibility"), 1000)
    opening_hours = _lines(_("opening hours"), 1000)
    contact_name = models.CharField(_("key holder"), max_length=200, blank=True)
    contact_email = models.EmailField(_("email of the venue"), blank=True)
    contact_phone = models.CharField(_("telephone of the venue"), max_length=40, blank=True)
    is_used = models.BooleanField(_("in use"), default=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="venue_name_once_a_club"),
            models.CheckConstraint(
                condition=Q(latitude__isnull=True, longitude__isnull=True)
                | Q(latitude__isnull=False, longitude__isnull=False),
                name="venue_on_the_map_by_both",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> str:
        """Room and address on one line, for the location of a calendar entry."""
        return ", ".join(part for part in (self.name, self.room, self.address) if part)
