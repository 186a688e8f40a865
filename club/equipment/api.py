"""API of a club's equipment: items, loans and returns."""

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_equipment, scope_of_loan
from club.core.selectors import organisation_by_slug
from club.equipment.selectors import EquipmentFilters, equipment_of, loans_of
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
    """An item of equipment. `open_loans` are its current loans; `price` is in minor units."""

    open_loans = EquipmentLoanOut(many=True)

    class Meta:
        model = EquipmentItem
        fields = [
            *("id", "kind", "name", "serial", "count", "lent", "place", "bought_on", "price", "currency"),
            *("condition", "is_gone", "open_loans"),
        ]
        read_only_fields = fields


class EquipmentsView(ApiView):
    permission_classes = [needs(Capability.KEEP_EQUIPMENT)]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        q = serializers.CharField(default="", help_text="Words of the name, the serial number or the place.")
        kind = serializers.ChoiceField(EquipmentKind.choices, default="")
        overdue = serializers.BooleanField(
            default=False, help_text="If true, only items with an overdue loan. Default: false."
        )

    class Input(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        kind = serializers.ChoiceField(EquipmentKind.choices)
        name = serializers.CharField(max_length=120)
        serial = serializers.CharField(max_length=60, default="", allow_blank=True)
        count = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
        place = serializers.CharField(max_length=120, default="", allow_blank=True)
        bought_on = serializers.DateField(default=None, allow_null=True)
        condition = serializers.ChoiceField(EquipmentCondition.choices, default=EquipmentCondition.GOOD)

    class Page(PageOut):
        results = EquipmentOut(many=True)

    class Output(Shape):
        id = serializers.IntegerField()

    @operation("equipment_list", Page, query=Query, parameters=PAGE, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List the equipment that a club still owns, with its current loans."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.KEEP_EQUIPMENT, Scope(club.pk))
        state = "overdue" if payload["overdue"] else ""
        filters = EquipmentFilters(words=payload["q"], kind=payload["kind"], state=state)
        pages = Pages()
        page = pages.paginate_queryset(
            equipment_of(organisation_id=club.pk, filters=filters), request, view=self
        )
        return pages.get_paginated_response(EquipmentOut(page, many=True).data)

    @operation("equipment_create", {201: Output}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Add an item of equipment."""
        payload = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_equipment(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response({"id": row.pk}, status=status.HTTP_201_CREATED)


class EquipmentItemView(ApiView):
    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)]

    class Input(Shape):
        kind = serializers.ChoiceField(EquipmentKind.choices, required=False)
        name = serializers.CharField(max_length=120, required=False)
        serial = serializers.CharField(max_length=60, allow_blank=True, required=False)
        count = serializers.IntegerField(min_value=1, max_value=MOST, required=False)
        place = serializers.CharField(max_length=120, allow_blank=True, required=False)
        bought_on = serializers.DateField(allow_null=True, required=False)
        condition = serializers.ChoiceField(EquipmentCondition.choices, required=False)
        is_gone = serializers.BooleanField(
            required=False, help_text="True if the club no longer owns the item: sold, lost or thrown away."
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @operation("equipment_read", EquipmentOut)
    def get(self, request: Request, item_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one item with its current loans."""
        return self._item_response(item_id)

    @operation("equipment_change", EquipmentOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, item_id: int) -> Response:
        """Change an item of equipment. Answers 409 if the quantity is lower than the number on loan."""
        change_equipment(item_id=item_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return self._item_response(item_id)

    @operation("equipment_remove", refusals=(409,))
    def delete(self, request: Request, item_id: int) -> Response:
        """Delete an item that was added by mistake. Answers 409 if it has loans: set `is_gone` instead."""
        remove_equipment(item_id=item_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def _item_response(item_id: int) -> Response:
        row = get_object_or_404(EquipmentItem, pk=item_id)
        filters = EquipmentFilters(state="gone" if row.is_gone else "")
        rows = equipment_of(organisation_id=row.organisation_id, filters=filters)
        return Response(EquipmentOut(rows.get(pk=row.pk)).data)


class EquipmentLoansView(ApiView):
    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_equipment)]

    class Input(Shape):
        person = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)
        purpose = serializers.CharField(max_length=200, default="", allow_blank=True)
        count = serializers.IntegerField(min_value=1, max_value=MOST, default=1)
        due_on = serializers.DateField(default=None, allow_null=True)

    class Output(PageOut):
        results = EquipmentLoanOut(many=True)

    @operation("equipment_loans_list", Output, parameters=PAGE)
    def get(self, request: Request, item_id: int) -> Response:
        """List the loans of an item, current ones first."""
        return page_of(self, request, loans_of(item_id=item_id), EquipmentLoanOut)

    @operation("equipment_lend", {201: EquipmentLoanOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, item_id: int) -> Response:
        """Lend an item. Answers 409 if fewer than `count` are available."""
        payload = self.Input.validated_from(request.data)
        row = lend_equipment(
            item_id=item_id, person_id=payload.pop("person"), actor=actor_of(request), **payload
        )
        return Response(EquipmentLoanOut(row).data, status=status.HTTP_201_CREATED)


class EquipmentLoanView(ApiView):
    permission_classes = [needs(Capability.KEEP_EQUIPMENT, scope=scope_of_loan)]

    class Input(Shape):
        condition = serializers.ChoiceField(EquipmentCondition.choices, default=EquipmentCondition.GOOD)
        note = serializers.CharField(max_length=300, default="", allow_blank=True)

    @operation("equipment_take_back", EquipmentLoanOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, loan_id: int) -> Response:
        """Record the return of a loan."""
        payload = self.Input.validated_from(request.data)
        row = return_equipment(loan_id=loan_id, actor=actor_of(request), **payload)
        return Response(EquipmentLoanOut(row).data)

    @operation("equipment_remove_loan", refusals=(409,))
    def delete(self, request: Request, loan_id: int) -> Response:
        """Delete a loan that was recorded by mistake. A returned one cannot be deleted."""
        remove_loan(loan_id=loan_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
