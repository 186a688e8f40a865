"""Polling side of the live channels, and the permission check of a stream.

`GET /api/v1/live/<channel>` itself is a stream, served by the hub (`club.live.hub`) next to the pages. It
asks here with `?check=1` before it begins. A server that runs the pages alone answers with the poll.
"""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.errors import NotAllowed
from club.core.requests import actor_of
from club.live.publishing import ChannelKind, require_listening
from club.live.selectors import as_document, events_after, last_number

EVENTS_PER_POLL = 200
LARGEST_NUMBER = 2**63 - 1


class LiveEventShape(Shape):
    """One thing that happened."""

    number = serializers.IntegerField(help_text="Counts from 1 in its channel, without a gap.")
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    data = serializers.DictField(child=serializers.JSONField())  # type: ignore[assignment]


class LiveView(ApiView):
    """Listening to a channel."""

    permission_classes = [Public]  # the channel's own permission check decides

    class Query(Shape):
        """From where on."""

        after = serializers.IntegerField(
            required=False,
            min_value=0,
            max_value=LARGEST_NUMBER,
            help_text="The number last heard; without it from now on.",
        )

    class Output(Shape):
        """What happened behind the number."""

        last = serializers.IntegerField(help_text="Ask with `after=` this number next time.")
        is_reset = serializers.BooleanField(
            help_text="Events in between are gone: draw everything anew and go on from `last`."
        )
        events = LiveEventShape(many=True)

    @extend_schema(
        operation_id="live",
        summary="Listen to a channel",
        description=(
            "A stream of server-sent events, each with its number as `id`; `Last-Event-ID` or `after` "
            "resumes without a gap. `event: reset` says that events in between are gone. With `poll` a "
            "plain answer, with `ETag`. With `check` only whether this visitor may listen."
        ),
        parameters=[
            Query,
            OpenApiParameter("poll", bool, description="Answer at once instead of streaming."),
            OpenApiParameter("check", bool, description="Only tell whether listening is open to you."),
        ],
        responses={
            (200, "text/event-stream"): OpenApiTypes.STR,
            (200, "application/json"): Output,
            204: OpenApiResponse(description="You may listen."),
            304: OpenApiResponse(description="Nothing happened since."),
            **problems(400, 401, 403, 404, 503),
        },
    )
    def get(self, request: Request, channel: str) -> Response:
        """Answer a poll, or the hub's question."""
        kind = self.kind(request, channel)
        if "check" in request.query_params:
            headers_added = {"X-Live-Public": "1"} if kind.is_public else {}
            return Response(status=status.HTTP_204_NO_CONTENT, headers=headers_added)
        given = self.Query(data=request.query_params)
        given.is_valid(raise_exception=True)
        return self.poll(request, channel, given.validated_data.get("after"))

    def kind(self, request: Request, channel: str) -> ChannelKind:
        """The kind of the channel, if its doorkeeper lets this visitor in."""
        actor = actor_of(request)
        try:
            return require_listening(channel, actor=actor)
        except NotAllowed:
            if actor.is_visitor:
                raise NotAuthenticated from None
            raise

    def poll(self, request: Request, channel: str, after: int | None) -> Response:
        """Events behind a number; 304 where the browser has this very answer."""
        last = last_number(channel)
        after = last if after is None else after
        headers = {"ETag": f'"{last}-{after}"', "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(answer(channel, after), headers=headers)


def answer(channel: str, after: int) -> dict[str, Any]:
    """Response of a poll."""
    batch = events_after(channel, after, limit=EVENTS_PER_POLL)
    if batch.is_broken:
        return {"last": batch.last, "is_reset": True, "events": []}
    last = batch.events[-1].number if batch.events else after
    return {"last": last, "is_reset": False, "events": list(map(as_document, batch.events))}
