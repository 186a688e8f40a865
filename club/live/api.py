"""Polling of the live channels, and the permission check for streams.

The stream of `GET /api/v1/live/<channel>` is served by the hub (`club.live.hub`) next to the pages.
The hub calls this view with `?check=1` before a stream begins. A server without the hub returns a poll
response instead.
"""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.errors import NotAllowed
from club.core.requests import actor_of
from club.live.publishing import ChannelKind, require_listening
from club.live.selectors import as_document, events_after, last_number

EVENTS_PER_POLL = 200
LARGEST_NUMBER = 2**63 - 1


class LiveEventShape(Shape):
    """An event of a channel."""

    number = serializers.IntegerField(
        help_text="Number of the event in its channel, counted from 1 without gaps."
    )
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    data = serializers.DictField(child=serializers.JSONField())  # type: ignore[assignment]


class LiveView(ApiView):
    permission_classes = [Public]  # the channel's own permission check decides

    class Query(Shape):
        after = serializers.IntegerField(
            required=False,
            min_value=0,
            max_value=LARGEST_NUMBER,
            help_text="Number of the last event received. If omitted, only new events are returned.",
        )

    class Output(Shape):
        last = serializers.IntegerField(help_text="Value of `after` for the next request.")
        is_reset = serializers.BooleanField(
            help_text=(
                "True if earlier events are no longer available: reload the data and continue from `last`."
            )
        )
        events = LiveEventShape(many=True)

    @operation(
        "live",
        {
            (200, "text/event-stream"): OpenApiTypes.STR,
            (200, "application/json"): Output,
            204: OpenApiResponse(description="The caller may listen to the channel."),
            304: OpenApiResponse(description="No new events since the response with this `ETag`."),
        },
        parameters=[
            Query,
            OpenApiParameter(
                "poll", bool, description="Return the events at once as JSON instead of a stream."
            ),
            OpenApiParameter("check", bool, description="Only check whether the caller may listen."),
        ],
        refusals=(400, 503),
    )
    def get(self, request: Request, channel: str) -> Response:
        """Listen to a channel.

        Returns a stream of server-sent events, each with its number as `id`; `Last-Event-ID` or `after`
        resumes it without a gap. `event: reset` means that events in between are no longer available. With
        `poll` the response is JSON with an `ETag`; with `check` it has no content and only confirms that the
        caller may listen.
        """
        kind = self.kind(request, channel)
        if "check" in request.query_params:
            headers_added = {"X-Live-Public": "1"} if kind.is_public else {}
            return Response(status=status.HTTP_204_NO_CONTENT, headers=headers_added)
        payload = self.Query.validated_from(request.query_params)
        return self.poll(request, channel, payload.get("after"))

    def kind(self, request: Request, channel: str) -> ChannelKind:
        """Return the kind of the channel; raise the reason if the caller may not listen."""
        actor = actor_of(request)
        try:
            return require_listening(channel, actor=actor)
        except NotAllowed:
            if actor.is_visitor:
                raise NotAuthenticated from None
            raise

    def poll(self, request: Request, channel: str, after: int | None) -> Response:
        """Return the events after a number; 304 if the `ETag` of the client is current."""
        last = last_number(channel)
        after = last if after is None else after
        headers = {"ETag": f'"{last}-{after}"', "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(answer(channel, after), headers=headers)


def answer(channel: str, after: int) -> dict[str, Any]:
    """Return the body of a poll response."""
    batch = events_after(channel, after, limit=EVENTS_PER_POLL)
    if batch.is_broken:
        return {"last": batch.last, "is_reset": True, "events": []}
    last = batch.events[-1].number if batch.events else after
    return {"last": last, "is_reset": False, "events": list(map(as_document, batch.events))}
