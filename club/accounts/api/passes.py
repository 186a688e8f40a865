"""API of a club's helper passes. The link and the code of a pass are returned once, at its creation."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.selectors import passes_in
from club.accounts.services.passes import make_pass, revoke_pass
from club.core.access import Scope
from club.core.api.access import needs
from club.core.api.base import NO_STORE_HEADERS, ApiView, Pages, requested_club
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, phone_uri
from club.core.scopes import scope_of_pass
from club.core.selectors import organisation_by_slug
from club.models import HelperPass, PassLevel

MAX_BOARD = 2**31 - 1
LARGEST_NUMBER = 2**62


def _number_field(largest: int) -> serializers.IntegerField:
    return serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=largest)


class PassOut(serializers.ModelSerializer[HelperPass]):
    """A helper pass, valid or not, without its link and code. These are not stored."""

    club = serializers.CharField(source="organisation.slug")
    level = serializers.ChoiceField(PassLevel.choices)
    event = serializers.IntegerField(source="event_id", allow_null=True)
    section = serializers.IntegerField(source="section_id", allow_null=True)

    class Meta:
        model = HelperPass
        fields = [
            *("id", "label", "level", "club", "event", "section", "first_board", "last_board"),
            *("created_at", "expires_at", "revoked_at", "last_used_at"),
        ]
        read_only_fields = fields


class NewPassOut(PassOut):
    """A new helper pass with its link and code. No later response contains them."""

    link = serializers.CharField(help_text="URL to open on the phone. Returned only once.")
    code = serializers.CharField(
        help_text="Eight digits to enter instead of opening the link. Returned only once."
    )

    class Meta(PassOut.Meta):
        fields = [*PassOut.Meta.fields, "link", "code"]
        read_only_fields = fields


class PassesView(ApiView):
    permission_classes = [needs(Capability.MAKE_PASSES)]

    class Input(Shape):
        club = serializers.CharField(max_length=60, help_text="Short name of the club.")
        label = serializers.CharField(  # type: ignore[assignment]
            max_length=100,
            help_text=(
                "Label of the pass, for example the helper's name. The audit log shows it as the actor."
            ),
        )
        level = serializers.ChoiceField(PassLevel.choices, default=PassLevel.HELPER.value)
        expires_at = serializers.DateTimeField(
            help_text="Time of expiry, in the future and at most 31 days from now."
        )
        event = _number_field(LARGEST_NUMBER)
        section = _number_field(LARGEST_NUMBER)
        first_board = _number_field(MAX_BOARD)
        last_board = _number_field(MAX_BOARD)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Refuse a section without its event."""
            if attrs["section"] is not None and attrs["event"] is None:
                raise serializers.ValidationError({"event": "Specify the event together with the section."})
            return attrs

    class Output(PageOut):
        results = PassOut(many=True)

    @operation(
        "passes_list",
        Output,
        parameters=[
            OpenApiParameter(
                "club",
                str,
                description=(
                    "Short name of the club. May be omitted if you have this permission in one club only."
                ),
            ),
            OpenApiParameter("page", int),
            OpenApiParameter("page_size", int),
        ],
        refusals=(422,),
    )
    def get(self, request: Request) -> Response:
        """List helper passes that you may revoke, newest first. Includes expired and revoked ones."""
        club = requested_club(request, Capability.MAKE_PASSES)
        found = passes_in(organisation_id=club.pk, actor=actor_of(request))
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(PassOut(page, many=True).data)

    @operation("passes_create", {201: NewPassOut}, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Create a helper pass. The link and the code are returned only here; only hashes are stored."""
        payload = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=payload["club"])
        made = make_pass(
            label=payload["label"],
            level=PassLevel(payload["level"]),
            scope=Scope(club.pk, payload["event"], payload["section"]),
            expires_at=payload["expires_at"],
            first_board=payload["first_board"],
            last_board=payload["last_board"],
            actor=actor_of(request),
        )
        link = phone_uri(request, reverse("club:pass_take", args=[made.secret]))
        answer = PassOut(made.row).data | {"link": link, "code": made.code}
        place = {"Location": reverse("club-api:pass", args=[made.row.pk])}
        return Response(answer, status=status.HTTP_201_CREATED, headers=place | NO_STORE_HEADERS)


class PassView(ApiView):
    permission_classes = [needs(Capability.MAKE_PASSES, scope=scope_of_pass)]

    @operation("passes_read", PassOut)
    def get(self, request: Request, pass_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one helper pass."""
        return Response(PassOut(get_object_or_404(HelperPass, pk=pass_id)).data)

    @operation("passes_revoke", refusals=(409,))
    def delete(self, request: Request, pass_id: int) -> Response:
        """Revoke a helper pass, effective at the next request. Answers 409 if it is already revoked."""
        revoke_pass(pass_id=pass_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
