"""API of members without an account: list them, and invite one, some or all of them."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.api.invitations import InvitationOut
from club.accounts.pages.invitations import address_of
from club.accounts.selectors import uninvited_members
from club.accounts.services.invitations import MAX_INVITATIONS, invite_members
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_books)]

    class Input(Shape):
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
        results = UninvitedOut(many=True)

    @operation("uninvited_list", Output, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List members without an account who can be invited.

        Of a family that shares an address, only the guardian is listed, or else the oldest person.
        """
        found = uninvited_members(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, found, UninvitedOut)

    @operation(
        "uninvited_invite",
        {201: InvitationOut(many=True)},
        request=Input,
        description="Members who already have an account or an open invitation are skipped, so that a "
        "repeated request invites each member only once. One request invites at most "
        f"{MAX_INVITATIONS} members.",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Invite members without an account."""
        made = invite_members(
            organisation_id=organisation_by_slug(slug=slug).pk,
            actor=actor_of(request),
            address_of=lambda secret: address_of(request, secret),
            only=self.Input.validated_from(request.data)["persons"],
        )
        return Response(InvitationOut(made, many=True).data, status=status.HTTP_201_CREATED)
