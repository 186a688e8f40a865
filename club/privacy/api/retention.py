"""API of a club's retention periods: list, change, and preview of the next run."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.models import Organisation
from club.privacy.personal_data_sets import MAX_MONTHS
from club.privacy.selectors import due_now
from club.privacy.services.retention import set_months


class RetentionRuleOut(Shape):
    """Retention of one kind of data in months, and the number of rows the next run deletes."""

    kind = serializers.CharField(source="rule.kind")
    what = serializers.CharField(source="rule.label")
    told = serializers.CharField(
        source="rule.told", help_text="Text that describes when the retention period starts."
    )
    months = serializers.IntegerField(
        allow_null=True, help_text="Retention period in months. If null, indefinitely."
    )
    usual_months = serializers.IntegerField(source="rule.months", allow_null=True)
    due = serializers.IntegerField(source="count")


class RetentionView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Input(Shape):
        kind = serializers.CharField(max_length=40)
        months = serializers.IntegerField(
            min_value=1,
            max_value=MAX_MONTHS,
            allow_null=True,
            help_text="Retention period in months. If null, indefinitely.",
        )

    @operation("retention_list", RetentionRuleOut(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the retention rules of a club with the numbers of expired rows. Nothing is deleted."""
        return self._lines(organisation_by_slug(slug=slug))

    @operation("retention_set", RetentionRuleOut(many=True), request=Input, refusals=(422,))
    def put(self, request: Request, slug: str) -> Response:
        """Set the retention period of one kind of data. Returns all rules."""
        club, told = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        set_months(organisation_id=club.pk, actor=actor_of(request), **told)
        return self._lines(club)

    @staticmethod
    def _lines(club: Organisation) -> Response:
        lines: Any = due_now(organisation=club)
        return Response(RetentionRuleOut(lines, many=True).data)
