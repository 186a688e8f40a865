"""Persons: players, officials and members, with or without an account."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Person(models.Model):
    """Somebody the club knows. A player need not have an account; an account is one person."""

    name = models.CharField(_("name"), max_length=200)
    email = models.EmailField(_("mail address"), blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    organisation = models.ForeignKey(
        "club.Organisation",
        verbose_name=_("kept by"),
        on_delete=models.PROTECT,
        related_name="persons",
        null=True,
        blank=True,
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        related_name="person",
        null=True,
        blank=True,
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        """The name."""
        return self.name
