"""API of news posts, photos and documents of events."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_event, of_event_file, of_post
from tournaments.models import EventFile, EventFileKind, EventPost
from tournaments.news.services import add_file, add_post, change_post, remove_file, remove_post


class PostOut(serializers.ModelSerializer[EventPost]):
    """A news post of an event."""

    class Meta:
        model = EventPost
        fields = ["id", "title", "text", "posted_at", "version"]
        read_only_fields = fields


class EventFileOut(serializers.ModelSerializer[EventFile]):
    """A photo or document of an event; `width` and `height` are 0 for documents."""

    kind = serializers.ChoiceField(EventFileKind.choices)
    address = serializers.SerializerMethodField()

    class Meta:
        model = EventFile
        fields = ["id", "kind", "caption", "size", "width", "height", "added_at", "address"]
        read_only_fields = fields

    @extend_schema_field(serializers.CharField())
    def get_address(self, row: EventFile) -> str:
        """Return the address of the file on this site."""
        return reverse("tournaments:event_file", args=[row.event.slug, row.pk])


class PostInput(Shape):
    title = serializers.CharField(max_length=200)
    text = serializers.CharField(default="", allow_blank=True, max_length=10_000)


class EventPostsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"POST"})]

    @operation("event_posts_list", PostOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the news posts of an event, latest first."""
        return Response(PostOut(visible_event(request, event_id).posts.all(), many=True).data)

    @operation("event_posts_create", {201: PostOut}, request=PostInput, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """Add a news post to an event."""
        payload = PostInput.validated_from(request.data)
        made = add_post(event_id=event_id, actor=actor_of(request), **payload)
        return Response(PostOut(made).data, status=status.HTTP_201_CREATED)


class EventPostView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_post)]

    class Input(PostInput):
        version = serializers.IntegerField(min_value=1)

    @operation("event_posts_change", PostOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, post_id: int) -> Response:
        """Change a news post. Answers 409 if it was changed after `version` was read."""
        payload = self.Input.validated_from(request.data)
        return Response(PostOut(change_post(post_id=post_id, actor=actor_of(request), **payload)).data)

    @operation("event_posts_remove", {204: None})
    def delete(self, request: Request, post_id: int) -> Response:
        """Delete a news post."""
        remove_post(post_id=post_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EventFilesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"POST"})]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        file = serializers.FileField(
            allow_empty_file=True, use_url=False, help_text="JPEG, PNG or WebP up to 12 MB, PDF up to 10 MB."
        )
        caption = serializers.CharField(max_length=200)

    @operation("event_files_list", EventFileOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the photos and documents of an event."""
        rows = visible_event(request, event_id).files.select_related("event")
        return Response(EventFileOut(rows, many=True).data)

    @operation(
        "event_files_create", {201: EventFileOut}, request={"multipart/form-data": Input}, refusals=(409, 422)
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Add a photo or document to an event. Photos are re-encoded without metadata."""
        given = self.Input.validated_from(request.data)
        file = given["file"]
        made = add_file(
            event_id=event_id,
            file=file.file,
            size=file.size,
            caption=given["caption"],
            actor=actor_of(request),
        )
        return Response(EventFileOut(made).data, status=status.HTTP_201_CREATED)


class EventFileView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event_file)]

    @operation("event_files_remove", {204: None})
    def delete(self, request: Request, file_id: int) -> Response:
        """Delete a photo or document for good."""
        remove_file(file_id=file_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
