"""API of a club's members: the list, a single member, and their consents."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, may, require_permission
from club.core.api.access import needs
from club.core.api.base import ApiView, Pages, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.core.requests import actor_of
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST, MembershipOut
from club.members.scopes import scope_of_member
from club.members.selectors.members import (
    CURRENT,
    MemberFilters,
    MemberSheet,
    club_to_see,
    member_sheet,
    members_of,
)
from club.members.services.access_log import log_view
from club.members.services.consents import give_consent, withdraw_consent
from club.members.services.members import add_member
from club.models import ConsentKind, Contact, MembershipState, Organisation, Person


class MemberLine(serializers.ModelSerializer[Person]):
    """A member in the list; plans are left out for those who may not see them."""

    memberships = serializers.SerializerMethodField()

    class Meta:
        model = Person
        fields = ["id", "name", "sort_name", "title", "memberships"]
        read_only_fields = fields

    def get_memberships(self, person: Person) -> list[dict[str, Any]]:
        """The spans in the club, the newest first."""
        if not self.context["sees_plans"]:
            return []
        return list(MembershipOut(person.spans, many=True).data)  # type: ignore[attr-defined]


class ContactOut(serializers.ModelSerializer[Contact]):
    """A way to reach somebody."""

    class Meta:
        model = Contact
        fields = ["id", "kind", "label", "value", "is_preferred"]
        read_only_fields = fields


class NumberOut(Shape):
    """A number at a federation."""

    body = serializers.CharField()
    number = serializers.CharField()


class ConsentOut(Shape):
    """What somebody said to one consent."""

    kind = serializers.CharField(source="kind.value")
    version = serializers.IntegerField(source="held.text.version", default=None, allow_null=True)
    given_at = serializers.DateTimeField(source="held.given_at", default=None, allow_null=True)
    given_by = serializers.CharField(source="held.given_by", default="")
    newest_version = serializers.IntegerField(source="text.version")


class PrivateOut(Shape):
    """What only those see who may see birth dates and contacts."""

    born_on = serializers.DateField(allow_null=True)
    email = serializers.CharField()
    contacts = ContactOut(many=True)


class ClubMemberOut(Shape):
    """One member, as far as the asker may see them."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    sort_name = serializers.CharField()
    title = serializers.CharField()
    languages = serializers.CharField()
    club = serializers.CharField()
    household = serializers.CharField()
    memberships = MembershipOut(many=True)
    numbers = NumberOut(many=True)
    consents = ConsentOut(many=True)
    private = PrivateOut(allow_null=True)


class ClubMembersView(ApiView):
    """The members of a club."""

    permission_classes = [
        needs(Capability.SEE_MEMBERS, methods={"GET", "HEAD", "OPTIONS"}),
        needs(Capability.KEEP_MEMBERS, methods={"POST"}),
    ]

    class Query(Shape):
        """Which members; what the asker may not see is not filtered by."""

        club = serializers.CharField(help_text="The club's short name.")
        q = serializers.CharField(default="", help_text="Words of the name, without accents if need be.")
        state = serializers.ChoiceField(
            [CURRENT, "any", *MembershipState.values], default=CURRENT, help_text="current: not ended."
        )
        plan = serializers.IntegerField(default=None, min_value=1, max_value=LARGEST)
        lacks_consent = serializers.ChoiceField(ConsentKind.choices, default="")
        birthday_month = serializers.IntegerField(default=None, min_value=1, max_value=12)

    class Input(Shape):
        """Somebody new, and how they are a member."""

        name = serializers.CharField(max_length=200)
        plan = serializers.IntegerField(min_value=1, max_value=LARGEST)
        starts_on = serializers.DateField()
        ends_on = serializers.DateField(default=None, allow_null=True)
        email = serializers.EmailField(default="", allow_blank=True)
        phone = serializers.CharField(max_length=60, default="", allow_blank=True)
        born_on = serializers.DateField(default=None, allow_null=True)

    class Output(Shape):
        """One page of members."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = MemberLine(many=True)

    @extend_schema(
        operation_id="club_members_list",
        summary="Members, in the order of lists",
        parameters=[Query, OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(400, 401, 403, 404, 422)},
    )
    def get(self, request: Request) -> Response:
        """The members of one club."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        payload, actor = dict(asked.validated_data), actor_of(request)
        scope = Scope(organisation_by_slug(slug=payload.pop("club")).pk)
        require_permission(actor, Capability.SEE_MEMBERS, scope)
        filters = MemberFilters(words=payload.pop("q"), plan_id=payload.pop("plan"), **payload)
        assert scope.organisation_id is not None  # noqa: S101 - made of a club above
        found = members_of(organisation_id=scope.organisation_id, actor=actor, filters=filters)
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        context = {"sees_plans": may(actor, Capability.SEE_PLANS, scope)}
        return pages.get_paginated_response(MemberLine(page, many=True, context=context).data)

    @extend_schema(
        operation_id="club_members_create",
        summary="Add a member",
        request=Input,
        responses={201: MembershipOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Add somebody the club did not know, and make them a member."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        row = add_member(
            plan_id=payload.pop("plan"),
            details={"born_on": payload.pop("born_on")},
            actor=actor_of(request),
            **payload,
        )
        return Response(MembershipOut(row).data, status=status.HTTP_201_CREATED)


class ClubMemberView(ApiView):
    """One member."""

    permission_classes = [needs(Capability.SEE_MEMBERS, scope=scope_of_member(Capability.SEE_MEMBERS))]

    @extend_schema(
        operation_id="club_members_read",
        summary="One member",
        description="A look at what is private is on the audit trail.",
        responses={200: ClubMemberOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """A member, as far as the asker may see them."""
        actor = actor_of(request)
        person = get_object_or_404(Person.objects.select_related("organisation"), pk=person_id)
        club = club_to_see(person=person, actor=actor)
        if club is None:
            raise UnknownPerson(number=person_id)
        sheet = member_sheet(person=person, club=club, actor=actor)
        if sheet.sees_private:
            log_view(person=person, actor=actor)
        return Response(ClubMemberOut(_member_data(sheet)).data)


class ConsentsView(ApiView):
    """What a member agreed to."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_member(Capability.KEEP_MEMBERS))]

    class Input(Shape):
        """Which consent, and whether it was given."""

        club = serializers.CharField(help_text="The club's short name.")
        kind = serializers.ChoiceField(ConsentKind.choices)
        is_given = serializers.BooleanField()

    @extend_schema(
        operation_id="consents_note",
        summary="Note that a consent was given or withdrawn",
        request=Input,
        responses={204: None, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """Note what a member said to the newest words of a consent."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = given.validated_data
        club: Organisation = organisation_by_slug(slug=payload["club"])
        service = give_consent if payload["is_given"] else withdraw_consent
        service(person_id=person_id, organisation_id=club.pk, kind=payload["kind"], actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _member_data(sheet: MemberSheet) -> dict[str, Any]:
    person = sheet.person
    private = {"born_on": person.born_on, "email": person.email, "contacts": sheet.contacts}
    return {
        "id": person.pk,
        "name": person.name,
        "sort_name": person.sort_name,
        "title": person.title,
        "languages": person.languages,
        "club": sheet.club.slug,
        "household": sheet.household.name if sheet.household else "",
        "memberships": sheet.memberships,
        "numbers": sheet.numbers,
        "consents": sheet.consents,
        "private": private if sheet.sees_private else None,
    }
