"""API of erasure requests: list, read and refuse.

The erasure itself is part of the API of a member.
"""

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
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Query(Shape):
        state = serializers.ChoiceField(ErasureState.choices, default=ErasureState.ASKED)

    class Output(PageOut):
        results = ErasureRequestOut(many=True)

    @operation("erasure_requests_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List erasure requests, oldest first. To answer one, erase the member or refuse it."""
        club, payload = organisation_by_slug(slug=slug), self.Query.validated_from(request.query_params)
        rows = ErasureRequest.objects.filter(organisation=club, **payload)
        return page_of(self, request, rows.select_related("person", "organisation"), ErasureRequestOut)


class ErasureRequestView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_request)]

    class Input(Shape):
        answer = serializers.CharField(max_length=1000)

    @operation("erasure_requests_read", ErasureRequestOut)
    def get(self, request: Request, request_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one erasure request."""
        rows = ErasureRequest.objects.select_related("person", "organisation")
        return Response(ErasureRequestOut(get_object_or_404(rows, pk=request_id)).data)

    @operation("erasure_requests_refuse", ErasureRequestOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, request_id: int) -> Response:
        """Refuse an erasure request with a reason. Answers 404 if it does not wait for an answer."""
        payload = self.Input.validated_from(request.data)
        row = refuse_erasure(request_id=request_id, actor=actor_of(request), **payload)
        return Response(ErasureRequestOut(row).data)
