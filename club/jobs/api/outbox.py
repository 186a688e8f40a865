"""API of outgoing messages: recipient, subject and state, never the content."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
        state = serializers.ChoiceField(
            OutboxState.choices, default="", help_text="State of the messages. If empty, all states."
        )

    class Output(PageOut):
        results = MessageOut(many=True)

    @operation("outbox_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List outgoing messages, newest first."""
        payload = self.Query.validated_from(request.query_params)
        clubs = clubs_where(actor_of(request), Capability.SEE_OUTBOX)
        pages = Pages()
        found = messages_of(clubs=clubs, state=payload["state"])
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(MessageOut(page, many=True).data)


class OutboxSendView(ApiView):
    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_message)]

    @operation("outbox_send", MessageOut, refusals=(409,))
    def post(self, request: Request, message_id: int) -> Response:
        """Resend a failed message. A message that has not failed answers 409."""
        return Response(MessageOut(resend_message(message_id=message_id, actor=actor_of(request))).data)
