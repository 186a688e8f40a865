"""Schema helpers: base serializers, the security scheme of tokens, common error responses."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from rest_framework import serializers


class Shape(serializers.Serializer[dict[str, Any]]):
    """Base of input and output serializers. The schema names a nested one after its view and itself."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "component_name", cls.__qualname__.replace("View.", "").replace(".", ""))

    @classmethod
    def validated_from(cls, sent: Any) -> dict[str, Any]:
        """Validate input by this serializer and return it; invalid input gets 400 with errors by field."""
        given = cls(data=sent)
        given.is_valid(raise_exception=True)
        validated = dict(given.validated_data)
        # A serializer and its fields refer to each other: what was sent would stay until a full collection.
        vars(given).update(initial_data=None, _validated_data=None)
        return validated


class PageOut(Shape):
    """One page of a list. `next` and `previous` are the URLs of the adjacent pages, or null."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def bases_without_description() -> list[type[Any]]:
    """Return the classes whose docstrings do not describe the serializers derived from them."""
    return [*get_lib_doc_excludes(), Shape, PageOut]  # type: ignore[no-untyped-call]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Security scheme of API tokens in the schema."""

    target_class = "club.accounts.api.authentication.TokenAuthentication"
    name = "apiToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002 - the signature
        """Return the security scheme of a bearer token, with its permissions in the description."""
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
