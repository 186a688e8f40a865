"""API of webhooks of events."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from tournaments.core.api.base import ApiView
from tournaments.core.scopes import of_event, of_webhook
from tournaments.models import Webhook, WebhookFault, WebhookKind
from tournaments.webhooks.selectors import webhooks_of
from tournaments.webhooks.services.delivery import send_test
from tournaments.webhooks.services.webhooks import MAX_URL, add_webhook, change_webhook, remove_webhook


class WebhookOut(serializers.ModelSerializer[Webhook]):
    """A webhook of an event. `last_error` is the reason why the last message was not taken, or empty."""

    kinds = serializers.ListField(child=serializers.ChoiceField(WebhookKind.choices))
    last_error = serializers.ChoiceField(WebhookFault.choices, allow_blank=True)

    class Meta:
        model = Webhook
        fields = [
            *("id", "event", "url", "kinds", "is_on", "failures"),
            *("next_at", "last_at", "last_status", "last_error"),
        ]
        read_only_fields = fields


class NewWebhookOut(WebhookOut):
    """A new webhook with the secret of its signatures, which no other answer has."""

    class Meta(WebhookOut.Meta):
        fields = [*WebhookOut.Meta.fields, "secret"]
        read_only_fields = fields


class WebhooksView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(Shape):
        url = serializers.URLField(max_length=MAX_URL)
        kinds = serializers.ListField(child=serializers.ChoiceField(WebhookKind.choices), allow_empty=False)

    @operation("webhooks_list", WebhookOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List the webhooks of an event."""
        return Response(WebhookOut(webhooks_of(event_id), many=True).data)

    @operation("webhooks_create", {201: NewWebhookOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """Add a webhook to an event.

        Its https address is sent the public live events of the event from now on: in order, at least once, in
        batches, signed as the Standard Webhooks specification asks. `secret` is in this answer alone.
        """
        told = self.Input.validated_from(request.data)
        made = add_webhook(event_id=event_id, site=site_of(request), actor=actor_of(request), **told)
        return Response(NewWebhookOut(made).data, status=status.HTTP_201_CREATED)


class WebhookView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_webhook)]

    class Input(Shape):
        kinds = serializers.ListField(
            child=serializers.ChoiceField(WebhookKind.choices), allow_empty=False, required=False
        )
        is_on = serializers.BooleanField(required=False)

    @operation("webhooks_change", WebhookOut, request=Input, refusals=(422,))
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Choose what a webhook sends, turn it off, or on again. It then first sends what it missed."""
        told = self.Input.validated_from(request.data)
        return Response(
            WebhookOut(change_webhook(webhook_id=webhook_id, actor=actor_of(request), **told)).data
        )

    @operation("webhooks_remove", {204: None})
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Remove a webhook with its secret."""
        remove_webhook(webhook_id=webhook_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookTestView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_webhook)]

    @operation("webhooks_test", WebhookOut, request=None, refusals=(409,))
    def post(self, request: Request, webhook_id: int) -> Response:
        """Send a test message without events. `last_status` and `last_error` are its answer."""
        return Response(WebhookOut(send_test(webhook_id=webhook_id, actor=actor_of(request))).data)
