"""API of plans and memberships. It uses the same services as the pages of the desk."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_membership, scope_of_plan
from club.core.selectors import organisation_by_slug
from club.members.selectors.members import plans_of
from club.members.services.memberships import (
    change_membership,
    end_membership,
    pause_membership,
    remove_membership,
    resume_membership,
    start_membership,
)
from club.members.services.plans import add_plan, change_plan, remove_plan
from club.models import Membership, MembershipPlan, PlanKind

LARGEST = 2**63 - 1


class PlanOut(serializers.ModelSerializer[MembershipPlan]):
    """Membership plan."""

    class Meta:
        model = MembershipPlan
        fields = ["id", "name", "kind", "is_offered"]
        read_only_fields = fields


class MembershipOut(serializers.ModelSerializer[Membership]):
    """Membership: a period in which a person belongs to a club."""

    plan = PlanOut()

    class Meta:
        model = Membership
        fields = ["id", "person", "plan", "starts_on", "ends_on", "state"]
        read_only_fields = fields


class PlanIn(Shape):
    """Input of a plan."""

    name = serializers.CharField(max_length=80)
    kind = serializers.ChoiceField(PlanKind.choices)
    is_offered = serializers.BooleanField(default=True)


class PlansView(ApiView):
    """Membership plans of a club."""

    permission_classes = [
        needs(Capability.SEE_PLANS, methods={"GET", "HEAD", "OPTIONS"}),
        needs(Capability.KEEP_MEMBERS, methods={"POST"}),
    ]

    class Query(Shape):
        """Query: the club whose plans to list."""

        club = serializers.CharField(help_text="Short name of the club.")

    class Input(PlanIn):
        """Input of a new plan in a club."""

        club = serializers.CharField(help_text="Short name of the club.")

    @extend_schema(
        operation_id="plans_list",
        summary="List membership plans, offered ones first",
        parameters=[Query],
        responses={200: PlanOut(many=True), **problems(400, 401, 403, 422)},
    )
    def get(self, request: Request) -> Response:
        """Return the plans of one club."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        club = organisation_by_slug(slug=asked.validated_data["club"])
        require_permission(actor_of(request), Capability.SEE_PLANS, Scope(club.pk))
        return Response(PlanOut(plans_of(organisation_id=club.pk), many=True).data)

    @extend_schema(
        operation_id="plans_create",
        summary="Create a plan",
        request=Input,
        responses={201: PlanOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Add a plan to a club. Answers 409 if the club has a plan of this name."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        club = organisation_by_slug(slug=payload.pop("club"))
        plan = add_plan(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(PlanOut(plan).data, status=status.HTTP_201_CREATED)


class PlanView(ApiView):
    """One membership plan."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_plan)]

    @extend_schema(
        operation_id="plans_change",
        summary="Change a plan",
        request=PlanIn,
        responses={200: PlanOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def put(self, request: Request, plan_id: int) -> Response:
        """Replace the fields of a plan, for all its members."""
        given = PlanIn(data=request.data)
        given.is_valid(raise_exception=True)
        plan = change_plan(plan_id=plan_id, actor=actor_of(request), **given.validated_data)
        return Response(PlanOut(plan).data)

    @extend_schema(
        operation_id="plans_remove",
        summary="Delete an unused plan",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, plan_id: int) -> Response:
        """Delete an unused plan. Answers 409 if it has memberships: set `is_offered` to false instead."""
        remove_plan(plan_id=plan_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembershipIn(Shape):
    """Input of a membership: plan, first day, last day (null for none) and reason."""

    plan = serializers.IntegerField(min_value=1, max_value=LARGEST)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(default=None, allow_null=True)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class MembershipsView(ApiView):
    """Memberships of persons known to the club."""

    permission_classes = [needs(Capability.KEEP_MEMBERS)]

    class Input(MembershipIn):
        """Input of a new membership."""

        person = serializers.IntegerField(min_value=1, max_value=LARGEST)

    @extend_schema(
        operation_id="memberships_create",
        summary="Start a membership of a person",
        request=Input,
        responses={201: MembershipOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Start a membership. Answers 409 if it overlaps another one or the plan is no longer offered."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        numbers = {"person_id": payload.pop("person"), "plan_id": payload.pop("plan")}
        row = start_membership(actor=actor_of(request), **numbers, **payload)
        return Response(MembershipOut(row).data, status=status.HTTP_201_CREATED)


class MembershipView(ApiView):
    """One membership."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_membership)]

    @extend_schema(
        operation_id="memberships_change",
        summary="Correct a membership",
        request=MembershipIn,
        responses={200: MembershipOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, membership_id: int) -> Response:
        """Replace the plan and the days of the membership."""
        given = MembershipIn(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        row = change_membership(
            membership_id=membership_id, plan_id=payload.pop("plan"), actor=actor_of(request), **payload
        )
        return Response(MembershipOut(row).data)

    @extend_schema(
        operation_id="memberships_remove",
        summary="Delete a membership entered by mistake",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, membership_id: int) -> Response:
        """Delete a membership entered by mistake. If the member leaves, end the membership instead."""
        remove_membership(membership_id=membership_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembershipStepView(ApiView):
    """Change of a membership's state."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_membership)]

    class Input(Shape):
        """Input of a step: pause, resume or end, its day and the reason."""

        step = serializers.ChoiceField(["pause", "resume", "end"])
        on = serializers.DateField(
            default=None, allow_null=True, help_text="Day of the step. If omitted, today."
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @extend_schema(
        operation_id="memberships_step",
        summary="Pause, resume or end a membership",
        request=Input,
        responses={200: MembershipOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, membership_id: int) -> Response:
        """Apply the step. Answers 409 if the current state does not allow it."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        steps = {"pause": pause_membership, "resume": resume_membership, "end": end_membership}
        row = steps[payload.pop("step")](membership_id=membership_id, actor=actor_of(request), **payload)
        return Response(MembershipOut(row).data)
