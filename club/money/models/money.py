"""Money settings of a club, its fees and its fee runs."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class MoneySettings(models.Model):
    """Money settings of a club. Writers of the club's books lock this row first."""

    organisation = models.OneToOneField(
        "club.Organisation", on_delete=models.PROTECT, related_name="money_settings"
    )
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    creditor_name = models.CharField(_("account holder"), max_length=70, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    bic = models.CharField("BIC", max_length=11, blank=True)
    number_pattern = models.CharField(_("invoice number format"), max_length=30, default="{year}-{number}")
    tax_note = models.CharField(_("tax note"), max_length=200, blank=True)
    payment_days = models.PositiveSmallIntegerField(_("payment term in days"), default=30)
    household_most = models.BigIntegerField(_("household maximum per year"), null=True, blank=True)
    household_free_from = models.PositiveSmallIntegerField(
        _("free in a household from member number"), null=True, blank=True
    )
    site = models.CharField(max_length=200, blank=True, editable=False)  # base address of links in mails
    reminds_by_itself = models.BooleanField(_("reminders are sent automatically"), default=False)

    class Meta:
        verbose_name = _("money settings")
        verbose_name_plural = _("money settings")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(household_most__isnull=True) | Q(household_most__gt=0),
                name="money_household_most_is_positive",
            ),
            models.CheckConstraint(
                condition=Q(household_free_from__isnull=True) | Q(household_free_from__gt=1),
                name="money_household_free_from_the_second",
            ),
        )

    def __str__(self) -> str:
        return str(self.organisation)


class ReminderStep(models.Model):
    """Reminder step: days after the due day of the invoice, a fee and a text."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="reminder_steps"
    )
    number = models.PositiveSmallIntegerField(_("step"))
    days = models.PositiveSmallIntegerField(_("days after the due date"))
    fee = models.BigIntegerField(pgettext_lazy("of a reminder", "fee"), default=0)
    text = models.TextField(_("text"), max_length=2000, blank=True)

    class Meta:
        verbose_name = _("reminder step")
        verbose_name_plural = _("reminder steps")
        ordering = ("organisation_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "number"), name="reminder_step_once_a_club"),
            models.CheckConstraint(condition=Q(fee__gte=0), name="reminder_fee_is_not_negative"),
        )

    def __str__(self) -> str:
        return str(self.number)


class FeePer(models.TextChoices):
    """Period to which an amount applies."""

    YEAR = "year", pgettext_lazy("a fee is for a", "year")
    MONTH = "month", pgettext_lazy("a fee is for a", "month")
    RUN = "run", pgettext_lazy("a fee is for a", "fee run of any length")


class FeePart(models.TextChoices):
    """Charge for a person who was a member during a part of the period."""

    FULL = "full", _("the full fee")
    MONTH = "month", _("started months")
    DAY = "day", _("days of membership")


class FeeRule(models.Model):
    """Fee of a plan. A plan without a rule costs nothing and is shown so."""

    plan = models.OneToOneField("club.MembershipPlan", on_delete=models.PROTECT, related_name="fee_rule")
    amount = models.BigIntegerField(_("amount"))
    per = models.CharField(
        pgettext_lazy("a fee", "per"), max_length=5, choices=FeePer.choices, default=FeePer.YEAR
    )
    part = models.CharField(_("partial period"), max_length=5, choices=FeePart.choices, default=FeePart.MONTH)

    class Meta:
        verbose_name = _("fee of a plan")
        verbose_name_plural = _("fees of plans")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_rule_amount_is_not_negative"),
            models.CheckConstraint(condition=Q(per__in=FeePer.values), name="fee_rule_per_is_known"),
            models.CheckConstraint(condition=Q(part__in=FeePart.values), name="fee_rule_part_is_known"),
        )

    def __str__(self) -> str:
        return str(self.plan)


class FeeAgeBand(models.Model):
    """Reduction between two ages, both included, by the age on the first day of the run."""

    rule = models.ForeignKey("club.FeeRule", on_delete=models.CASCADE, related_name="bands")
    from_age = models.PositiveSmallIntegerField(_("from the age of"), default=0)
    to_age = models.PositiveSmallIntegerField(_("to the age of"), default=150)
    percent = models.PositiveSmallIntegerField(_("reduction in per cent"))

    class Meta:
        verbose_name = _("age reduction")
        verbose_name_plural = _("age reductions")
        ordering = ("from_age", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(percent__gte=1) & Q(percent__lte=100), name="fee_age_band_percent_is_one"
            ),
            models.CheckConstraint(condition=Q(to_age__gte=F("from_age")), name="fee_age_band_ages_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.from_age}\N{EN DASH}{self.to_age}"


class ConcessionKind(models.TextChoices):
    """Reason for a reduction."""

    NONE = "none", _("none")
    HARDSHIP = "hardship", _("hardship")
    OTHER_CLUB = "other_club", _("main member of another club")
    EXEMPT = "exempt", _("exempt")


class FeeTerms(models.Model):
    """Terms of one person's fees in a club: the payer, and the reason for a reduction."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="fee_terms")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="fee_terms")
    payer = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="pays_for", null=True, blank=True
    )
    kind = models.CharField(
        _("reduction"), max_length=10, choices=ConcessionKind.choices, default=ConcessionKind.NONE
    )
    percent = models.PositiveSmallIntegerField(_("reduction in per cent"), default=0)
    until = models.DateField(_("until"), null=True, blank=True)  # the last day
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("fee terms")
        verbose_name_plural = _("fee terms")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("organisation", "person"), name="fee_terms_once_a_club"),
            models.CheckConstraint(
                condition=Q(kind__in=ConcessionKind.values), name="fee_terms_kind_is_known"
            ),
            models.CheckConstraint(condition=Q(percent__lte=100), name="fee_terms_percent_is_one"),
        )

    def __str__(self) -> str:
        return str(self.person)


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
