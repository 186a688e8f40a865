"""API of one invoice and one payment. Changes are made by counter-entries; entries never change."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.pages.responses import PDF
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

STEPS: dict[str, Any] = {"cancel": cancel_invoice, "write_off": write_off, "claim_again": claim_again}
MOST_KEY = 2**63 - 1


class InvoiceItemOut(Shape):
    """A line of an invoice."""

    text = serializers.CharField()
    amount = serializers.IntegerField(help_text=UNITS)
    person = serializers.IntegerField(source="person_id", allow_null=True)


class PaidPartOut(Shape):
    """Amount of a payment that is allocated to an invoice."""

    invoice = serializers.IntegerField()
    payment = serializers.IntegerField()
    amount = serializers.IntegerField(help_text=UNITS)


class WholeInvoiceOut(Shape):
    """Invoice with its lines, ledger entries and allocated payments."""

    invoice = InvoiceOut()
    lines = InvoiceItemOut(many=True)
    entries = LedgerEntryOut(many=True)
    payments = PaidPartOut(many=True)


class WholePaymentOut(Shape):
    """Payment with the invoices it is allocated to, and its ledger entries."""

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
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    @operation("invoices_read", WholeInvoiceOut)
    def get(self, request: Request, invoice_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one invoice with its lines, entries and payments."""
        return _invoice_response(invoice_id)


class InvoicePaperView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    @operation("invoices_paper", {(200, PDF): OpenApiTypes.BINARY})
    def get(self, request: Request, invoice_id: int) -> HttpResponse:  # noqa: ARG002 - the framework's signature
        """Get an invoice as sent, as PDF, with the QR code of the transfer if possible."""
        row = _invoice(invoice_id)
        return as_pdf(invoice_paper(row, list(row.lines.all())), f"{row.reference}")


class InvoiceStepView(ApiView):
    """Step of an invoice: cancel, write off or claim again."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    class Input(Shape):
        step = serializers.ChoiceField(list(STEPS))
        reason = serializers.CharField(max_length=500)

    @operation("invoices_step", WholeInvoiceOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, invoice_id: int) -> Response:
        """Cancel an invoice, write it off or claim it again, by ledger entries. It stays as it was sent."""
        payload = self.Input.validated_from(request.data)
        STEPS[payload["step"]](invoice_id=invoice_id, reason=payload["reason"], actor=actor_of(request))
        return _invoice_response(invoice_id)


class InvoicePayView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_invoice)]

    class Input(Shape):
        amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)
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

    @operation("invoices_pay", {201: WholeInvoiceOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, invoice_id: int) -> Response:
        """Record a payment of an invoice. Any excess becomes credit. Answers 409 if nothing is open."""
        pay_invoice(invoice_id=invoice_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return _invoice_response(invoice_id, status.HTTP_201_CREATED)


class PaymentView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    class Input(Shape):
        reason = serializers.CharField(max_length=500)

    @operation("payments_read", WholePaymentOut)
    def get(self, request: Request, payment_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one payment with its invoices and entries."""
        return _payment_response(payment_id)

    @operation("payments_counter", WholePaymentOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, payment_id: int) -> Response:
        """Reverse a payment entered by mistake. Answers 409 if a part was refunded."""
        counter_payment(
            payment_id=payment_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return _payment_response(payment_id)


class ReceiptView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    @operation("payments_receipt", {(200, PDF): OpenApiTypes.BINARY})
    def get(self, request: Request, payment_id: int) -> HttpResponse:  # noqa: ARG002 - the framework's signature
        """Get the receipt of a payment as PDF. Answers 404 if the payment was reversed."""
        rows = with_free(Payment.objects.select_related("organisation", "payer"))
        row: Any = get_object_or_404(rows, pk=payment_id, is_countered=False)
        return as_pdf(receipt_paper(row, parts_of(row), row.organisation.name), f"receipt-{row.pk}")


class PaymentPartView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    @operation("payments_put", WholePaymentOut, refusals=(409, 422))
    def put(self, request: Request, payment_id: int, invoice_id: int) -> Response:
        """Allocate the unused amount of a payment to an invoice."""
        use_credit(payment_id=payment_id, invoice_id=invoice_id, actor=actor_of(request))
        return _payment_response(payment_id)

    @operation("payments_take_off", WholePaymentOut, refusals=(409, 422))
    def delete(self, request: Request, payment_id: int, invoice_id: int) -> Response:
        """Remove a payment from an invoice. The invoice is open again, and the amount is unused again."""
        deallocate(payment_id=payment_id, invoice_id=invoice_id, actor=actor_of(request))
        return _payment_response(payment_id)


class RefundsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_payment)]

    class Input(Shape):
        amount = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT, help_text=UNITS)
        reason = serializers.CharField(max_length=500)
        key = serializers.CharField(
            max_length=100,
            help_text=(
                "Idempotency key: a repeated key returns the existing refund; 409 if payment or amount "
                "differ."
            ),
        )
        on = serializers.DateField(
            default=None, allow_null=True, help_text="Day of the refund. If omitted, today."
        )

    class Back(Shape):
        entry = serializers.IntegerField(min_value=1, max_value=MOST_KEY)
        reason = serializers.CharField(max_length=500)

    @operation("payments_refund", {201: WholePaymentOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, payment_id: int) -> Response:
        """Record a refund of a payment. Answers 409 if it is above the unused amount of the payment."""
        refund_payment(
            payment_id=payment_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return _payment_response(payment_id, status.HTTP_201_CREATED)

    @operation("payments_counter_refund", WholePaymentOut, request=Back, refusals=(409, 422))
    def put(self, request: Request, payment_id: int) -> Response:
        """Reverse a refund that did not happen. The amount is unused again."""
        payload = self.Back.validated_from(request.data)
        counter_refund(
            payment_id=payment_id,
            entry_id=payload["entry"],
            reason=payload["reason"],
            actor=actor_of(request),
        )
        return _payment_response(payment_id)
