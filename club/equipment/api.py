"""API of a club's equipment: items, loans and returns."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages, page_of, problems
from club.core.api.documents import PageOut, Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_equipment, scope_of_loan
from club.core.selectors import organisation_by_slug
from club.equipment.selectors.equipment import EquipmentFilters, equipment_of, loans_of
from club.equipment.services.equipment import add_equipment, change_equipment, remove_equipment
from club.equipment.services.equipment_loans import lend_equipment, remove_loan, return_equipment
from club.members.api.memberships import LARGEST
from club.models import EquipmentCondition, EquipmentItem, EquipmentKind, EquipmentLoan

MOST = 100_000


class EquipmentLoanOut(serializers.ModelSerializer[EquipmentLoan]):
    """A loan."""

    class Meta:
        model = EquipmentLoan
        fields = [
            "id",
            "item",
            "person",
            "purpose",
            "count",
            "out_on",
            "due_on",
            "back_on",
            "condition",
            "note",
        ]
        read_only_fields = fields


class EquipmentOut(serializers.ModelSerializer[EquipmentItem]):
    """A thing; `open_loans` are those that go on."""

    open_loans = EquipmentLoanOut(many=True)

    class Meta:
        model = EquipmentItem
        fields = [
            *("id", "kind", "name", "serial", "count", "lent", "place", "bought_on", "price", "currency"),
            *("condition", "is_gone", "open_loans"),
        ]
        read_only_fields = fields


class EquipmentsView(ApiView):
    """The equipment of a club."""

    permission_classes = [needs(Capability.KEEP_EQUIPMENT)]

    class Query(Shape):
        """Which things."""

        club = serializers.CharField(help_text="The club's short name.")
        q = serializers.CharField(default="", help_text="Words of name, number or place.")
        kind = serializers.ChoiceField(EquipmentKind.choices, default="")
        overdue = serializers.BooleanField(default=False, help_text="Only what should be back.")

    class Input(Shape):
        """A thing the club has; prices are whole minor units."""

        club = serializers.CharField(help_text="The club's short name.")
        kind = serializers.ChoiceField(EquipmentKind.choices)
        name = serializers.CharField(max_length=120)
        serial = serializers.CharField(max_length=60, default="", allow_blank=True)
        count = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
        place = serializers.CharField(max_length=120, default="", allow_blank=True)
        bought_on = serializers.DateField(default=None, allow_null=True)
        condition = serializers.ChoiceField(EquipmentCondition.choices, default=EquipmentCondition.GOOD)

    class Page(Shape):
        """One page of things."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = EquipmentOut(many=True)

    class Output(Shape):
        """The number of a new thing."""

        id = serializers.IntegerField()

    @extend_schema(
        operation_id="equipment_list",
        summary="Equipment and who has it",
        parameters=[Query, OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Page, **problems(400, 401, 403, 404, 422)},
    )
    def get(self, request: Request) -> Response:
        """The things of a club."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        payload = asked.validated_data
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.KEEP_EQUIPMENT, Scope(club.pk))
        state = "overdue" if payload["overdue"] else ""
        filters = EquipmentFilters(words=payload["q"], kind=payload["kind"], state=state)
        pages = Pages()
        page = pages.paginate_queryset(
            equipment_of(organisation_id=club.pk, filters=filters), request, view=self
        )
        return pages.get_paginated_response(EquipmentOut(page, many=True).data)

    @extend_schema(
        operation_id="equipment_create",
        summary="Write down a thing",
        request=Input,
        responses={201: Output, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Write down a thing."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload: dict[str, Any] = dict(given.validated_data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_equipment(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response({"id": row.pk}, status=status.HTTP_201_CREATED)


class EquipmentItemView(ApiView):
    """One thing."""

    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)]

    class Input(Shape):
        """What changes; what is left out stays."""

        kind = serializers.ChoiceField(EquipmentKind.choices, required=False)
        name = serializers.CharField(max_length=120, required=False)
        serial = serializers.CharField(max_length=60, allow_blank=True, required=False)
        count = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
        place = serializers.CharField(max_length=120, allow_blank=True, required=False)
        bought_on = serializers.DateField(allow_null=True, required=False)
        condition = serializers.ChoiceField(EquipmentCondition.choices, required=False)
        is_gone = serializers.BooleanField(required=False, help_text="Sold, lost or thrown away.")
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @extend_schema(
        operation_id="equipment_read",
        summary="One thing and who has it",
        responses={200: EquipmentOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, item_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """As it stands."""
        return self._item_response(item_id)

    @extend_schema(
        operation_id="equipment_change",
        summary="Put right what is written down of a thing",
        request=Input,
        responses={200: EquipmentOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def patch(self, request: Request, item_id: int) -> Response:
        """No fewer than are lent."""
        change_equipment(item_id=item_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return self._item_response(item_id)

    @extend_schema(
        operation_id="equipment_remove",
        summary="Remove a thing that was written down by mistake",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, item_id: int) -> Response:
        """409 once it was lent: then it is gone."""
        remove_equipment(item_id=item_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def _item_response(item_id: int) -> Response:
        row = get_object_or_404(EquipmentItem, pk=item_id)
        filters = EquipmentFilters(state="gone" if row.is_gone else "")
        rows = equipment_of(organisation_id=row.organisation_id, filters=filters)
        return Response(EquipmentOut(rows.get(pk=row.pk)).data)


class EquipmentLoansView(ApiView):
    """The loans of a thing."""

    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)]

    class Input(Shape):
        """To whom, or for what."""

        person = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)
        purpose = serializers.CharField(max_length=200, default="", allow_blank=True)
        count = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
        due_on = serializers.DateField(default=None, allow_null=True)

    class Output(PageOut):
        """One page of loans."""

        results = EquipmentLoanOut(many=True)

    @extend_schema(
        operation_id="equipment_loans_list",
        summary="The loans of a thing, those that go on first",
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, item_id: int) -> Response:
        """Who had it, and how it came back."""
        return page_of(self, request, loans_of(item_id=item_id), EquipmentLoanOut)

    @extend_schema(
        operation_id="equipment_lend",
        summary="Lend a thing",
        request=Input,
        responses={201: EquipmentLoanOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, item_id: int) -> Response:
        """Lend as many as are at hand at most."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        row = lend_equipment(
            item_id=item_id, person_id=payload.pop("person"), actor=actor_of(request), **payload
        )
        return Response(EquipmentLoanOut(row).data, status=status.HTTP_201_CREATED)


class EquipmentLoanView(ApiView):
    """One loan."""

    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_loan)]

    class Input(Shape):
        """How it came back."""

        condition = serializers.ChoiceField(EquipmentCondition.choices, default=EquipmentCondition.GOOD)
        note = serializers.CharField(max_length=300, default="", allow_blank=True)

    @extend_schema(
        operation_id="equipment_take_back",
        summary="Take something back",
        request=Input,
        responses={200: EquipmentLoanOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, loan_id: int) -> Response:
        """End a loan."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        row = return_equipment(loan_id=loan_id, actor=actor_of(request), **given.validated_data)
        return Response(EquipmentLoanOut(row).data)

    @extend_schema(
        operation_id="equipment_remove_loan",
        summary="Remove a loan that was written down by mistake",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, loan_id: int) -> Response:
        """What came back is not removed."""
        remove_loan(loan_id=loan_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
