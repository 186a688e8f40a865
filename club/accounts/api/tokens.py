"""API tokens of the own account. They are made and taken back by whoever is signed in, never by a token."""

from datetime import timedelta

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.selectors.grants import tokens_of
from club.accounts.services.tokens import MAX_DURATION, make_token, revoke_token
from club.core.api.access import AnyAccount
from club.core.api.base import NO_STORE_HEADERS, ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.models import ApiToken

BY_SESSION = (
    "Takes a signed-in session: a token neither makes nor takes back tokens, whatever it may do, so that "
    "a stolen one ends with its row. Asked with a token this answers 403, `session_needed`."
)


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """A token, alive or not. The token itself is not in it: it is kept nowhere."""

    id = serializers.CharField(source="digest", help_text="Names the token; it opens nothing.")
    abilities = serializers.ListField(child=serializers.ChoiceField(Capability.choices))
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    created_at = serializers.DateTimeField(source="created")

    class Meta:
        model = ApiToken
        fields = [
            *("id", "name", "device", "abilities", "created_at", "expires_at", "revoked_at", "last_used_at"),
        ]
        read_only_fields = fields


class NewTokenOut(TokenOut):
    """A new token with the token itself: told in this answer and never again."""

    token = serializers.CharField(help_text="Sent as `Authorization: Bearer ...`. Never told again.")

    class Meta(TokenOut.Meta):
        fields = [*TokenOut.Meta.fields, "token"]
        read_only_fields = fields


class TokensView(ApiView):
    """The own tokens."""

    permission_classes = [AnyAccount]

    class Input(Shape):
        """What it is for, what it may do, how long."""

        name = serializers.CharField(max_length=100)
        device = serializers.CharField(max_length=100, default="", allow_blank=True)
        abilities = serializers.ListField(
            child=serializers.ChoiceField(Capability.choices),
            default=list,
            max_length=len(Capability),
            help_text="Never more than the account may do.",
        )
        days = serializers.IntegerField(default=30, min_value=1, max_value=MAX_DURATION.days)

    @extend_schema(
        operation_id="tokens_list",
        summary="The own tokens, the newest first",
        responses={200: TokenOut(many=True), **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Those of the account that asks; dead ones too."""
        return Response(TokenOut(tokens_of(actor=actor_of(request)), many=True).data)

    @extend_schema(
        operation_id="tokens_create",
        summary="Make a token",
        description=f"The answer tells the token this once; only its hash is kept. {BY_SESSION}",
        request=Input,
        responses={201: NewTokenOut, **problems(400, 401, 403, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Make one for a program or a device."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = given.validated_data
        made = make_token(
            name=payload["name"],
            device=payload["device"],
            abilities=payload["abilities"],
            lasts=timedelta(days=payload["days"]),
            actor=actor_of(request),
        )
        answer = TokenOut(made.row).data | {"token": made.token}
        return Response(answer, status=status.HTTP_201_CREATED, headers=NO_STORE_HEADERS)


class TokenView(ApiView):
    """One of the own tokens."""

    permission_classes = [AnyAccount]

    @extend_schema(
        operation_id="tokens_revoke",
        summary="Take an own token back",
        description=BY_SESSION,
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, digest: str) -> Response:
        """Take it back: the next request with it is refused."""
        revoke_token(digest=digest, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
