"""Households of persons, and guardianships."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Household(models.Model):
    """Persons of a club who live together; a person is in one household at most."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="households")
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        verbose_name = _("household")
        verbose_name_plural = _("households")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class HouseholdMember(models.Model):
    """A person in a household."""

    household = models.ForeignKey("club.Household", on_delete=models.CASCADE, related_name="members")
    person = models.OneToOneField("club.Person", on_delete=models.PROTECT, related_name="household_place")

    class Meta:
        verbose_name = _("member of a household")
        verbose_name_plural = _("members of households")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.person}, {self.household}"


class Guardianship(models.Model):
    """Relation of a guardian to a ward: the guardian sees the ward's data and, with `may_sign`, consents."""

    guardian = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="wards")
    ward = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="guardians")
    may_sign = models.BooleanField(_("signs for them"), default=True)
    until = models.DateField(_("until"), null=True, blank=True)  # the last day

    class Meta:
        verbose_name = _("guardianship")
        verbose_name_plural = _("guardianships")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("guardian", "ward"), name="guardianship_once"),
            models.CheckConstraint(condition=~Q(guardian=F("ward")), name="guardianship_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.guardian}, {self.ward}"
