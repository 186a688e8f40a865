"""For the schema: the shape of what goes in and out, and how tokens are sent."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class Shape(serializers.Serializer[dict[str, Any]]):
    """What goes in or out; a shape inside a view is called after both in the schema."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "component_name", cls.__qualname__.replace("View.", "").replace(".", ""))

    @classmethod
    def validated_from(cls, sent: Any) -> dict[str, Any]:
        """What was sent, read as this shape; what does not fit is answered by 400, field by field."""
        given = cls(data=sent)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)


class PageOut(Shape):
    """One page of a list: `next` and `previous` are the addresses of its neighbours."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema tells of tokens."""

    target_class = "club.accounts.api.authentication.TokenAuthentication"
    name = "apiToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002 - the signature
        """A bearer token, and what it may do."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": str(
                _(
                    "A token created at /desk/tokens/. It has the permissions ticked when it was "
                    "created, but never more than the roles of its account allow at that moment. "
                    "It cannot create or revoke tokens; that needs a signed-in session."
                )
            ),
        }


REFUSALS = {
    "401": "The token sent along is unknown, ended or taken back.",
    "403": "Not open to this account or token.",
    "404": "There is nothing at this address.",
    "413": "Too large; `facts.limit` says how many bytes are taken.",
    "429": "Too many questions in a short time; `Retry-After` says how many seconds to wait.",
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
MEDIA_TYPE = "application/problem+json"


def with_common_refusals(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Add to each operation the refusals that any of them may tell."""
    problem = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for method, operation in operations.items():
            if method in METHODS:
                for status, words in REFUSALS.items():
                    operation["responses"].setdefault(status, {"content": problem, "description": words})
    return result
