"""API of requests to join: applicants, similar persons, and each answer."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of, problems
from club.core.api.documents import PageOut, Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books, scope_of_join_request
from club.core.selectors import organisation_by_slug
from club.duplicates.api import BY
from club.joining.selectors import requests_to_join, similar_persons
from club.joining.services.join_inbox import accept_request, refuse_request, reopen_request
from club.members.api.memberships import LARGEST
from club.models import JoinRequest, JoinState


class JoinRequestOut(serializers.ModelSerializer[JoinRequest]):
    """What somebody wrote who asks to join, and what became of it."""

    club = serializers.SlugRelatedField[JoinRequest]("slug", source="organisation", read_only=True)
    is_signed = serializers.BooleanField(help_text="Of age, or a guardian has signed.")

    class Meta:
        model = JoinRequest
        fields = [
            *("id", "club", "state", "name", "email", "phone", "address", "born_on", "languages", "language"),
            *("plan", "federation", "federation_number", "message", "agreed", "guardian_name"),
            *("guardian_email", "guardian_signature", "guardian_confirmed_at", "is_signed", "confirmed_at"),
            *("created_at", "decided_at", "decided_by", "reason", "person"),
        ]
        read_only_fields = fields


class LookalikeOut(Shape):
    """Somebody the club knows who may be the same, and by what."""

    id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    likeness = serializers.FloatField(help_text="Of the names, 0 to 1.")
    by = serializers.ListField(child=serializers.ChoiceField(BY))


class JoinRequestsView(ApiView):
    """The requests to join a club."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Query(Shape):
        """Which of them."""

        state = serializers.ChoiceField(JoinState.choices, default=JoinState.WAITING)

    class Output(PageOut):
        """One page of requests."""

        results = JoinRequestOut(many=True)

    @extend_schema(
        operation_id="join_requests_list",
        summary="Requests to join a club, the oldest first",
        parameters=[Query, *PAGE],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Those that wait, unless others are asked for."""
        club, payload = organisation_by_slug(slug=slug), self.Query.validated_from(request.query_params)
        rows = requests_to_join(organisation_id=club.pk, state=payload["state"])
        return page_of(self, request, rows, JoinRequestOut)


class JoinRequestView(ApiView):
    """One request to join."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Output(Shape):
        """The request, and whom it may be of."""

        request = JoinRequestOut()
        lookalikes = LookalikeOut(many=True, help_text="Nobody once it is decided.")

    @extend_schema(
        operation_id="join_requests_read",
        summary="One request to join, with the persons the club knows who look like it",
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, request_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """As it stands."""
        row = get_object_or_404(JoinRequest.objects.select_related("organisation"), pk=request_id)
        is_open = row.state == JoinState.WAITING
        near = similar_persons(organisation_id=row.organisation_id, rows=[row])[0] if is_open else []
        payload: Any = {"request": row, "lookalikes": near}
        return Response(self.Output(payload).data)


class AcceptJoinView(ApiView):
    """Accepting a request."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Input(Shape):
        """As whom."""

        person = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST,
            default=None,
            allow_null=True,
            help_text="Somebody the club knows; null: somebody new.",
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    class Output(Shape):
        """The member."""

        id = serializers.IntegerField(source="pk")
        name = serializers.CharField()

    @extend_schema(
        operation_id="join_requests_accept",
        summary="Make a member of whoever asked, somebody new or somebody known",
        description="409 `join_decided` when somebody was quicker; undone through the audit trail.",
        request=Input,
        responses={200: Output, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, request_id: int) -> Response:
        """Guardian, household and consents come with it; a mail tells."""
        payload = self.Input.validated_from(request.data)
        person: Any = accept_request(
            request_id=request_id, person_id=payload.pop("person"), actor=actor_of(request), **payload
        )
        return Response(self.Output(person).data)


class RefuseJoinView(ApiView):
    """Refusing a request."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Input(Shape):
        """Why: whoever asked is told so."""

        reason = serializers.CharField(max_length=500)

    @extend_schema(
        operation_id="join_requests_refuse",
        summary="Refuse a request to join; a mail tells why",
        request=Input,
        responses={200: JoinRequestOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, request_id: int) -> Response:
        """The request as it is then."""
        payload = self.Input.validated_from(request.data)
        row = refuse_request(request_id=request_id, actor=actor_of(request), **payload)
        return Response(JoinRequestOut(row).data)


class ReopenJoinView(ApiView):
    """Looking again at a request that was refused."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    @extend_schema(
        operation_id="join_requests_reopen",
        summary="Have a refused request wait again",
        request=None,
        responses={200: JoinRequestOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, request_id: int) -> Response:
        """The request as it is then."""
        row = reopen_request(request_id=request_id, actor=actor_of(request))
        return Response(JoinRequestOut(row).data)
