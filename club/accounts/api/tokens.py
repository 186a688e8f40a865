"""API tokens of the caller's account. They are created and revoked in a session, never with a token."""

from datetime import timedelta

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.selectors import tokens_of
from club.accounts.services.tokens import MAX_DURATION, make_token, revoke_token
from club.core.api.access import AnyAccount
from club.core.api.base import NO_STORE_HEADERS, ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.models import ApiToken

BY_SESSION = (
    "This needs a signed-in session: a token cannot create or revoke tokens, so a stolen token gives no "
    "further access once it is revoked. A request with a token answers 403, `session_needed`."
)


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """An API token, valid or not, without its secret. The secret is not stored."""

    id = serializers.CharField(
        source="digest", help_text="Identifier of the token. It does not grant access."
    )
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
    """A new API token with its secret. No later response contains it."""

    token = serializers.CharField(
        help_text="Secret to send as `Authorization: Bearer ...`. Returned only once."
    )

    class Meta(TokenOut.Meta):
        fields = [*TokenOut.Meta.fields, "token"]
        read_only_fields = fields


class TokensView(ApiView):
    permission_classes = [AnyAccount]

    class Input(Shape):
        name = serializers.CharField(max_length=100)
        device = serializers.CharField(max_length=100, default="", allow_blank=True)
        abilities = serializers.ListField(
            child=serializers.ChoiceField(Capability.choices),
            default=list,
            max_length=len(Capability),
            help_text="Permissions of the token, at most those of the account. If omitted, none.",
        )
        days = serializers.IntegerField(default=30, min_value=1, max_value=MAX_DURATION.days)

    @operation("tokens_list", TokenOut(many=True))
    def get(self, request: Request) -> Response:
        """List your API tokens, newest first. Includes expired and revoked ones."""
        return Response(TokenOut(tokens_of(actor=actor_of(request)), many=True).data)

    @operation(
        "tokens_create",
        {201: NewTokenOut},
        request=Input,
        refusals=(422,),
        description=f"The token is returned only in this response; only its hash is stored. {BY_SESSION}",
    )
    def post(self, request: Request) -> Response:
        """Create an API token."""
        payload = self.Input.validated_from(request.data)
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
    permission_classes = [AnyAccount]

    @operation("tokens_revoke", refusals=(409,), description=BY_SESSION)
    def delete(self, request: Request, digest: str) -> Response:
        """Revoke one of your API tokens."""
        revoke_token(digest=digest, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
