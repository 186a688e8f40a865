"""API of plans and memberships. It uses the same services as the pages of the desk."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
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
    permission_classes = [
        needs(Capability.SEE_PLANS, methods={"GET", "HEAD", "OPTIONS"}),
        needs(Capability.KEEP_MEMBERS, methods={"POST"}),
    ]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")

    class Input(PlanIn):
        club = serializers.CharField(help_text="Short name of the club.")

    @operation("plans_list", PlanOut(many=True), query=Query, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List the membership plans of a club, offered ones first."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.SEE_PLANS, Scope(club.pk))
        return Response(PlanOut(plans_of(organisation_id=club.pk), many=True).data)

    @operation("plans_create", {201: PlanOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create a plan. Answers 409 if the club has a plan of this name."""
        payload = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        plan = add_plan(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(PlanOut(plan).data, status=status.HTTP_201_CREATED)


class PlanView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_plan)]

    @operation("plans_change", PlanOut, request=PlanIn, refusals=(409,))
    def put(self, request: Request, plan_id: int) -> Response:
        """Change a plan for all its members."""
        payload = PlanIn.validated_from(request.data)
        plan = change_plan(plan_id=plan_id, actor=actor_of(request), **payload)
        return Response(PlanOut(plan).data)

    @operation("plans_remove", refusals=(409,))
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
    permission_classes = [needs(Capability.KEEP_MEMBERS)]

    class Input(MembershipIn):
        person = serializers.IntegerField(min_value=1, max_value=LARGEST)

    @operation("memberships_create", {201: MembershipOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Start a membership of a person. Answers 409 if it overlaps another or the plan is not offered."""
        payload = self.Input.validated_from(request.data)
        numbers = {"person_id": payload.pop("person"), "plan_id": payload.pop("plan")}
        row = start_membership(actor=actor_of(request), **numbers, **payload)
        return Response(MembershipOut(row).data, status=status.HTTP_201_CREATED)


class MembershipView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_membership)]

    @operation("memberships_change", MembershipOut, request=MembershipIn, refusals=(409, 422))
    def put(self, request: Request, membership_id: int) -> Response:
        """Correct the plan and the days of a membership."""
        payload = MembershipIn.validated_from(request.data)
        row = change_membership(
            membership_id=membership_id, plan_id=payload.pop("plan"), actor=actor_of(request), **payload
        )
        return Response(MembershipOut(row).data)

    @operation("memberships_remove", refusals=(409,))
    def delete(self, request: Request, membership_id: int) -> Response:
        """Delete a membership entered by mistake. If the member leaves, end the membership instead."""
        remove_membership(membership_id=membership_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MembershipStepView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_membership)]

    class Input(Shape):
        step = serializers.ChoiceField(["pause", "resume", "end"])
        on = serializers.DateField(
            default=None, allow_null=True, help_text="Day of the step. If omitted, today."
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @operation("memberships_step", MembershipOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, membership_id: int) -> Response:
        """Pause, resume or end a membership. Answers 409 if the current state does not allow it."""
        payload = self.Input.validated_from(request.data)
        steps = {"pause": pause_membership, "resume": resume_membership, "end": end_membership}
        row = steps[payload.pop("step")](membership_id=membership_id, actor=actor_of(request), **payload)
        return Response(MembershipOut(row).data)
