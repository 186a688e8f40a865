"""API of requests to join: applicants, similar persons and decisions."""

from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
    """A request to join, with its state."""

    club = serializers.SlugRelatedField[JoinRequest]("slug", source="organisation", read_only=True)
    is_signed = serializers.BooleanField(
        help_text="True if no signature is missing: the applicant is of age, or a guardian has signed."
    )

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
    """A person of the club who may be the applicant, with the matching fields."""

    id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    likeness = serializers.FloatField(help_text="Similarity of the names, from 0 to 1.")
    by = serializers.ListField(child=serializers.ChoiceField(BY))


class JoinRequestsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Query(Shape):
        state = serializers.ChoiceField(JoinState.choices, default=JoinState.WAITING)

    class Output(PageOut):
        results = JoinRequestOut(many=True)

    @operation("join_requests_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List requests to join a club, oldest first. By default, those that are waiting."""
        club, payload = organisation_by_slug(slug=slug), self.Query.validated_from(request.query_params)
        rows = requests_to_join(organisation_id=club.pk, state=payload["state"])
        return page_of(self, request, rows, JoinRequestOut)


class JoinRequestView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Output(Shape):
        request = JoinRequestOut()
        lookalikes = LookalikeOut(
            many=True, help_text="Similar persons of the club. Empty if the request is no longer waiting."
        )

    @operation("join_requests_read", Output)
    def get(self, request: Request, request_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one request to join with similar persons."""
        row = get_object_or_404(JoinRequest.objects.select_related("organisation"), pk=request_id)
        is_open = row.state == JoinState.WAITING
        near = similar_persons(organisation_id=row.organisation_id, rows=[row])[0] if is_open else []
        payload: Any = {"request": row, "lookalikes": near}
        return Response(self.Output(payload).data)


class AcceptJoinView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Input(Shape):
        person = serializers.IntegerField(
            min_value=1,
            max_value=LARGEST,
            default=None,
            allow_null=True,
            help_text=(
                "Id of the person in the club who is the applicant. If null, a new person is created."
            ),
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    class Output(Shape):
        id = serializers.IntegerField(source="pk")
        name = serializers.CharField()

    @operation("join_requests_accept", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request, request_id: int) -> Response:
        """Accept a request to join, as a new or an existing person.

        Answers 409 `join_decided` if another user has already decided. Can be undone in the audit log.
        """
        payload = self.Input.validated_from(request.data)
        person: Any = accept_request(
            request_id=request_id, person_id=payload.pop("person"), actor=actor_of(request), **payload
        )
        return Response(self.Output(person).data)


class RefuseJoinView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    class Input(Shape):
        reason = serializers.CharField(max_length=500)

    @operation("join_requests_refuse", JoinRequestOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, request_id: int) -> Response:
        """Refuse a request to join and email the reason."""
        payload = self.Input.validated_from(request.data)
        row = refuse_request(request_id=request_id, actor=actor_of(request), **payload)
        return Response(JoinRequestOut(row).data)


class ReopenJoinView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)]

    @operation("join_requests_reopen", JoinRequestOut, refusals=(409,))
    def post(self, request: Request, request_id: int) -> Response:
        """Reopen a refused request to join."""
        row = reopen_request(request_id=request_id, actor=actor_of(request))
        return Response(JoinRequestOut(row).data)
