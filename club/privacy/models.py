"""Requests of persons about their data, and retention periods of a club."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ErasureState(models.TextChoices):
    """State of a request for erasure."""

    ASKED = "asked", _("waiting for an answer")
    TAKEN_BACK = "taken_back", pgettext_lazy("a request", "withdrawn")
    REFUSED = "refused", pgettext_lazy("a request", "refused")
    DONE = "done", pgettext_lazy("a request", "done")


class ErasureRequest(models.Model):
    """A request for erasure by the person or a guardian; the secretary answers."""

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="erasure_requests")
    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(
        _("state"), max_length=10, choices=ErasureState.choices, default=ErasureState.ASKED
    )
    message = models.TextField(_("message"), max_length=1000, blank=True)
    asked_at = models.DateTimeField(_("requested"), default=timezone.now)
    asked_by = models.CharField(_("requested by"), max_length=200)
    answer = models.TextField(_("answer"), max_length=1000, blank=True)
    answered_at = models.DateTimeField(_("answered on"), null=True, blank=True)
    answered_by = models.CharField(_("answered by"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("erasure request")
        verbose_name_plural = _("erasure requests")
        ordering = ("asked_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("person",), name="erasure_asked_once", condition=Q(state="asked")
            ),
            models.CheckConstraint(
                condition=Q(state__in=ErasureState.values), name="erasure_request_state_is_known"
            ),
        )
        indexes = (models.Index(fields=("organisation", "state"), name="erasure_request_of_club"),)

    def __str__(self) -> str:
        return str(self.person)


class RetentionRule(models.Model):
    """Retention period of a club in months; without a row the program's default applies."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=40)  # see club.privacy.retention
    months = models.PositiveSmallIntegerField(_("months"), null=True, blank=True)  # empty: indefinitely

    class Meta:
        verbose_name = _("retention rule")
        verbose_name_plural = _("retention rules")
        ordering = ("organisation_id", "kind")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "kind"), name="retention_rule_once_a_club"),
            models.CheckConstraint(
                condition=Q(months__isnull=True) | Q(months__gte=1), name="retention_months_are_some"
            ),
        )

    def __str__(self) -> str:
        return self.kind
