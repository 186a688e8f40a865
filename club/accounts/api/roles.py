"""API of roles: list, grant and revoke the roles of a club, and the permissions of each role."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.selectors import current_roles_in
from club.accounts.services.roles import account_of, grant_role, revoke_role
from club.core.access import Scope
from club.core.api.access import Public, needs
from club.core.api.base import ApiView, requested_club
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import MATRIX, PASS_MATRIX, Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_grant
from club.core.selectors import organisation_by_slug
from club.models import PassLevel, Role, RoleGrant

ADDS, REMOVES = {"POST"}, {"DELETE"}


class GrantOut(serializers.ModelSerializer[RoleGrant]):
    """A current role of an account."""

    account = serializers.EmailField(source="user.email")
    name = serializers.CharField(source="user.get_full_name")
    club = serializers.CharField(source="organisation.slug")
    role = serializers.ChoiceField(Role.choices)
    event = serializers.IntegerField(source="event_id", allow_null=True)
    section = serializers.IntegerField(source="section_id", allow_null=True)

    class Meta:
        model = RoleGrant
        fields = ["id", "account", "name", "club", "role", "event", "section", "created_at", "expires_at"]
        read_only_fields = fields


class RolesView(ApiView):
    permission_classes = [
        needs(Capability.SEE_ROLES, methods={"GET", "HEAD"}),
        needs(Capability.GRANT_ROLES, methods=ADDS),
    ]

    class Input(Shape):
        email = serializers.EmailField(help_text="Email address of an active account.")
        role = serializers.ChoiceField(Role.choices)
        club = serializers.SlugField(help_text="Short name of the club.")
        event = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=2**62)
        section = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=2**62)
        expires_at = serializers.DateTimeField(default=None, allow_null=True)
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Refuse a section without its event."""
            if attrs["section"] is not None and attrs["event"] is None:
                raise serializers.ValidationError({"event": "Specify the event together with the section."})
            return attrs

    @operation(
        "roles_list",
        GrantOut(many=True),
        parameters=[
            OpenApiParameter(
                "club",
                str,
                description=(
                    "Short name of the club. May be omitted if you have this permission in one club only."
                ),
            )
        ],
        refusals=(422,),
    )
    def get(self, request: Request) -> Response:
        """List the current roles in a club that the caller may see."""
        club = requested_club(request, Capability.SEE_ROLES)
        current = current_roles_in(organisation_id=club.pk, actor=actor_of(request))
        return Response(GrantOut(current, many=True).data)

    @operation("roles_create", {201: GrantOut}, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Grant a role. Idempotent: a role that the account already has is unchanged."""
        asked = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=asked["club"])
        grant = grant_role(
            user=account_of(email=asked["email"]),
            role=Role(asked["role"]),
            scope=Scope(club.pk, asked["event"], asked["section"]),
            actor=actor_of(request),
            expires_at=asked["expires_at"],
            reason=asked["reason"],
        )
        return Response(GrantOut(grant).data, status=status.HTTP_201_CREATED)


class RoleView(ApiView):
    permission_classes = [needs(Capability.GRANT_ROLES, scope=scope_of_grant, methods=REMOVES)]

    @operation("roles_delete", refusals=(409,))
    def delete(self, request: Request, grant_id: int) -> Response:
        """Revoke a role. Answers 409 for the last owner of a club."""
        revoke_role(grant_id=grant_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoleMatrixView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        capability = serializers.ChoiceField(Capability.choices)
        label = serializers.CharField()  # type: ignore[assignment]
        roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))
        passes = serializers.ListField(child=serializers.ChoiceField(PassLevel.choices))

    @operation("roles_matrix", Output(many=True))
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework's signature
        """List the permissions of each role."""
        table = [
            {
                "capability": capability.value,
                "label": str(capability.label),
                "roles": [role.value for role in Role if role in MATRIX[capability]],
                "passes": [level.value for level in PassLevel if capability in PASS_MATRIX[level]],
            }
            for capability in Capability
        ]
        return Response(table)
