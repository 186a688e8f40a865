"""API of outgoing messages: recipient, subject and state, never the content."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.base import ApiView, Pages, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_message
from club.jobs.selectors import last_line, messages_of
from club.jobs.services.outbox import resend_message
from club.models import OutboxMessage, OutboxState


class MessageOut(serializers.ModelSerializer[OutboxMessage]):
    """An outgoing message with its state. Its content is visible only to the recipient."""

    club = serializers.CharField(source="organisation.slug", default=None, allow_null=True)
    state = serializers.ChoiceField(OutboxState.choices)
    error = serializers.SerializerMethodField()

    class Meta:
        model = OutboxMessage
        fields = [
            *("id", "club", "to", "subject", "language", "state", "tries", "error", "created_at", "sent_at"),
        ]
        read_only_fields = fields

    def get_error(self, message: OutboxMessage) -> str:
        """Return the last error in one line."""
        return last_line(message.error)


class OutboxView(ApiView):
    """Outgoing messages of the clubs whose messages the caller may see."""

    permission_classes = [needs(Capability.SEE_OUTBOX)]

    class Query(Shape):
        """Filters of the messages."""

        state = serializers.ChoiceField(
            OutboxState.choices, default="", help_text="State of the messages. If empty, all states."
        )

    class Output(Shape):
        """One page of messages."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = MessageOut(many=True)

    @extend_schema(
        operation_id="outbox_list",
        summary="List outgoing messages, newest first",
        parameters=[Query, OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        """List the messages with recipient, subject and state."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        clubs = clubs_where(actor_of(request), Capability.SEE_OUTBOX)
        pages = Pages()
        found = messages_of(clubs=clubs, state=asked.validated_data["state"])
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(MessageOut(page, many=True).data)


class OutboxSendView(ApiView):
    """Resending of a failed message."""

    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_message)]

    @extend_schema(
        operation_id="outbox_send",
        summary="Resend a failed message",
        request=None,
        responses={200: MessageOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, message_id: int) -> Response:
        """Resend the message. A message that has not failed answers 409."""
        return Response(MessageOut(resend_message(message_id=message_id, actor=actor_of(request))).data)
