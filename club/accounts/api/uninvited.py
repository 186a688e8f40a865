"""API of members without an account: list them, and invite one, some or all of them."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.api.invitations import InvitationOut
from club.accounts.pages.invitations import address_of
from club.accounts.selectors import uninvited_members
from club.accounts.services.invitations import MAX_INVITATIONS, invite_members
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of, problems
from club.core.api.documents import PageOut, Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST


class UninvitedOut(Shape):
    """A member with an email address and without an account or an open invitation."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    email = serializers.CharField()


class UninvitedView(ApiView):
    """Members of a club who can be invited."""

    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_books)]

    class Input(Shape):
        """Input with the members to invite."""

        persons = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST),
            max_length=MAX_INVITATIONS,
            default=None,
            allow_null=True,
            help_text=(
                "Ids of the members to invite. If null, all members in the list, up to the limit of one "
                "request."
            ),
        )

    class Output(PageOut):
        """One page of members."""

        results = UninvitedOut(many=True)

    @extend_schema(
        operation_id="uninvited_list",
        summary="List members without an account who can be invited",
        description=(
            "An email address can have only one account. If a family shares an address, only the "
            "guardian is listed, or else the oldest person."
        ),
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the members in sort order."""
        found = uninvited_members(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, found, UninvitedOut)

    @extend_schema(
        operation_id="uninvited_invite",
        summary="Invite members without an account",
        description=(
            "Members who already have an account or an open invitation are skipped, so that a "
            "repeated request invites each member only once. One request invites at most "
            f"{MAX_INVITATIONS} members."
        ),
        request=Input,
        responses={201: InvitationOut(many=True), **problems(400, 401, 403, 404, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Invite the members and return their invitations."""
        made = invite_members(
            organisation_id=organisation_by_slug(slug=slug).pk,
            actor=actor_of(request),
            address_of=lambda secret: address_of(request, secret),
            only=self.Input.validated_from(request.data)["persons"],
        )
        return Response(InvitationOut(made, many=True).data, status=status.HTTP_201_CREATED)
