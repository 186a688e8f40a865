"""The books of a club: invoices, payments and the entries whose sum is a person's balance.

No row is changed or deleted (`club.money.triggers`): errors are corrected by a counter-entry. The open amount
of an invoice is the sum of its entries less the payments allocated to it. The free amount of a payment is the
negated sum of its entries less its allocations.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Invoice(models.Model):
    """Invoice as it was sent; the numbers of a club's year have no gap."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="invoices")
    payer = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="invoices")
    run = models.ForeignKey(
        "club.FeeRun", on_delete=models.PROTECT, related_name="invoices", null=True, blank=True
    )
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveIntegerField(_("number"))
    code = models.CharField(_("number of the invoice"), max_length=40)
    reference = models.CharField(_("reference"), max_length=25)  # ISO 11649
    subject = models.CharField(_("subject"), max_length=200)
    issued_on = models.DateField(_("date"))
    due_on = models.DateField(_("due date"))
    currency = models.CharField(_("currency"), max_length=3)
    total = models.BigIntegerField(_("total"))
    payer_name = models.CharField(pgettext_lazy("a recipient", "to"), max_length=200)
    payer_address = models.TextField(_("address"), blank=True)
    creditor_name = models.CharField(_("account holder"), max_length=200)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    bic = models.CharField("BIC", max_length=11, blank=True)
    tax_note = models.CharField(_("tax note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("invoice")
        verbose_name_plural = _("invoices")
        ordering = ("-year", "-number")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "year", "number"), name="invoice_number_once"),
            models.UniqueConstraint(fields=("organisation", "code"), name="invoice_code_once"),
            models.UniqueConstraint(fields=("organisation", "reference"), name="invoice_reference_once"),
            models.CheckConstraint(condition=Q(total__gt=0), name="invoice_total_is_positive"),
            models.CheckConstraint(
                condition=Q(due_on__gte=F("issued_on")), name="invoice_due_after_its_date"
            ),
        )
        indexes = (models.Index(fields=("organisation", "due_on"), name="invoice_due"),)

    def __str__(self) -> str:
        return self.code


class InvoiceLine(models.Model):
    """One line of an invoice."""

    invoice = models.ForeignKey("club.Invoice", on_delete=models.PROTECT, related_name="lines")
    person = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    text = models.CharField(_("text"), max_length=400)
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        verbose_name = _("invoice line")
        verbose_name_plural = _("invoice lines")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text


class PaymentMethod(models.TextChoices):
    """Means of payment."""

    HAND = "hand", pgettext_lazy("a payment", "recorded by hand")
    CASH = "cash", pgettext_lazy("a payment", "cash")
    BANK = "bank", pgettext_lazy("a payment", "from a bank file")


class Payment(models.Model):
    """Received payment; the same key is the same payment."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="payments")
    method = models.CharField(_("method"), max_length=10, choices=PaymentMethod.choices)
    amount = models.BigIntegerField(_("amount"))
    currency = models.CharField(_("currency"), max_length=3)
    received_on = models.DateField(_("received"))
    text = models.CharField(_("text"), max_length=300, blank=True)
    key = models.CharField(_("key"), max_length=100)
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ("-received_on", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "key"), name="payment_key_once_a_club"),
            models.CheckConstraint(
                condition=Q(method__in=PaymentMethod.values), name="payment_method_is_known"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_amount_is_positive"),
        )
        indexes = (models.Index(fields=("organisation", "received_on"), name="payment_by_day"),)

    def __str__(self) -> str:
        return f"{self.pk}"


class Allocation(models.Model):
    """Part of a payment allocated to an invoice; a negative one reverses it."""

    payment = models.ForeignKey("club.Payment", on_delete=models.PROTECT, related_name="allocations")
    invoice = models.ForeignKey("club.Invoice", on_delete=models.PROTECT, related_name="allocations")
    amount = models.BigIntegerField(_("amount"))
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("allocation")
        verbose_name_plural = _("allocations")
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~Q(amount=0), name="allocation_is_of_something"),)

    def __str__(self) -> str:
        return f"{self.payment_id} \N{RIGHTWARDS ARROW} {self.invoice_id}"


class EntryKind(models.TextChoices):
    """Kind of an entry of the books."""

    INVOICE = "invoice", _("invoice")
    REMINDER_FEE = "reminder_fee", _("reminder fee")
    WRITE_OFF = "write_off", _("written off")
    PAYMENT = "payment", _("payment")
    REFUND = "refund", _("refunded")
    TRANSFER = "transfer", _("transfer between accounts")
    COUNTER = "counter", _("counter-entry")


class LedgerEntry(models.Model):
    """Entry in the account of a person with a club. Positive is owed to the club, negative by it."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="ledger")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="ledger")
    kind = models.CharField(_("type"), max_length=12, choices=EntryKind.choices)
    amount = models.BigIntegerField(_("amount"))
    currency = models.CharField(_("currency"), max_length=3)
    on = models.DateField(_("date"))
    invoice = models.ForeignKey(
        "club.Invoice", on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    payment = models.ForeignKey(
        "club.Payment", on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="reversed_by", null=True, blank=True
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    key = models.CharField(_("key"), max_length=100, null=True, blank=True)  # noqa: DJ001 - NULL means no key
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("entry in the books")
        verbose_name_plural = _("entries in the books")
        ordering = ("on", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=EntryKind.values), name="ledger_kind_is_known"),
            models.CheckConstraint(
                condition=Q(invoice__isnull=False, payment__isnull=True)
                | Q(invoice__isnull=True, payment__isnull=False),
                name="ledger_about_an_invoice_or_a_payment",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["invoice", "reminder_fee", "refund"], amount__gt=0)
                | Q(kind__in=["write_off", "payment"], amount__lt=0)
                | (Q(kind__in=["transfer", "counter"]) & ~Q(amount=0)),
                name="ledger_sign_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="counter", reverses__isnull=False)
                | (~Q(kind="counter") & Q(reverses__isnull=True)),
                name="ledger_counter_names_its_entry",
            ),
            models.UniqueConstraint(fields=("organisation", "key"), name="ledger_key_once_a_club"),
        )
        indexes = (
            models.Index(fields=("organisation", "person"), name="ledger_of_person"),
            models.Index(fields=("organisation", "on"), name="ledger_by_day"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.on}"


class CreditNote(models.Model):
    """Credit note that cancels an invoice; its own numbers have no gap in a club's year."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="credit_notes"
    )
    invoice = models.OneToOneField("club.Invoice", on_delete=models.PROTECT, related_name="credit_note")
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveIntegerField(_("number"))
    code = models.CharField(_("number of the credit note"), max_length=42)
    issued_on = models.DateField(_("date"))

    class Meta:
        verbose_name = _("credit note")
        verbose_name_plural = _("credit notes")
        ordering = ("-year", "-number")
        constraints = (
            models.UniqueConstraint(
                fields=("organisation", "year", "number"), name="credit_note_number_once"
            ),
            models.UniqueConstraint(fields=("organisation", "code"), name="credit_note_code_once"),
        )

    def __str__(self) -> str:
        return self.code


class Reminder(models.Model):
    """Reminder step taken for an invoice."""

    invoice = models.ForeignKey("club.Invoice", on_delete=models.PROTECT, related_name="reminders")
    step = models.PositiveSmallIntegerField(_("step"))
    on = models.DateField(_("date"))
    fee = models.OneToOneField(
        "club.LedgerEntry", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    was_sent = models.BooleanField(_("sent by email"))
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("invoice", "step"), name="reminder_step_once"),)

    def __str__(self) -> str:
        return f"{self.invoice}, {self.step}"


class ClosedYear(models.Model):
    """Year whose books take no more entries."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="closed_years"
    )
    year = models.PositiveSmallIntegerField(_("year"))
    closed_at = models.DateTimeField(_("closed"), default=timezone.now)
    closed_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("closed year")
        verbose_name_plural = _("closed years")
        ordering = ("-year",)
        constraints = (models.UniqueConstraint(fields=("organisation", "year"), name="year_closed_once"),)

    def __str__(self) -> str:
        return str(self.year)
