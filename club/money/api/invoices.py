"""One invoice and one payment for programs: what can be done with them is counter-entries, never changes."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_invoice, scope_of_payment
from club.models import Invoice, Payment, PaymentMethod
from club.money.api.books import UNITS, InvoiceOut, PaymentOut
from club.money.api.ledger import LedgerEntryOut
from club.money.money_papers import invoice_paper, receipt_paper
from club.money.pages.current_club import as_pdf
from club.money.selectors.books import with_amounts, with_free
from club.money.selectors.treasury import parts_of, payments_on
from club.money.services.allocations import deallocate, use_credit
from club.money.services.books import MAX_AMOUNT
from club.money.services.invoices import cancel_invoice, claim_again, write_off
from club.money.services.payments import counter_payment, counter_refund, pay_invoice, refund_payment

PDF = "application/pdf"
CHANGED = problems(400, 401, 403, 404, 409, 415, 422)
STEPS: dict[str, Any] = {"cancel": cancel_invoice, "write_off": write_off, "claim_again": claim_again}
MOST_KEY = 2**63 - 1


class InvoiceItemOut(Shape):
    """A line of an invoice."""

    text = serializers.CharField()
    amount = serializers.IntegerField(help_text=UNITS)
    person = serializers.IntegerField(source="person_id", allow_null=True)


class PaidPartOut(Shape):
    """With how much a payment is on an invoice."""

    invoice = serializers.IntegerField()
    payment = serializers.IntegerField()
    amount = serializers.IntegerField(help_text=UNITS)


class WholeInvoiceOut(Shape):
    """An invoice with its lines, its entries and its payments."""

    invoice = InvoiceOut()
    lines = InvoiceItemOut(many=True)
    entries = LedgerEntryOut(many=True)
    payments = PaidPartOut(many=True)


class WholePaymentOut(Shape):
    """A payment with the invoices it is on, and its entries."""

    payment = PaymentOut()
    parts = PaidPartOut(many=True)
    entries = LedgerEntryOut(many=True)


def _invoice(number: int) -> Any:
    rows = with_amounts(Invoice.objects.select_related("organisation", "payer", "run"))
    return get_object_or_404(rows, pk=number)


def _payment(number: int) -> Any:
    return get_object_or_404(with_free(Payment.objects.select_related("organisation", "payer")), pk=number)


def _invoice_response(number: int, code: int = status.HTTP_200_OK) -> Response:
    row = _invoice(number)
    payload: Any = {
        "invoice": row,
        "lines": row.lines.all(),
        "entries": row.entries.order_by("pk"),
        "payments": [
            {"invoice": row.pk, "payment": one.pk, "amount": amount} for one, amount in payments_on(row)
        ],
    }
    return Response(WholeInvoiceOut(payload).data, status=code)


def _payment_response(number: int, code: int = status.HTTP_200_OK) -> Response:
    row = _payment(number)
    payload: Any = {
        "payment": row,
        "parts": [{"invoice": one.pk, "payment": row.pk, "amount": amount} for one, amount in parts_of(row)],
        "entries": row.entries.order_by("pk"),
    }
    return Response(WholePaymentOut(payload).data, status=code)


class InvoiceView(ApiView):
    """One invoice."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    @extend_schema(
        operation_id="invoices_read",
        summary="One invoice with its lines, entries and payments",
        responses={200: WholeInvoiceOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, invoice_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """As it stands now."""
        return _invoice_response(invoice_id)


class InvoicePaperView(ApiView):
    """An invoice on paper."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    @extend_schema(
        operation_id="invoices_paper",
        summary="An invoice as PDF, with the bank's code where it fits",
        responses={(200, PDF): OpenApiTypes.BINARY, **problems(401, 403, 404)},
    )
    def get(self, request: Request, invoice_id: int) -> HttpResponse:  # noqa: ARG002 - the framework's signature
        """As it was sent."""
        row = _invoice(invoice_id)
        return as_pdf(invoice_paper(row, list(row.lines.all())), f"{row.reference}")


class InvoiceStepView(ApiView):
    """What becomes of an invoice that is not paid."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    class Input(Shape):
        """Which step, and why."""

        step = serializers.ChoiceField(list(STEPS))
        reason = serializers.CharField(max_length=500)

    @extend_schema(
        operation_id="invoices_step",
        summary="Cancel an invoice, write off what is open, or ask for it again",
        request=Input,
        responses={200: WholeInvoiceOut, **CHANGED},
    )
    def post(self, request: Request, invoice_id: int) -> Response:
        """A counter-entry: the invoice itself stays as it was sent."""
        payload = self.Input.validated_from(request.data)
        STEPS[payload["step"]](invoice_id=invoice_id, reason=payload["reason"], actor=actor_of(request))
        return _invoice_response(invoice_id)


class InvoicePayView(ApiView):
    """Money for one invoice."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    class Input(Shape):
        """Money that came."""

        amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)
        received_on = serializers.DateField()
        method = serializers.ChoiceField(PaymentMethod.choices)
        key = serializers.CharField(max_length=100, help_text="The same key again is the same payment.")
        text = serializers.CharField(max_length=300, default="", allow_blank=True)

    @extend_schema(
        operation_id="invoices_pay",
        summary="Write down a payment of an invoice",
        request=Input,
        responses={201: WholeInvoiceOut, **CHANGED},
    )
    def post(self, request: Request, invoice_id: int) -> Response:
        """What is more than open stays as credit."""
        pay_invoice(invoice_id=invoice_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return _invoice_response(invoice_id, status.HTTP_201_CREATED)


class PaymentView(ApiView):
    """One payment."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    class Input(Shape):
        """Why it is taken back."""

        reason = serializers.CharField(max_length=500)

    @extend_schema(
        operation_id="payments_read",
        summary="One payment, the invoices it is on, its entries",
        responses={200: WholePaymentOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, payment_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """As it stands now."""
        return _payment_response(payment_id)

    @extend_schema(
        operation_id="payments_counter",
        summary="Take a payment back that was written down by mistake",
        request=Input,
        responses={200: WholePaymentOut, **CHANGED},
    )
    def post(self, request: Request, payment_id: int) -> Response:
        """What it paid is open again."""
        counter_payment(
            payment_id=payment_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return _payment_response(payment_id)


class ReceiptView(ApiView):
    """The receipt of a payment."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    @extend_schema(
        operation_id="payments_receipt",
        summary="The receipt of a payment as PDF",
        responses={(200, PDF): OpenApiTypes.BINARY, **problems(401, 403, 404)},
    )
    def get(self, request: Request, payment_id: int) -> HttpResponse:  # noqa: ARG002 - the framework's signature
        """One that was taken back has none: 404."""
        rows = with_free(Payment.objects.select_related("organisation", "payer"))
        row: Any = get_object_or_404(rows, pk=payment_id, is_countered=False)
        return as_pdf(receipt_paper(row, parts_of(row), row.organisation.name), f"receipt-{row.pk}")


class PaymentPartView(ApiView):
    """A payment on an invoice."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    @extend_schema(
        operation_id="payments_put",
        summary="Use what is free of a payment for an invoice",
        request=None,
        responses={200: WholePaymentOut, **problems(401, 403, 404, 409, 422)},
    )
    def put(self, request: Request, payment_id: int, invoice_id: int) -> Response:
        """As much as is free and open."""
        use_credit(payment_id=payment_id, invoice_id=invoice_id, actor=actor_of(request))
        return _payment_response(payment_id)

    @extend_schema(
        operation_id="payments_take_off",
        summary="Take a payment off an invoice; the money is free again",
        responses={200: WholePaymentOut, **problems(401, 403, 404, 409, 422)},
    )
    def delete(self, request: Request, payment_id: int, invoice_id: int) -> Response:
        """The invoice is open again."""
        deallocate(payment_id=payment_id, invoice_id=invoice_id, actor=actor_of(request))
        return _payment_response(payment_id)


class RefundsView(ApiView):
    """Money that went back."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    class Input(Shape):
        """How much of what is free, and why."""

        amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)
        reason = serializers.CharField(max_length=500)
        key = serializers.CharField(max_length=100, help_text="The same key again is the same refund.")
        on = serializers.DateField(default=None, allow_null=True, help_text="Today if left out.")

    class Back(Shape):
        """The entry of a refund that did not happen."""

        entry = serializers.IntegerField(min_value=1, max_value=MOST_KEY)
        reason = serializers.CharField(max_length=500)

    @extend_schema(
        operation_id="payments_refund",
        summary="Write down that money of a payment went back",
        request=Input,
        responses={201: WholePaymentOut, **CHANGED},
    )
    def post(self, request: Request, payment_id: int) -> Response:
        """No more than is free."""
        refund_payment(
            payment_id=payment_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return _payment_response(payment_id, status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="payments_counter_refund",
        summary="Take a refund back that did not happen",
        request=Back,
        responses={200: WholePaymentOut, **CHANGED},
    )
    def put(self, request: Request, payment_id: int) -> Response:
        """The money is free again."""
        payload = self.Back.validated_from(request.data)
        counter_refund(
            payment_id=payment_id,
            entry_id=payload["entry"],
            reason=payload["reason"],
            actor=actor_of(request),
        )
        return _payment_response(payment_id)
