"""Invoices, payments and sums of a club for programs: the same services as the desk's pages."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of, problems
from club.core.api.documents import Shape
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
    """An invoice, with what is open on it now."""

    open = serializers.IntegerField(source="open_amount", help_text=UNITS)
    state = serializers.ChoiceField(INVOICE_STATE_CHOICES)

    class Meta:
        model = Invoice
        fields = INVOICE_FIELDS
        read_only_fields = fields


class PaymentOut(serializers.ModelSerializer[Payment]):
    """A payment, with what of it is free now."""

    free = serializers.IntegerField(source="free_amount", help_text=UNITS)
    is_countered = serializers.BooleanField()

    class Meta:
        model = Payment
        fields = PAYMENT_FIELDS
        read_only_fields = fields


class InvoiceItemIn(Shape):
    """A line of an invoice."""

    text = serializers.CharField(max_length=200)
    amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)


class InvoicesView(ApiView):
    """The invoices of a club."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Which invoices."""

        state = serializers.ChoiceField(INVOICE_STATE_CHOICES, required=False)

    class Input(Shape):
        """Who pays, and what for."""

        payer = serializers.IntegerField(min_value=1, max_value=LARGEST)
        subject = serializers.CharField(max_length=200)
        items = InvoiceItemIn(many=True, allow_empty=False, max_length=MAX_ITEMS)  # type: ignore[call-arg]  # of the list

    class Output(Shape):
        """One page of invoices."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = InvoiceOut(many=True)

    @extend_schema(
        operation_id="invoices_list",
        summary="Invoices of a club, the newest first",
        parameters=[Query, *PAGE],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """A page of them."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = invoices_of(organisation_id=organisation_by_slug(slug=slug).pk)
        state = asked.validated_data.get("state")
        return page_of(self, request, rows.filter(state=state) if state else rows, InvoiceOut)

    @extend_schema(
        operation_id="invoices_issue",
        summary="Write an invoice for something else than a fee",
        description="Sent twice it is two: an invoice is taken back by cancelling it.",
        request=Input,
        responses={201: InvoiceOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """With a number of the club's own and a mail to the payer."""
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
    """The payments to a club."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """Money that came."""

        payer = serializers.IntegerField(min_value=1, max_value=LARGEST)
        amount = serializers.IntegerField(min_value=1, max_value=LARGEST, help_text=UNITS)
        received_on = serializers.DateField()
        method = serializers.ChoiceField(PaymentMethod.choices)
        key = serializers.CharField(max_length=100, help_text="The same key again is the same payment.")
        text = serializers.CharField(max_length=300, default="", allow_blank=True)

    class Output(Shape):
        """One page of payments."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = PaymentOut(many=True)

    @extend_schema(
        operation_id="payments_list",
        summary="Payments to a club, the newest first",
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """A page of them."""
        rows = payments_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, rows, PaymentOut)

    @extend_schema(
        operation_id="payments_create",
        summary="Write a payment down; it pays the payer's open invoices in turn",
        request=Input,
        responses={201: PaymentOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Once for each key."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        club = organisation_by_slug(slug=slug)
        row = record_payment(
            organisation_id=club.pk, payer_id=payload.pop("payer"), actor=actor_of(request), **payload
        )
        made = payments_of(organisation_id=club.pk).get(pk=row.pk)
        return Response(PaymentOut(made).data, status=status.HTTP_201_CREATED)


class MoneyTotalsView(ApiView):
    """What is open now and what a year brought."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Of which year; the present one if left out."""

        year = serializers.IntegerField(min_value=2000, max_value=2199, required=False)

    class Output(Shape):
        """Sums in the smallest unit of the currency."""

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

    @extend_schema(
        operation_id="money_totals",
        summary="Sums of a club's books",
        parameters=[Query],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Of one club."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        club, today = organisation_by_slug(slug=slug), timezone.localdate()
        year = asked.validated_data.get("year", today.year)
        payload = {
            "year": year,
            "currency": money_settings_of(organisation_id=club.pk).currency,
            "totals": totals(organisation_id=club.pk, year=year, today=today),
        }
        return Response(self.Output(payload).data)
