"""API of a club's invoices, payments and totals. It uses the same services as the desk's pages."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.models import Invoice, Payment, PaymentMethod
from club.money.selectors.books import INVOICE_STATE_CHOICES, invoices_of, money_settings_of, payments_of
from club.money.selectors.treasury import totals
from club.money.services.books import MAX_AMOUNT
from club.money.services.invoices import Item, issue_invoice
from club.money.services.payments import record_payment

LARGEST = 2**63 - 1
MAX_ITEMS = 50
UNITS = "In the smallest unit of the currency."
INVOICE_FIELDS = (
    *("id", "code", "reference", "subject", "payer", "run", "issued_on", "due_on", "currency"),
    *("total", "open", "state"),
)
PAYMENT_FIELDS = (
    *("id", "payer", "method", "amount", "currency", "received_on", "text", "key", "free"),
    "is_countered",
)


class InvoiceOut(serializers.ModelSerializer[Invoice]):
    """Invoice with its current state and open amount."""

    open = serializers.IntegerField(source="open_amount", help_text=UNITS)
    state = serializers.ChoiceField(INVOICE_STATE_CHOICES)

    class Meta:
        model = Invoice
        fields = INVOICE_FIELDS
        read_only_fields = fields


class PaymentOut(serializers.ModelSerializer[Payment]):
    """Payment with its unused amount: the part neither allocated nor refunded."""

    free = serializers.IntegerField(source="free_amount", help_text=UNITS)
    is_countered = serializers.BooleanField()

    class Meta:
        model = Payment
        fields = PAYMENT_FIELDS
        read_only_fields = fields


class InvoiceItemIn(Shape):
    """Input of an invoice line."""

    text = serializers.CharField(max_length=200)
    amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)


class InvoicesView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        state = serializers.ChoiceField(INVOICE_STATE_CHOICES, required=False)

    class Input(Shape):
        payer = serializers.IntegerField(min_value=1, max_value=LARGEST)
        subject = serializers.CharField(max_length=200)
        items = InvoiceItemIn(many=True, allow_empty=False, max_length=MAX_ITEMS)  # type: ignore[call-arg]  # of the list

    class Output(PageOut):
        results = InvoiceOut(many=True)

    @operation("invoices_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List the invoices of a club, newest first."""
        payload = self.Query.validated_from(request.query_params)
        rows = invoices_of(organisation_id=organisation_by_slug(slug=slug).pk)
        state = payload.get("state")
        return page_of(self, request, rows.filter(state=state) if state else rows, InvoiceOut)

    @operation("invoices_issue", {201: InvoiceOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Issue an invoice other than a membership fee. Not idempotent. To revert an invoice, cancel it."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        made = issue_invoice(
            organisation_id=club.pk,
            payer_id=payload["payer"],
            subject=payload["subject"],
            items=[Item(**one) for one in payload["items"]],
            actor=actor_of(request),
        )
        row: Any = invoices_of(organisation_id=club.pk).get(pk=made.pk)
        return Response(InvoiceOut(row).data, status=status.HTTP_201_CREATED)


class PaymentsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        payer = serializers.IntegerField(min_value=1, max_value=LARGEST)
        amount = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text=UNITS)
        received_on = serializers.DateField()
        method = serializers.ChoiceField(PaymentMethod.choices)
        key = serializers.CharField(
            max_length=100,
            help_text=(
                "Idempotency key: a repeated key returns the existing payment; 409 if payer, amount or "
                "day differ."
            ),
        )
        text = serializers.CharField(max_length=300, default="", allow_blank=True)

    class Output(PageOut):
        results = PaymentOut(many=True)

    @operation("payments_list", Output, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List the payments to a club, newest first."""
        rows = payments_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, rows, PaymentOut)

    @operation("payments_create", {201: PaymentOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Record a payment and allocate it to the payer's open invoices by due date. Idempotent by `key`."""
        payload = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=slug)
        row = record_payment(
            organisation_id=club.pk, payer_id=payload.pop("payer"), actor=actor_of(request), **payload
        )
        made = payments_of(organisation_id=club.pk).get(pk=row.pk)
        return Response(PaymentOut(made).data, status=status.HTTP_201_CREATED)


class MoneyTotalsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Query: the year. If omitted, the current year."""

        year = serializers.IntegerField(min_value=2000, max_value=2199, required=False)

    class Output(Shape):
        """Totals in the smallest unit of the currency."""

        year = serializers.IntegerField()
        currency = serializers.CharField()
        open = serializers.IntegerField(source="totals.open_sum")
        open_count = serializers.IntegerField(source="totals.open_count")
        overdue = serializers.IntegerField(source="totals.overdue_sum")
        overdue_count = serializers.IntegerField(source="totals.overdue_count")
        credit = serializers.IntegerField(source="totals.credit")
        charged = serializers.IntegerField(source="totals.charged")
        received = serializers.IntegerField(source="totals.received")
        refunded = serializers.IntegerField(source="totals.refunded")
        written_off = serializers.IntegerField(source="totals.written_off")

    @operation("money_totals", Output, query=Query)
    def get(self, request: Request, slug: str) -> Response:
        """Get the current open amounts of a club and the totals of a year."""
        values = self.Query.validated_from(request.query_params)
        club, today = organisation_by_slug(slug=slug), timezone.localdate()
        year = values.get("year", today.year)
        payload = {
            "year": year,
            "currency": money_settings_of(organisation_id=club.pk).currency,
            "totals": totals(organisation_id=club.pk, year=year, today=today),
        }
        return Response(self.Output(payload).data)
