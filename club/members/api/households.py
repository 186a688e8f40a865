"""API of a club's households and guardians."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of, problems
from club.core.api.documents import PageOut, Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books, scope_of_household
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST
from club.members.errors import UnknownGuardianship
from club.members.scopes import scope_of_person
from club.members.selectors.members import households_of
from club.members.services.access_log import log_view
from club.members.services.guardians import add_guardian, remove_guardian
from club.members.services.households import add_household, remove_household, rename_household, settle_person
from club.models import Guardianship, Household, Person

READ = {"GET", "HEAD", "OPTIONS"}
CHANGED = problems(400, 401, 403, 404, 409, 415, 422)


class HouseholdOut(serializers.ModelSerializer[Household]):
    """A household with its persons."""

    persons = serializers.SerializerMethodField()

    class Meta:
        model = Household
        fields = ["id", "name", "persons"]
        read_only_fields = fields

    def get_persons(self, row: Household) -> list[int]:
        """Return the ids of the persons, in sort order."""
        return [one.person_id for one in row.members.all()]


class HouseholdNameIn(Shape):
    """Input with the name of a household."""

    name = serializers.CharField(max_length=120)


class HouseholdsView(ApiView):
    """Households of a club."""

    permission_classes = [
        needs(Capability.SEE_PLANS, scope=scope_of_books, methods=READ),
        needs(Capability.KEEP_MEMBERS, scope=scope_of_books, methods={"POST"}),
    ]

    class Output(PageOut):
        """One page of households."""

        results = HouseholdOut(many=True)

    @extend_schema(
        operation_id="households_list",
        summary="List households with their persons, by name",
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the households of a club, by name."""
        rows = households_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, rows, HouseholdOut)

    @extend_schema(
        operation_id="households_create",
        summary="Add a household",
        request=HouseholdNameIn,
        responses={201: HouseholdOut, **CHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a household without members."""
        club, payload = organisation_by_slug(slug=slug), HouseholdNameIn.validated_from(request.data)
        row = add_household(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(HouseholdOut(row).data, status=status.HTTP_201_CREATED)


class HouseholdView(ApiView):
    """One household."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_household)]

    @extend_schema(
        operation_id="households_rename",
        summary="Rename a household",
        request=HouseholdNameIn,
        responses={200: HouseholdOut, **CHANGED},
    )
    def put(self, request: Request, household_id: int) -> Response:
        """Rename the household and return it."""
        payload = HouseholdNameIn.validated_from(request.data)
        row = rename_household(household_id=household_id, actor=actor_of(request), **payload)
        return Response(HouseholdOut(row).data)

    @extend_schema(
        operation_id="households_remove",
        summary="Delete a household; its persons remain",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, household_id: int) -> Response:
        """Delete the household. Its persons remain, without a household."""
        remove_household(household_id=household_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberHouseholdView(ApiView):
    """Household of a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """Input with the household of the member."""

        household = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST,
            allow_null=True,
            help_text="Id of the household. If null, the member has no household.",
        )

    @extend_schema(
        operation_id="members_settle",
        summary="Set the household of a member",
        request=Input,
        responses={204: None, **CHANGED},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """Assign a household of the member's own club."""
        payload = self.Input.validated_from(request.data)
        settle_person(person_id=person_id, household_id=payload["household"], actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class GuardianOut(serializers.ModelSerializer[Guardianship]):
    """A guardian, who can read a ward's data and, with `may_sign`, consent for the ward."""

    class Meta:
        model = Guardianship
        fields = ["guardian", "ward", "may_sign", "until"]
        read_only_fields = fields


class GuardiansView(ApiView):
    """Guardians of a member."""

    permission_classes = [needs(Capability.SEE_PRIVATE, scope=scope_of_person)]

    @extend_schema(
        operation_id="guardians_list",
        summary="List the guardians and the wards of a member",
        description="Access to this data is recorded in the audit log.",
        responses={200: GuardianOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """List the guardians of the member, and the wards if the member is a guardian."""
        log_view(person=get_object_or_404(Person, pk=person_id), actor=actor_of(request))
        rows = Guardianship.objects.filter(ward=person_id) | Guardianship.objects.filter(guardian=person_id)
        return Response(GuardianOut(rows.order_by("pk"), many=True).data)


class GuardianView(ApiView):
    """One guardian of a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """Input with the rights of the guardian and the last day of the guardianship."""

        may_sign = serializers.BooleanField(default=True)
        until = serializers.DateField(
            default=None,
            allow_null=True,
            help_text="Last day of the guardianship, inclusive. If null, it has no end.",
        )

    @extend_schema(
        operation_id="guardians_add",
        summary="Add a guardian to a member",
        description=(
            "`person_id` is the ward and `other_id` the guardian. Both must belong to the same club."
        ),
        request=Input,
        responses={201: GuardianOut, **CHANGED},
    )
    def post(self, request: Request, person_id: int, other_id: int) -> Response:
        """Add the guardian. With an account, the guardian sees the ward's own page."""
        payload = self.Input.validated_from(request.data)
        row = add_guardian(ward_id=person_id, guardian_id=other_id, actor=actor_of(request), **payload)
        return Response(GuardianOut(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="guardians_remove",
        summary="Remove a guardian from a member",
        responses={204: None, **problems(401, 403, 404, 409, 422)},
    )
    def delete(self, request: Request, person_id: int, other_id: int) -> Response:
        """Remove the guardian. The person remains in the club."""
        row = Guardianship.objects.filter(ward=person_id, guardian=other_id).first()
        if row is None:
            raise UnknownGuardianship
        remove_guardian(guardianship_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
