"""API of a club's members: the list, a single member, and their consents."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, may, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
from club.members.services.memberships import add_member
from club.models import ConsentKind, Contact, MembershipState, Organisation, Person


class MemberLine(serializers.ModelSerializer[Person]):
    """Member in the list. `memberships` is empty if the caller may not see plans."""

    memberships = serializers.SerializerMethodField()

    class Meta:
        model = Person
        fields = ["id", "name", "sort_name", "title", "memberships"]
        read_only_fields = fields

    def get_memberships(self, person: Person) -> list[dict[str, Any]]:
        """Return the memberships in the club, newest first."""
        if not self.context["sees_plans"]:
            return []
        return list(MembershipOut(person.spans, many=True).data)  # type: ignore[attr-defined]


class ContactOut(serializers.ModelSerializer[Contact]):
    """Phone number or address of a member."""

    class Meta:
        model = Contact
        fields = ["id", "kind", "label", "value", "is_preferred"]
        read_only_fields = fields


class NumberOut(Shape):
    """Number of a member at a federation."""

    body = serializers.CharField()
    number = serializers.CharField()


class ConsentOut(Shape):
    """State of one consent of a member."""

    kind = serializers.CharField(source="kind.value")
    version = serializers.IntegerField(source="held.text.version", default=None, allow_null=True)
    given_at = serializers.DateTimeField(source="held.given_at", default=None, allow_null=True)
    given_by = serializers.CharField(source="held.given_by", default="")
    newest_version = serializers.IntegerField(source="text.version")


class PrivateOut(Shape):
    """Fields that require the permission to see birth dates and contacts."""

    born_on = serializers.DateField(allow_null=True)
    email = serializers.CharField()
    contacts = ContactOut(many=True)


class ClubMemberOut(Shape):
    """One member. Fields that the caller may not see are empty, and `private` is null."""

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
    permission_classes = [
        needs(Capability.SEE_MEMBERS, methods={"GET", "HEAD", "OPTIONS"}),
        needs(Capability.KEEP_MEMBERS, methods={"POST"}),
    ]

    class Query(Shape):
        """Filters of the members. Filters on fields that the caller may not see are ignored."""

        club = serializers.CharField(help_text="Short name of the club.")
        q = serializers.CharField(
            default="", help_text="Words that the name must contain. Case and accents are ignored."
        )
        state = serializers.ChoiceField(
            [CURRENT, "any", *MembershipState.values],
            default=CURRENT,
            help_text="State of a membership. `current` (default): not ended; `any`: no filter.",
        )
        plan = serializers.IntegerField(default=None, min_value=1, max_value=LARGEST)
        lacks_consent = serializers.ChoiceField(ConsentKind.choices, default="")
        birthday_month = serializers.IntegerField(default=None, min_value=1, max_value=12)

    class Input(Shape):
        name = serializers.CharField(max_length=200)
        plan = serializers.IntegerField(min_value=1, max_value=LARGEST)
        starts_on = serializers.DateField()
        ends_on = serializers.DateField(default=None, allow_null=True)
        email = serializers.EmailField(default="", allow_blank=True)
        phone = serializers.CharField(max_length=60, default="", allow_blank=True)
        born_on = serializers.DateField(default=None, allow_null=True)

    class Output(PageOut):
        results = MemberLine(many=True)

    @operation("club_members_list", Output, query=Query, parameters=PAGE, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List the members of a club, sorted by name."""
        values = self.Query.validated_from(request.query_params)
        payload, actor = values, actor_of(request)
        scope = Scope(organisation_by_slug(slug=payload.pop("club")).pk)
        require_permission(actor, Capability.SEE_MEMBERS, scope)
        filters = MemberFilters(words=payload.pop("q"), plan_id=payload.pop("plan"), **payload)
        assert scope.organisation_id is not None  # noqa: S101 - made of a club above
        found = members_of(organisation_id=scope.organisation_id, actor=actor, filters=filters)
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        context = {"sees_plans": may(actor, Capability.SEE_PLANS, scope)}
        return pages.get_paginated_response(MemberLine(page, many=True, context=context).data)

    @operation("club_members_create", {201: MembershipOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Add a member: a new person with a membership."""
        payload = self.Input.validated_from(request.data)
        row = add_member(
            plan_id=payload.pop("plan"),
            details={"born_on": payload.pop("born_on")},
            actor=actor_of(request),
            **payload,
        )
        return Response(MembershipOut(row).data, status=status.HTTP_201_CREATED)


class ClubMemberView(ApiView):
    permission_classes = [needs(Capability.SEE_MEMBERS, scope=scope_of_member(Capability.SEE_MEMBERS))]

    @operation("club_members_read", ClubMemberOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Get one member. Access to private data is logged in the audit log, at most hourly per viewer."""
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
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_member(Capability.KEEP_MEMBERS))]

    class Input(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        kind = serializers.ChoiceField(ConsentKind.choices)
        is_given = serializers.BooleanField()

    @operation("consents_note", request=Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Record a member's consent to the latest text, or withdraw it. Answers 409 if there is no text."""
        payload = self.Input.validated_from(request.data)
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
