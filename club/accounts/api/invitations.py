"""API of a club's invitations. The secret of an invitation is sent by mail only, never in a response."""

from django.conf import settings
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.pages.invitations import address_of
from club.accounts.selectors import invitations_made
from club.accounts.services.invitations import invite, revoke_invitation
from club.core.access import Scope
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_invitation
from club.core.selectors import organisation_by_slug
from club.models import Invitation, Role

MAX_DAYS = 90  # days


class InvitationOut(serializers.ModelSerializer[Invitation]):
    """An invitation with its state."""

    club = serializers.SlugRelatedField[Invitation]("slug", source="organisation", read_only=True)

    class Meta:
        model = Invitation
        fields = [
            "id",
            "club",
            "role",
            "email",
            "person",
            "language",
            "created_at",
            "expires_at",
            "accepted_at",
            "revoked_at",
        ]
        read_only_fields = fields


class InvitationsView(ApiView):
    """Invitations of the clubs in which the caller may invite."""

    permission_classes = [needs(Capability.GRANT_ROLES)]

    class Input(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        role = serializers.ChoiceField(Role.choices)
        email = serializers.EmailField(help_text="Email address to which the invitation is sent.")
        person = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=1,
            max_value=2**63 - 1,
            help_text=(
                "Id of the person in the club to link to the accepting account. If null, none is chosen "
                "in advance."
            ),
        )
        days = serializers.IntegerField(default=7, min_value=1, max_value=MAX_DAYS)
        language = serializers.ChoiceField(settings.LANGUAGES, default="", allow_blank=True)

    class Output(PageOut):
        results = InvitationOut(many=True)

    @operation("invitations_list", Output, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List invitations, newest first."""
        pages = Pages()
        page = pages.paginate_queryset(invitations_made(actor=actor_of(request)), request, view=self)
        return pages.get_paginated_response(InvitationOut(page, many=True).data)

    @operation("invitations_create", {201: InvitationOut}, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Invite by email. Idempotent: the same address, role and club return the open invitation."""
        payload = self.Input.validated_from(request.data)
        made = invite(
            scope=Scope(organisation_by_slug(slug=payload["club"]).pk),
            role=Role(payload["role"]),
            email=payload["email"],
            person_id=payload["person"],
            days=payload["days"],
            language=payload["language"],
            actor=actor_of(request),
            address_of=lambda secret: address_of(request, secret),
        )
        return Response(InvitationOut(made).data, status=status.HTTP_201_CREATED)


class InvitationView(ApiView):
    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_invitation)]

    @operation("invitations_read", InvitationOut)
    def get(self, request: Request, invitation_id: int) -> Response:
        """Get one invitation."""
        return Response(InvitationOut(self._get_invitation(request, invitation_id)).data)

    @operation("invitations_revoke", refusals=(410,))
    def delete(self, request: Request, invitation_id: int) -> Response:
        """Revoke an invitation. An accepted invitation is unchanged and answers 410."""
        found = self._get_invitation(request, invitation_id)
        revoke_invitation(invitation_id=found.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def _get_invitation(request: Request, invitation_id: int) -> Invitation:
        return get_object_or_404(invitations_made(actor=actor_of(request)), pk=invitation_id)
