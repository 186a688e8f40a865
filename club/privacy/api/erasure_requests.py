"""API of erasure requests: list, read and refuse.

The erasure itself is part of the API of a member.
"""

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
from club.core.scopes import scope_of_books, scope_of_request
from club.core.selectors import organisation_by_slug
from club.models import ErasureRequest, ErasureState
from club.privacy.services.erasure import refuse_erasure


class ErasureRequestOut(serializers.ModelSerializer[ErasureRequest]):
    """Erasure request with its state."""

    club = serializers.SlugRelatedField[ErasureRequest]("slug", source="organisation", read_only=True)
    name = serializers.CharField(source="person.name")

    class Meta:
        model = ErasureRequest
        fields = [
            *("id", "club", "person", "name", "state", "message", "asked_at", "asked_by"),
            *("answer", "answered_at", "answered_by"),
        ]
        read_only_fields = fields


class ErasureRequestsView(ApiView):
    """Erasure requests of a club."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Query(Shape):
        """Filters of the requests."""

        state = serializers.ChoiceField(ErasureState.choices, default=ErasureState.ASKED)

    class Output(PageOut):
        """One page of requests."""

        results = ErasureRequestOut(many=True)

    @extend_schema(
        operation_id="erasure_requests_list",
        summary="List erasure requests, oldest first",
        description="To answer a request, erase the member, or refuse the request with a reason.",
        parameters=[Query, *PAGE],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return one page of the requests; by default those that wait for an answer."""
        club, payload = organisation_by_slug(slug=slug), self.Query.validated_from(request.query_params)
        rows = ErasureRequest.objects.filter(organisation=club, **payload)
        return page_of(self, request, rows.select_related("person", "organisation"), ErasureRequestOut)


class ErasureRequestView(ApiView):
    """One erasure request."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_request)]

    class Input(Shape):
        """Input of a refusal: the reason, which the person can read."""

        answer = serializers.CharField(max_length=1000)

    @extend_schema(
        operation_id="erasure_requests_read",
        summary="Get one erasure request",
        responses={200: ErasureRequestOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, request_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the request."""
        rows = ErasureRequest.objects.select_related("person", "organisation")
        return Response(ErasureRequestOut(get_object_or_404(rows, pk=request_id)).data)

    @extend_schema(
        operation_id="erasure_requests_refuse",
        summary="Refuse an erasure request with a reason",
        request=Input,
        responses={200: ErasureRequestOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, request_id: int) -> Response:
        """Refuse the request and return it. Answers 404 if it does not wait for an answer."""
        payload = self.Input.validated_from(request.data)
        row = refuse_erasure(request_id=request_id, actor=actor_of(request), **payload)
        return Response(ErasureRequestOut(row).data)
