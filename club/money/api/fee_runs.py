"""Fee runs and reminders of a club for programs: looked at first, then booked as they were looked at."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
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
    """A run that was booked."""

    id = serializers.IntegerField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    booked_at = serializers.DateTimeField()
    made_by = serializers.CharField()


class FeeLineOut(Shape):
    """One member: an amount with the facts behind it, or why there is none."""

    person = serializers.IntegerField(source="person_id")
    payer = serializers.IntegerField(source="payer_id")
    plan = serializers.CharField()
    amount = serializers.IntegerField()
    why_not = serializers.ChoiceField(WHY_NOT_CHOICES, allow_null=True)
    facts = serializers.ListField(child=serializers.DictField())


class FeePreviewView(ApiView):
    """What a run would book."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """The time, whole months."""

        starts_on = serializers.DateField()
        ends_on = serializers.DateField()

    class Output(Shape):
        """A line for every member; `seen` is said when it is booked."""

        currency = serializers.CharField()
        total = serializers.IntegerField()
        seen = serializers.CharField()
        lines = FeeLineOut(many=True)

    @extend_schema(
        operation_id="fee_runs_preview",
        summary="Who would pay what for a time, and why others would not",
        parameters=[Query],
        responses={200: Output, **problems(400, 401, 403, 404, 422)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """As things are now."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        period = period_of(**asked.validated_data)
        preview: Any = fee_preview(organisation_id=organisation_by_slug(slug=slug).pk, period=period)
        return Response(self.Output(preview).data)


class FeeRunsView(ApiView):
    """The runs of a club."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """The time, and what stands for what was looked at."""

        starts_on = serializers.DateField()
        ends_on = serializers.DateField()
        seen = serializers.CharField(max_length=64)

    @extend_schema(
        operation_id="fee_runs_list",
        summary="Booked fee runs, the latest first",
        responses={200: FeeRunOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """All of them."""
        club = organisation_by_slug(slug=slug)
        runs: Any = booked_runs(organisation_id=club.pk)
        return Response(FeeRunOut(runs, many=True).data)

    @extend_schema(
        operation_id="fee_runs_book",
        summary="Book a fee run as it was looked at",
        request=Input,
        responses={201: FeeRunOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """409 where something changed since."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        run: Any = book_fee_run(
            organisation_id=organisation_by_slug(slug=slug).pk,
            seen=payload.pop("seen"),
            period=period_of(**payload),
            actor=actor_of(request),
            site=request.build_absolute_uri("/").rstrip("/"),
        )
        return Response(FeeRunOut(run).data, status=status.HTTP_201_CREATED)


class FeeAdjustmentView(ApiView):
    """What somebody pays in a run by hand."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """In which time, who, how much and why."""

        starts_on = serializers.DateField()
        ends_on = serializers.DateField()
        person = serializers.IntegerField(min_value=1, max_value=LARGEST)
        amount = serializers.IntegerField(
            min_value=0, max_value=MAX_AMOUNT, allow_null=True, help_text="null: back to what is reckoned."
        )
        reason = serializers.CharField(max_length=300, default="", allow_blank=True)

    @extend_schema(
        operation_id="fee_runs_adjust",
        summary="Say by hand what somebody pays in a run, and why",
        request=Input,
        responses={204: None, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, slug: str) -> Response:
        """The preview tells it from then on; its `seen` is another one."""
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
    """One run that was booked."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_fee_run)]

    class Input(Shape):
        """Why it is cancelled."""

        reason = serializers.CharField(max_length=500)

    @extend_schema(
        operation_id="fee_runs_cancel",
        summary="Cancel every invoice of a run on which nothing was paid",
        request=Input,
        responses={200: FeeRunOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, run_id: int) -> Response:
        """Those with payments stay."""
        run: Any = cancel_fee_run(
            run_id=run_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(FeeRunOut(run).data)


class RemindersView(ApiView):
    """The reminders of a club."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Line(Shape):
        """An open invoice with the step that is due, or why none is."""

        invoice = serializers.IntegerField(source="invoice.pk")
        open = serializers.IntegerField(source="invoice.open_amount")
        step = serializers.IntegerField(source="step.number", default=None, allow_null=True)
        why_not = serializers.ChoiceField(NOT_REMINDED_CHOICES, allow_null=True)
        next_on = serializers.DateField(allow_null=True)

    class Input(Shape):
        """The steps to take."""

        steps = serializers.ListField(
            child=serializers.ListField(
                child=serializers.IntegerField(min_value=1, max_value=LARGEST), min_length=2, max_length=2
            ),
            max_length=MAX_STEPS,
            help_text="Pairs: the number of the invoice, the number of the step.",
        )

    class Output(Shape):
        """How many steps were taken."""

        taken = serializers.IntegerField()

    @extend_schema(
        operation_id="reminders_list",
        summary="Open invoices with the step of reminding that is due",
        responses={200: Line(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """All that are open."""
        lines: Any = reminder_lines(organisation_id=organisation_by_slug(slug=slug).pk)
        return Response(self.Line(lines, many=True).data)

    @extend_schema(
        operation_id="reminders_send",
        summary="Take steps of reminding that are due",
        request=Input,
        responses={200: Output, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """All of them, or none."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        taken = send_reminders(
            organisation_id=organisation_by_slug(slug=slug).pk,
            steps=[(invoice, step) for invoice, step in given.validated_data["steps"]],
            actor=actor_of(request),
            site=request.build_absolute_uri("/").rstrip("/"),
        )
        return Response({"taken": len(taken)})
