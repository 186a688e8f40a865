"""Consents of persons: the text agreed to, from when, and until when."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ConsentKind(models.TextChoices):
    """Kind of consent."""

    PHOTO = "photo", _("photographs")
    PUBLISH_NAME = "publish_name", _("name in public lists")
    NEWSLETTER = "newsletter", _("newsletter")
    CONTACT_LIST = "contact_list", _("contacts shown to members")


class ConsentText(models.Model):
    """Text of a consent, stored permanently: a change is the next version."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="consent_texts"
    )
    kind = models.CharField(_("consent"), max_length=20, choices=ConsentKind.choices)
    version = models.PositiveIntegerField(_("version"))
    text = models.TextField(_("text"), max_length=4000)
    made_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("consent text")
        verbose_name_plural = _("consent texts")
        ordering = ("kind", "-version")
        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "kind", "version"), name="consent_text_version_once"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=ConsentKind.values), name="consent_text_kind_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.version}"


class Consent(models.Model):
    """A consent, withdrawn at most once; giving it again creates a new row."""

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="consents")
    text = models.ForeignKey("club.ConsentText", on_delete=models.PROTECT, related_name="consents")
    given_at = models.DateTimeField(_("given"), default=timezone.now)
    given_by = models.CharField(_("given by"), max_length=200)
    withdrawn_at = models.DateTimeField(pgettext_lazy("a consent", "withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering = ("-given_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("person", "text"), name="consent_holds_once", condition=Q(withdrawn_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.text}"
