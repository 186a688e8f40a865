"""API of a club's invitations. The secret of an invitation is sent by mail only, never in a response."""

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.pages.invitations import address_of
from club.accounts.selectors import invitations_made
from club.accounts.services.invitations import invite, revoke_invitation
from club.core.access import Scope
from club.core.api.access import needs
from club.core.api.base import ApiView, Pages, problems
from club.core.api.documents import Shape
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
        """Input of an invitation: recipient, role and validity."""

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

    class Output(Shape):
        """One page of invitations."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = InvitationOut(many=True)

    @extend_schema(
        operation_id="invitations_list",
        summary="List invitations, newest first",
        parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        """List the invitations with their states."""
        pages = Pages()
        page = pages.paginate_queryset(invitations_made(actor=actor_of(request)), request, view=self)
        return pages.get_paginated_response(InvitationOut(page, many=True).data)

    @extend_schema(
        operation_id="invitations_create",
        summary="Send an invitation by email",
        description=(
            "Idempotent: a repeated request with the same address, role and club returns the open invitation."
        ),
        request=Input,
        responses={201: InvitationOut, **problems(400, 401, 403, 404, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Send an invitation, or return the open one for the same address, role and club."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = given.validated_data
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
    """One invitation."""

    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_invitation)]

    @extend_schema(
        operation_id="invitations_read",
        summary="Get one invitation",
        responses={200: InvitationOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, invitation_id: int) -> Response:
        """Return the invitation with its state."""
        return Response(InvitationOut(self._get_invitation(request, invitation_id)).data)

    @extend_schema(
        operation_id="invitations_revoke",
        summary="Revoke an invitation",
        responses={204: None, **problems(401, 403, 404, 410)},
    )
    def delete(self, request: Request, invitation_id: int) -> Response:
        """Revoke the invitation. An accepted invitation is unchanged and answers 410."""
        found = self._get_invitation(request, invitation_id)
        revoke_invitation(invitation_id=found.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @staticmethod
    def _get_invitation(request: Request, invitation_id: int) -> Invitation:
        return get_object_or_404(invitations_made(actor=actor_of(request)), pk=invitation_id)
