"""API of a club's fee runs and reminders. A run is previewed, then booked as previewed."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_books, scope_of_fee_run
from club.core.selectors import organisation_by_slug
from club.money.fees import WHY_NOT_CHOICES
from club.money.selectors.fee_runs import booked_runs, fee_preview
from club.money.selectors.reminders import NOT_REMINDED_CHOICES, reminder_lines
from club.money.services.books import MAX_AMOUNT
from club.money.services.fee_runs import adjust_fee, book_fee_run, cancel_fee_run, period_of
from club.money.services.reminders import send_reminders

LARGEST = 2**63 - 1
MAX_STEPS = 500


class FeeRunOut(Shape):
    """A booked fee run."""

    id = serializers.IntegerField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    booked_at = serializers.DateTimeField()
    made_by = serializers.CharField()


class FeeLineOut(Shape):
    """Line of one member: the amount with the facts behind it, or the reason why there is none."""

    person = serializers.IntegerField(source="person_id")
    payer = serializers.IntegerField(source="payer_id")
    plan = serializers.CharField()
    amount = serializers.IntegerField()
    why_not = serializers.ChoiceField(WHY_NOT_CHOICES, allow_null=True)
    facts = serializers.ListField(child=serializers.DictField())


class FeePreviewView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Query: the period, in whole months, at most three years."""

        starts_on = serializers.DateField()
        ends_on = serializers.DateField()

    class Output(Shape):
        """One line per member. Send `seen` back to book the run."""

        currency = serializers.CharField()
        total = serializers.IntegerField()
        seen = serializers.CharField()
        lines = FeeLineOut(many=True)

    @operation("fee_runs_preview", Output, query=Query, refusals=(422,))
    def get(self, request: Request, slug: str) -> Response:
        """Preview the fees of a period and the members not charged."""
        payload = self.Query.validated_from(request.query_params)
        period = period_of(**payload)
        preview: Any = fee_preview(organisation_id=organisation_by_slug(slug=slug).pk, period=period)
        return Response(self.Output(preview).data)


class FeeRunsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        starts_on = serializers.DateField()
        ends_on = serializers.DateField()
        seen = serializers.CharField(max_length=64)

    @operation("fee_runs_list", FeeRunOut(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the booked fee runs, latest period first."""
        club = organisation_by_slug(slug=slug)
        runs: Any = booked_runs(organisation_id=club.pk)
        return Response(FeeRunOut(runs, many=True).data)

    @operation("fee_runs_book", {201: FeeRunOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Book a fee run as previewed and queue its mails. Answers 409 if the data changed meanwhile."""
        payload = self.Input.validated_from(request.data)
        run: Any = book_fee_run(
            organisation_id=organisation_by_slug(slug=slug).pk,
            seen=payload.pop("seen"),
            period=period_of(**payload),
            actor=actor_of(request),
            site=site_of(request),
        )
        return Response(FeeRunOut(run).data, status=status.HTTP_201_CREATED)


class FeeAdjustmentView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        starts_on = serializers.DateField()
        ends_on = serializers.DateField()
        person = serializers.IntegerField(min_value=1, max_value=LARGEST)
        amount = serializers.IntegerField(
            min_value=0,
            max_value=MAX_AMOUNT,
            allow_null=True,
            help_text="In the smallest unit of the currency. If null, the computed amount applies.",
        )
        reason = serializers.CharField(max_length=300, default="", allow_blank=True)

    @operation("fee_runs_adjust", request=Input, refusals=(409, 422))
    def put(self, request: Request, slug: str) -> Response:
        """Set the fee of a member in a run manually. It changes the preview and its `seen`."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        adjust_fee(
            organisation_id=club.pk,
            period=period_of(payload.pop("starts_on"), payload.pop("ends_on")),
            person_id=payload.pop("person"),
            actor=actor_of(request),
            **payload,
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class FeeRunView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_fee_run)]

    class Input(Shape):
        reason = serializers.CharField(max_length=500)

    @operation("fee_runs_cancel", FeeRunOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, run_id: int) -> Response:
        """Cancel the invoices of a fee run that have no payment. Invoices with payments are unchanged."""
        run: Any = cancel_fee_run(
            run_id=run_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(FeeRunOut(run).data)


class RemindersView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Line(Shape):
        """Open invoice with the reminder step that is due, or the reason why none is."""

        invoice = serializers.IntegerField(source="invoice.pk")
        open = serializers.IntegerField(source="invoice.open_amount")
        step = serializers.IntegerField(source="step.number", default=None, allow_null=True)
        why_not = serializers.ChoiceField(NOT_REMINDED_CHOICES, allow_null=True)
        next_on = serializers.DateField(allow_null=True)

    class Input(Shape):
        steps = serializers.ListField(
            child=serializers.ListField(
                child=serializers.IntegerField(min_value=1, max_value=LARGEST), min_length=2, max_length=2
            ),
            max_length=MAX_STEPS,
            help_text="Pairs of the id of an invoice and the number of its due step.",
        )

    class Output(Shape):
        """Number of reminder steps applied."""

        taken = serializers.IntegerField()

    @operation("reminders_list", Line(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List open invoices with their due reminder steps, earliest due date first."""
        lines: Any = reminder_lines(organisation_id=organisation_by_slug(slug=slug).pk)
        return Response(self.Line(lines, many=True).data)

    @operation("reminders_send", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Send due reminders, all or none. Answers 409 if one of them is not due."""
        payload = self.Input.validated_from(request.data)
        taken = send_reminders(
            organisation_id=organisation_by_slug(slug=slug).pk,
            steps=[(invoice, step) for invoice, step in payload["steps"]],
            actor=actor_of(request),
            site=site_of(request),
        )
        return Response({"taken": len(taken)})
