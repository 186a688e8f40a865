"""Equipment of a club, its loans and its condition."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EquipmentKind(models.TextChoices):
    """Kind of equipment."""

    BOARD = "board", pgettext_lazy("equipment", "board")
    PIECES = "pieces", pgettext_lazy("equipment", "set of pieces")
    CLOCK = "clock", pgettext_lazy("equipment", "clock")
    TROLLEY = "trolley", pgettext_lazy("equipment", "trolley")
    OTHER = "other", pgettext_lazy("equipment", "other")


class EquipmentCondition(models.TextChoices):
    """Condition of an item."""

    GOOD = "good", pgettext_lazy("equipment", "good")
    WORN = "worn", pgettext_lazy("equipment", "worn")
    BROKEN = "broken", pgettext_lazy("equipment", "broken")
    LOST = "lost", pgettext_lazy("equipment", "lost")


class EquipmentItem(models.Model):
    """An item with a serial number, or a quantity of identical items.

    `lent` is the quantity on loan.
    """

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="equipment")
    kind = models.CharField(_("type"), max_length=10, choices=EquipmentKind.choices)
    name = models.CharField(_("name"), max_length=120)
    serial = models.CharField(_("serial number"), max_length=60, blank=True)
    count = models.PositiveIntegerField(_("quantity"), default=1)
    lent = models.PositiveIntegerField(_("on loan"), default=0, editable=False)
    place = models.CharField(_("venue"), max_length=120, blank=True)
    bought_on = models.DateField(_("bought on"), null=True, blank=True)
    price = models.BigIntegerField(_("price"), null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    condition = models.CharField(
        _("condition"),
        max_length=10,
        choices=EquipmentCondition.choices,
        default=EquipmentCondition.GOOD,
    )
    is_gone = models.BooleanField(_("no longer owned by the club"), default=False)

    class Meta:
        verbose_name = _("equipment")
        verbose_name_plural = _("equipment")
        ordering = ("kind", "name", "serial", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=EquipmentKind.values), name="equipment_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(condition__in=EquipmentCondition.values), name="equipment_condition_is_known"
            ),
            models.CheckConstraint(condition=Q(count__gte=1), name="equipment_is_something"),
            models.CheckConstraint(condition=Q(lent__lte=F("count")), name="equipment_lent_is_in_stock"),
            models.CheckConstraint(condition=Q(serial="") | Q(count=1), name="equipment_serial_is_of_one"),
            models.CheckConstraint(
                condition=Q(price__isnull=True) | Q(price__gte=0), name="equipment_price_is_not_negative"
            ),
            models.UniqueConstraint(
                fields=("organisation", "kind", "serial"),
                condition=~Q(serial=""),
                name="equipment_serial_once_a_kind",
            ),
        )
        indexes = (models.Index(fields=("organisation", "kind", "name"), name="equipment_in_order"),)

    def __str__(self) -> str:
        return f"{self.name} {self.serial}".strip()

    @property
    def at_hand(self) -> int:
        """Quantity available for a loan."""
        return 0 if self.is_gone else self.count - self.lent


class EquipmentLoan(models.Model):
    """A quantity of an item on loan to a person, or for an evening or event; `back_on` ends it."""

    item = models.ForeignKey("club.EquipmentItem", on_delete=models.PROTECT, related_name="loans")
    person = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="equipment_loans", null=True, blank=True
    )
    purpose = models.CharField(_("purpose"), max_length=200, blank=True)
    count = models.PositiveIntegerField(_("quantity"), default=1)
    out_on = models.DateField(_("lent on"))
    due_on = models.DateField(_("due back"), null=True, blank=True)
    back_on = models.DateField(_("returned on"), null=True, blank=True)
    condition = models.CharField(
        _("condition on return"), max_length=10, choices=EquipmentCondition.choices, blank=True
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    reminded_on = models.DateField(_("reminded on"), null=True, blank=True)
    out_by = models.CharField(_("lent by"), max_length=200)
    back_by = models.CharField(_("return recorded by"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("loan of equipment")
        verbose_name_plural = _("loans of equipment")
        ordering = ("-out_on", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(count__gte=1), name="equipment_loan_is_of_something"),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | ~Q(purpose=""), name="equipment_loan_is_to_somebody"
            ),
            models.CheckConstraint(
                condition=Q(due_on__isnull=True) | Q(due_on__gte=F("out_on")),
                name="equipment_loan_due_after_it_went",
            ),
            models.CheckConstraint(
                condition=Q(back_on__isnull=True) | Q(back_on__gte=F("out_on")),
                name="equipment_loan_back_after_it_went",
            ),
            models.CheckConstraint(
                condition=Q(condition__in=["", *EquipmentCondition.values]),
                name="equipment_loan_condition_is_known",
            ),
        )
        indexes = (models.Index(fields=("back_on", "due_on"), name="equipment_loan_overdue"),)

    def __str__(self) -> str:
        """Return the id: the audit log does not name the borrower."""
        return f"{self.item}"
