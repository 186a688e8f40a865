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
from club.members.services.households import (
    add_household,
    remove_household,
    rename_household,
    settle_person,
)
from club.models import Guardianship, Household, Person

READ = {"GET", "HEAD", "OPTIONS"}
CHANGED = problems(400, 401, 403, 404, 409, 415, 422)


class HouseholdOut(serializers.ModelSerializer[Household]):
    """A household and who lives there."""

    persons = serializers.SerializerMethodField()

    class Meta:
        model = Household
        fields = ["id", "name", "persons"]
        read_only_fields = fields

    def get_persons(self, row: Household) -> list[int]:
        """By number, in the order of lists."""
        return [one.person_id for one in row.members.all()]


class HouseholdNameIn(Shape):
    """What it is called."""

    name = serializers.CharField(max_length=120)


class HouseholdsView(ApiView):
    """The households of a club."""

    permission_classes = [
        needs(Capability.SEE_PLANS, scope=scope_of_books, methods=READ),
        needs(Capability.KEEP_MEMBERS, scope=scope_of_books, methods={"POST"}),
    ]

    class Output(PageOut):
        """One page of households."""

        results = HouseholdOut(many=True)

    @extend_schema(
        operation_id="households_list",
        summary="Households with who lives there, by name",
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Of one club."""
        rows = households_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, rows, HouseholdOut)

    @extend_schema(
        operation_id="households_create",
        summary="Add a household",
        request=HouseholdNameIn,
        responses={201: HouseholdOut, **CHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Nobody lives there yet."""
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
        """As it is then."""
        payload = HouseholdNameIn.validated_from(request.data)
        row = rename_household(household_id=household_id, actor=actor_of(request), **payload)
        return Response(HouseholdOut(row).data)

    @extend_schema(
        operation_id="households_remove",
        summary="Give a household up; its persons stay",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, household_id: int) -> Response:
        """Its persons live in none then."""
        remove_household(household_id=household_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberHouseholdView(ApiView):
    """Where a member lives."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """In which household."""

        household = serializers.IntegerField(
            min_value=1, max_value=LARGEST, allow_null=True, help_text="null: in none."
        )

    @extend_schema(
        operation_id="members_settle",
        summary="Say in which household a member lives",
        request=Input,
        responses={204: None, **CHANGED},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """One of the club that keeps them."""
        payload = self.Input.validated_from(request.data)
        settle_person(person_id=person_id, household_id=payload["household"], actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class GuardianOut(serializers.ModelSerializer[Guardianship]):
    """Who sees what is kept of a ward and, with `may_sign`, consents for them."""

    class Meta:
        model = Guardianship
        fields = ["guardian", "ward", "may_sign", "until"]
        read_only_fields = fields


class GuardiansView(ApiView):
    """The guardians of a member."""

    permission_classes = [needs(Capability.SEE_PRIVATE, scope=scope_of_person)]

    @extend_schema(
        operation_id="guardians_list",
        summary="The guardians of a member, and those they are guardian of",
        description="A look is on the audit trail.",
        responses={200: GuardianOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """Both ways."""
        log_view(person=get_object_or_404(Person, pk=person_id), actor=actor_of(request))
        rows = Guardianship.objects.filter(ward=person_id) | Guardianship.objects.filter(guardian=person_id)
        return Response(GuardianOut(rows.order_by("pk"), many=True).data)


class GuardianView(ApiView):
    """One guardian of a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """What the guardian may, and until when."""

        may_sign = serializers.BooleanField(default=True)
        until = serializers.DateField(default=None, allow_null=True, help_text="The last day.")

    @extend_schema(
        operation_id="guardians_add",
        summary="Write down a guardian of a member",
        description="The first number is the ward, the second the guardian: both of one club.",
        request=Input,
        responses={201: GuardianOut, **CHANGED},
    )
    def post(self, request: Request, person_id: int, other_id: int) -> Response:
        """With an account they see the ward's own page."""
        payload = self.Input.validated_from(request.data)
        row = add_guardian(ward_id=person_id, guardian_id=other_id, actor=actor_of(request), **payload)
        return Response(GuardianOut(row).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="guardians_remove",
        summary="Take away what a guardian could see and sign",
        responses={204: None, **problems(401, 403, 404, 409, 422)},
    )
    def delete(self, request: Request, person_id: int, other_id: int) -> Response:
        """They stay persons of the club."""
        row = Guardianship.objects.filter(ward=person_id, guardian=other_id).first()
        if row is None:
            raise UnknownGuardianship
        remove_guardian(guardianship_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
