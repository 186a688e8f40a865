"""API of a club's money settings: account, fees of plans, reminder steps, fee terms."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_books, scope_of_plan
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST
from club.models import ConcessionKind, FeePart, FeePer, FeeRule, FeeTerms, MoneySettings, ReminderStep
from club.money.api.books import UNITS
from club.money.selectors.books import money_settings_of
from club.money.services.books import MAX_AMOUNT
from club.money.services.money_settings import (
    FULL_PERCENT,
    MAX_AGE,
    MAX_STEPS,
    MAX_WAIT_DAYS,
    Band,
    Step,
    remove_fee_rule,
    save_fee_rule,
    save_fee_terms,
    save_money_settings,
    save_reminder_steps,
)

MAX_BANDS = 20


class MoneySettingsOut(serializers.ModelSerializer[MoneySettings]):
    """Money settings of a club."""

    class Meta:
        model = MoneySettings
        fields = [
            *("currency", "creditor_name", "iban", "bic", "number_pattern", "tax_note", "payment_days"),
            *("household_most", "household_free_from", "reminds_by_itself"),
        ]
        read_only_fields = fields


class MoneySettingsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        currency = serializers.CharField(max_length=3, required=False)
        creditor_name = serializers.CharField(max_length=70, allow_blank=True, required=False)
        iban = serializers.CharField(max_length=60, allow_blank=True, required=False)
        bic = serializers.CharField(max_length=20, allow_blank=True, required=False)
        number_pattern = serializers.CharField(
            max_length=30,
            required=False,
            help_text="Format of the invoice numbers. Must contain `{year}` and `{number}`.",
        )
        tax_note = serializers.CharField(max_length=200, allow_blank=True, required=False)
        payment_days = serializers.IntegerField(min_value=0, max_value=MAX_WAIT_DAYS, required=False)
        household_most = serializers.IntegerField(
            min_value=1, max_value=MAX_AMOUNT, allow_null=True, required=False, help_text=UNITS
        )
        household_free_from = serializers.IntegerField(
            min_value=2, max_value=MAX_BANDS, allow_null=True, required=False
        )
        reminds_by_itself = serializers.BooleanField(required=False)

    @operation("money_settings_read", MoneySettingsOut)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the money settings of a club, or the defaults if none are stored."""
        row = money_settings_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return Response(MoneySettingsOut(row).data)

    @operation("money_settings_change", MoneySettingsOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, slug: str) -> Response:
        """Change the money settings of a club.

        Issued invoices are unchanged. Answers 409 for another currency after the first booking.
        """
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        site = site_of(request)
        row = save_money_settings(organisation_id=club.pk, site=site, actor=actor_of(request), **payload)
        return Response(MoneySettingsOut(row).data)


class AgeBandShape(Shape):
    """Reduction in per cent between two ages, both included."""

    from_age = serializers.IntegerField(min_value=0, max_value=MAX_AGE)
    to_age = serializers.IntegerField(min_value=0, max_value=MAX_AGE)
    percent = serializers.IntegerField(min_value=1, max_value=FULL_PERCENT)


class FeeRuleOut(serializers.ModelSerializer[FeeRule]):
    """Fee of a plan."""

    bands = AgeBandShape(many=True)

    class Meta:
        model = FeeRule
        fields = ["plan", "amount", "per", "part", "bands"]
        read_only_fields = fields


class FeeRulesView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    @operation("fee_rules_list", FeeRuleOut(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the fees of a club's plans, sorted by plan name. A plan that is not listed costs nothing."""
        rows = FeeRule.objects.filter(plan__organisation=organisation_by_slug(slug=slug))
        rows = rows.order_by("plan__name", "pk")
        return Response(FeeRuleOut(rows.prefetch_related("bands"), many=True).data)


class FeeRuleView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_plan)]

    class Input(Shape):
        """Input of a fee. It applies from the next fee run on."""

        amount = serializers.IntegerField(min_value=0, max_value=MAX_AMOUNT, help_text=UNITS)
        per = serializers.ChoiceField(FeePer.choices, default=FeePer.YEAR)
        part = serializers.ChoiceField(FeePart.choices, default=FeePart.MONTH)
        bands = AgeBandShape(many=True, default=list, max_length=MAX_BANDS)  # type: ignore[call-arg]  # of the list

    @operation("fee_rules_set", FeeRuleOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, plan_id: int) -> Response:
        """Set the fee of a plan."""
        payload = self.Input.validated_from(request.data)
        bands = [Band(**one) for one in payload.pop("bands")]
        row = save_fee_rule(plan_id=plan_id, bands=bands, actor=actor_of(request), **payload)
        return Response(FeeRuleOut(row).data)

    @operation("fee_rules_remove", refusals=(409,))
    def delete(self, request: Request, plan_id: int) -> Response:
        """Remove the fee of a plan. Existing invoices are unchanged."""
        remove_fee_rule(plan_id=plan_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReminderStepShape(Shape):
    """Reminder step: days after the due date of the invoice, a fee, and the text of the mail."""

    days = serializers.IntegerField(min_value=1, max_value=MAX_WAIT_DAYS)
    fee = serializers.IntegerField(min_value=0, max_value=MAX_AMOUNT, default=0, help_text=UNITS)
    text = serializers.CharField(max_length=2000, default="", allow_blank=True)


class ReminderStepsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """Input of all reminder steps, each with more days than the one before."""

        steps = ReminderStepShape(many=True, max_length=MAX_STEPS)  # type: ignore[call-arg]  # of the list

    @operation("reminder_steps_list", ReminderStepShape(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the reminder steps of a club."""
        return self._steps_response(organisation_by_slug(slug=slug).pk)

    @operation("reminder_steps_set", ReminderStepShape(many=True), request=Input, refusals=(409, 422))
    def put(self, request: Request, slug: str) -> Response:
        """Replace the reminder steps of a club."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        steps = [Step(**one) for one in payload["steps"]]
        save_reminder_steps(organisation_id=club.pk, steps=steps, actor=actor_of(request))
        return self._steps_response(club.pk)

    @staticmethod
    def _steps_response(organisation_id: int) -> Response:
        rows: Any = ReminderStep.objects.filter(organisation_id=organisation_id).order_by("number")
        return Response(ReminderStepShape(rows, many=True).data)


class FeeTermsOut(serializers.ModelSerializer[FeeTerms]):
    """Payer and reduction for a person, with the reason."""

    class Meta:
        model = FeeTerms
        fields = ["person", "payer", "kind", "percent", "until", "reason"]
        read_only_fields = fields


class FeeTermsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """Input of all fee terms of one person. Omitted fields are reset."""

        person = serializers.IntegerField(min_value=1, max_value=LARGEST)
        payer = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)
        kind = serializers.ChoiceField(ConcessionKind.choices, default=ConcessionKind.NONE)
        percent = serializers.IntegerField(min_value=0, max_value=FULL_PERCENT, default=0)
        until = serializers.DateField(
            default=None, allow_null=True, help_text="Last day of the reduction. If null, no time limit."
        )
        reason = serializers.CharField(max_length=300, default="", allow_blank=True)

    class Output(PageOut):
        results = FeeTermsOut(many=True)

    @operation("fee_terms_list", Output, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List the payers and fee reductions of persons, sorted by name."""
        rows = FeeTerms.objects.filter(organisation=organisation_by_slug(slug=slug))
        return page_of(self, request, rows.order_by("person__search_key", "pk"), FeeTermsOut)

    @operation("fee_terms_set", FeeTermsOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, slug: str) -> Response:
        """Set the payer and the fee reduction of a person."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        row = save_fee_terms(
            organisation_id=club.pk,
            person_id=payload.pop("person"),
            payer_id=payload.pop("payer"),
            actor=actor_of(request),
            **payload,
        )
        return Response(FeeTermsOut(row).data)
