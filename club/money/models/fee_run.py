"""Fee runs: the amount of each member for a period, or why there is none."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class FeeRunState(models.TextChoices):
    """State of a run: draft or booked."""

    DRAFT = "draft", pgettext_lazy("a fee run", "draft")
    BOOKED = "booked", pgettext_lazy("a fee run", "booked")


class FeeRun(models.Model):
    """Fees of a club for a period of whole months. A draft stores the manual adjustments."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="fee_runs")
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"))
    state = models.CharField(
        _("state"), max_length=10, choices=FeeRunState.choices, default=FeeRunState.DRAFT
    )
    made_by = models.CharField(_("by"), max_length=200)
    made_at = models.DateTimeField(_("created at"), default=timezone.now)
    booked_at = models.DateTimeField(_("booked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("fee run")
        verbose_name_plural = _("fee runs")
        ordering = ("-starts_on", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(state__in=FeeRunState.values), name="fee_run_state_is_known"),
            models.CheckConstraint(condition=Q(ends_on__gt=F("starts_on")), name="fee_run_days_in_order"),
            models.UniqueConstraint(
                fields=("organisation", "starts_on", "ends_on"),
                condition=Q(state="draft"),
                name="fee_run_one_draft_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.starts_on} \N{EN DASH} {self.ends_on}"


class FeeAdjustment(models.Model):
    """Manual amount of a person in a run, with its reason."""

    run = models.ForeignKey("club.FeeRun", on_delete=models.CASCADE, related_name="adjustments")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="fee_adjustments")
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=300)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("fee corrected by hand")
        verbose_name_plural = _("fees corrected by hand")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("run", "person"), name="fee_adjustment_once_a_run"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_adjustment_is_not_negative"),
        )

    def __str__(self) -> str:
        return str(self.person)


class FeeLine(models.Model):
    """Member in a booked run: the amount and its reasons, or why there is none. Never changed."""

    run = models.ForeignKey("club.FeeRun", on_delete=models.PROTECT, related_name="lines")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="fee_lines")
    payer = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="+")
    plan_name = models.CharField(_("plan"), max_length=80, blank=True)
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason skipped"), max_length=30, blank=True)
    facts = models.JSONField(_("reason"), default=list)
    invoice = models.ForeignKey(
        "club.Invoice", on_delete=models.PROTECT, related_name="fee_lines", null=True, blank=True
    )

    class Meta:
        verbose_name = _("fee run line")
        verbose_name_plural = _("fee run lines")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(amount__gt=0, reason="", invoice__isnull=False)
                | (Q(amount=0, invoice__isnull=True) & ~Q(reason="")),
                name="fee_line_is_charged_or_says_why_not",
            ),
        )

    def __str__(self) -> str:
        return str(self.person)
