"""API of a club's households and guardians."""

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
    permission_classes = [
        needs(Capability.SEE_PLANS, scope=scope_of_books, methods=READ),
        needs(Capability.KEEP_MEMBERS, scope=scope_of_books, methods={"POST"}),
    ]

    class Output(PageOut):
        results = HouseholdOut(many=True)

    @operation("households_list", Output, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List households with their persons, by name."""
        rows = households_of(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, rows, HouseholdOut)

    @operation("households_create", {201: HouseholdOut}, request=HouseholdNameIn, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Add a household."""
        club, payload = organisation_by_slug(slug=slug), HouseholdNameIn.validated_from(request.data)
        row = add_household(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(HouseholdOut(row).data, status=status.HTTP_201_CREATED)


class HouseholdView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_household)]

    @operation("households_rename", HouseholdOut, request=HouseholdNameIn, refusals=(409, 422))
    def put(self, request: Request, household_id: int) -> Response:
        """Rename a household."""
        payload = HouseholdNameIn.validated_from(request.data)
        row = rename_household(household_id=household_id, actor=actor_of(request), **payload)
        return Response(HouseholdOut(row).data)

    @operation("households_remove", refusals=(409,))
    def delete(self, request: Request, household_id: int) -> Response:
        """Delete a household; its persons remain."""
        remove_household(household_id=household_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberHouseholdView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        household = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST,
            allow_null=True,
            help_text="Id of the household. If null, the member has no household.",
        )

    @operation("members_settle", request=Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Set the household of a member, one of the member's own club."""
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
    permission_classes = [needs(Capability.SEE_PRIVATE, scope=scope_of_person)]

    @operation("guardians_list", GuardianOut(many=True))
    def get(self, request: Request, person_id: int) -> Response:
        """List the guardians and the wards of a member. Access to this data is recorded in the audit log."""
        log_view(person=get_object_or_404(Person, pk=person_id), actor=actor_of(request))
        rows = Guardianship.objects.filter(ward=person_id) | Guardianship.objects.filter(guardian=person_id)
        return Response(GuardianOut(rows.order_by("pk"), many=True).data)


class GuardianView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        may_sign = serializers.BooleanField(default=True)
        until = serializers.DateField(
            default=None,
            allow_null=True,
            help_text="Last day of the guardianship, inclusive. If null, it has no end.",
        )

    @operation("guardians_add", {201: GuardianOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int, other_id: int) -> Response:
        """Add the guardian `other_id` to the member `person_id`. Both must belong to the same club."""
        payload = self.Input.validated_from(request.data)
        row = add_guardian(ward_id=person_id, guardian_id=other_id, actor=actor_of(request), **payload)
        return Response(GuardianOut(row).data, status=status.HTTP_201_CREATED)

    @operation("guardians_remove", refusals=(409, 422))
    def delete(self, request: Request, person_id: int, other_id: int) -> Response:
        """Remove a guardian from a member. The person remains in the club."""
        row = Guardianship.objects.filter(ward=person_id, guardian=other_id).first()
        if row is None:
            raise UnknownGuardianship
        remove_guardian(guardianship_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
