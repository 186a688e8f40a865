"""API of members without an account: list them, invite one, some or all."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.api.invitations import InvitationOut
from club.accounts.pages.invitations import address_of
from club.accounts.selectors.uninvited import uninvited_members
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
    """A member who can be written to and has no account and no open invitation."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    email = serializers.CharField()


class UninvitedView(ApiView):
    """The members of a club who can be invited."""

    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_books)]

    class Input(Shape):
        """Whom."""

        persons = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST),
            max_length=MAX_INVITATIONS,
            default=None,
            allow_null=True,
            help_text="Some of them by number; null: everybody, as many as go at once.",
        )

    class Output(PageOut):
        """One page of members."""

        results = UninvitedOut(many=True)

    @extend_schema(
        operation_id="uninvited_list",
        summary="Members without an account who can be invited",
        description="An address is one account: of a family that shares one, the guardian is listed.",
        parameters=PAGE,
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """In the order of lists."""
        found = uninvited_members(organisation_id=organisation_by_slug(slug=slug).pk)
        return page_of(self, request, found, UninvitedOut)

    @extend_schema(
        operation_id="uninvited_invite",
        summary="Invite members without an account, one, some or all",
        description="Whoever has an account or an open invitation by now is left out, so that the same sent "
        f"again invites nobody twice; {MAX_INVITATIONS} go at once.",
        request=Input,
        responses={201: InvitationOut(many=True), **problems(400, 401, 403, 404, 415)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """The invitations that were made."""
        made = invite_members(
            organisation_id=organisation_by_slug(slug=slug).pk,
            actor=actor_of(request),
            address_of=lambda secret: address_of(request, secret),
            only=self.Input.validated_from(request.data)["persons"],
        )
        return Response(InvitationOut(made, many=True).data, status=status.HTTP_201_CREATED)
