"""Bank data: files that were read, and their movements until each is settled."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class BankFile(models.Model):
    """Bank file that was read; the file itself is not stored."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="bank_files")
    name = models.CharField(_("file"), max_length=200, blank=True)
    accounts = models.CharField(_("accounts"), max_length=300)
    first_on = models.DateField(_("from"))
    last_on = models.DateField(_("until"))
    is_proved = models.BooleanField(_("balances match"), default=False)
    known = models.PositiveIntegerField(_("already known"), default=0)
    read_at = models.DateTimeField(_("imported"), default=timezone.now)
    read_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("bank file")
        verbose_name_plural = _("bank files")
        ordering = ("-pk",)
        indexes = (models.Index(fields=("organisation", "-id"), name="bank_file_of_club"),)

    def __str__(self) -> str:
        return f"{self.first_on} \N{EN DASH} {self.last_on}"


class MovementState(models.TextChoices):
    """State of a movement."""

    WAITING = "waiting", pgettext_lazy("a movement of the bank", "pending")
    BOOKED = "booked", pgettext_lazy("a movement of the bank", "booked as a payment")
    RETURNED = "returned", pgettext_lazy("a movement of the bank", "returned payment")
    REFUND = "refund", pgettext_lazy("a movement of the bank", "refund")
    SET_ASIDE = "set_aside", pgettext_lazy("a movement of the bank", "set aside")


class BankMovement(models.Model):
    """Movement of an account of the club; the same movement of another file is the same row."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="bank_movements"
    )
    file = models.ForeignKey("club.BankFile", on_delete=models.PROTECT, related_name="movements")
    account = models.CharField(_("account"), max_length=40, blank=True)
    key = models.CharField(_("key"), max_length=64)
    number = models.PositiveIntegerField(_("position in the file"))
    booked_on = models.DateField(_("booked on"))
    amount = models.BigIntegerField(_("amount"))
    currency = models.CharField(_("currency"), max_length=3)
    name = models.CharField(_("name"), max_length=200, blank=True)
    iban = models.CharField("IBAN", max_length=40, blank=True)
    reference = models.CharField(_("reference"), max_length=100, blank=True)
    end_to_end = models.CharField(_("payer's ID"), max_length=100, blank=True)
    text = models.CharField(_("text"), max_length=1000, blank=True)
    is_reversal = models.BooleanField(_("reversal"), default=False)
    return_code = models.CharField(_("reason given by the bank"), max_length=40, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=MovementState.choices, default=MovementState.WAITING
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    payment = models.ForeignKey(
        "club.Payment", on_delete=models.PROTECT, related_name="bank_movements", null=True, blank=True
    )
    refund = models.OneToOneField(
        "club.LedgerEntry", on_delete=models.PROTECT, related_name="bank_movement", null=True, blank=True
    )
    settled_at = models.DateTimeField(pgettext_lazy("at a bank", "processed"), null=True, blank=True)
    settled_by = models.CharField(_("by"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("bank transaction")
        verbose_name_plural = _("bank transactions")
        ordering = ("-booked_on", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "key"), name="bank_movement_once_a_club"),
            models.CheckConstraint(
                condition=Q(state__in=MovementState.values), name="bank_movement_state_is_known"
            ),
            models.CheckConstraint(condition=~Q(amount=0), name="bank_movement_moves_something"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "set_aside"], payment__isnull=True, refund__isnull=True)
                | Q(state__in=["booked", "returned"], payment__isnull=False, refund__isnull=True)
                | Q(state="refund", payment__isnull=True, refund__isnull=False),
                name="bank_movement_names_what_it_settles",
            ),
        )
        indexes = (
            models.Index(fields=("organisation", "state", "booked_on"), name="bank_movement_waiting"),
            models.Index(fields=("organisation", "iban"), name="bank_movement_iban"),
            models.Index(fields=("organisation", "booked_on", "amount"), name="bank_movement_alike"),
        )

    def __str__(self) -> str:
        """Its number; the audit log does not name the payer."""
        return f"{self.pk}"


class BankLayout(models.Model):
    """Table layout of a club's bank, identified by its headings."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="bank_layouts"
    )
    heading = models.CharField(_("column headings"), max_length=64)  # SHA-256 of them
    heading_row = models.PositiveSmallIntegerField(_("heading row"), default=0)
    columns = models.JSONField(_("columns"), default=dict)
    decimal_mark = models.CharField(_("decimal separator"), max_length=1, blank=True)
    date_order = models.CharField(_("date order"), max_length=3, blank=True)

    class Meta:
        verbose_name = _("bank table layout")
        verbose_name_plural = _("bank table layouts")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("organisation", "heading"), name="bank_layout_once_a_club"),
            models.CheckConstraint(
                condition=Q(decimal_mark__in=["", ",", "."]), name="bank_layout_mark_is_known"
            ),
            models.CheckConstraint(
                condition=Q(date_order__in=["", "dmy", "mdy"]), name="bank_layout_order_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk}"
