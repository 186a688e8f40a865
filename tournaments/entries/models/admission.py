"""Admission of players to a section: the public entry form, the waiting list, the check-in."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Admission(models.Model):
    """Admission settings of a section; a section without a row has nothing open."""

    section = models.OneToOneField(
        "tournaments.Section", on_delete=models.CASCADE, related_name="admission", primary_key=True
    )
    is_open = models.BooleanField(_("online entries are open"), default=False)
    closes_at = models.DateTimeField(_("entry deadline"), null=True, blank=True)
    places = models.PositiveIntegerField(_("places"), null=True, blank=True)
    has_waiting_list = models.BooleanField(_("waiting list when full"), default=True)
    is_reviewed = models.BooleanField(_("every entry is reviewed first"), default=True)
    moves_up_alone = models.BooleanField(_("the waiting list moves up automatically"), default=False)
    check_in_is_open = models.BooleanField(_("players check themselves in"), default=False)

    class Meta:
        verbose_name = _("admission")
        verbose_name_plural = _("admissions")
        constraints = (
            models.CheckConstraint(
                condition=Q(places__isnull=True) | Q(places__gte=1), name="admission_places_are_some"
            ),
        )

    def __str__(self) -> str:
        return str(self.section)

    @property
    def takes_entries(self) -> bool:
        """True if the form is open now."""
        return self.is_open and (self.closes_at is None or timezone.now() < self.closes_at)


class EntryContact(models.Model):
    """Contact data of an entry from the public form, visible to the desk alone."""

    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="contact", primary_key=True
    )
    email = models.EmailField(_("email"))
    message = models.TextField(_("message"), blank=True, max_length=1000)
    language = models.CharField(_("language"), max_length=12, blank=True)
    sent_once = models.CharField(max_length=40, blank=True)  # of the form: sent twice, it is one entry
    reason = models.CharField(_("reason given"), max_length=500, blank=True)
    site = models.CharField(max_length=200, blank=True)  # where the form was, for links in later mails
    mails = models.PositiveSmallIntegerField(default=0)
    consented_at = models.DateTimeField(_("consent to publication"))

    class Meta:
        verbose_name = _("entry contact")
        verbose_name_plural = _("entry contacts")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.email
