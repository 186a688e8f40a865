"""API of the groups that notices go to: list, save under a name; test of a notice."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books, scope_of_group, scope_of_notice
from club.core.selectors import organisation_by_slug
from club.models import SavedGroup
from club.notices.notice_groups import offered
from club.notices.services.notices import MAX_GROUPS, remove_group, save_group, send_test_notice

CHANGED = problems(400, 401, 403, 404, 409, 415, 422, 429)


class SavedGroupOut(serializers.ModelSerializer[SavedGroup]):
    """Groups under a name; `saved:` and its number stand for it in a notice."""

    class Meta:
        model = SavedGroup
        fields = ["id", "name", "groups"]
        read_only_fields = fields


class GroupChoiceOut(Shape):
    """A group by its key, as in plan:3."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name


class GroupKindOut(Shape):
    """A kind of group with those a club has."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name
    choices = GroupChoiceOut(many=True)


class NoticeGroupsView(ApiView):
    """The groups of a club."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_books)]

    class Input(Shape):
        """A name for some groups."""

        name = serializers.CharField(max_length=80)
        groups = serializers.ListField(
            child=serializers.CharField(max_length=80), min_length=1, max_length=MAX_GROUPS
        )

    class Output(Shape):
        """Which groups a notice may go to."""

        kinds = GroupKindOut(many=True)
        saved = SavedGroupOut(many=True)

    @extend_schema(
        operation_id="notice_groups_list",
        summary="The groups a club's notices may go to",
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """By kind, and those kept under a name."""
        club = organisation_by_slug(slug=slug)
        kinds = [
            {"label": label, "choices": [one._asdict() for one in choices]}
            for label, choices in offered(club.pk)
        ]
        saved = SavedGroup.objects.filter(organisation=club).order_by("name", "pk")
        return Response(self.Output({"kinds": kinds, "saved": saved}).data)

    @extend_schema(
        operation_id="notice_groups_save",
        summary="Keep groups under a name",
        request=Input,
        responses={201: SavedGroupOut, **CHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """409 where the name is taken."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        row = save_group(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(SavedGroupOut(row).data, status=status.HTTP_201_CREATED)


class NoticeGroupView(ApiView):
    """Groups kept under a name."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_group)]

    @extend_schema(
        operation_id="notice_groups_remove",
        summary="Forget groups that were kept under a name",
        responses={204: None, **problems(401, 403, 404)},
    )
    def delete(self, request: Request, group_id: int) -> Response:
        """Notices that were sent to them stay as they are."""
        remove_group(group_id=group_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoticeTrialView(ApiView):
    """A notice sent to nobody else."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    class Output(Shape):
        """Where it goes."""

        address = serializers.EmailField()

    @extend_schema(
        operation_id="notices_try",
        summary="Send a notice to oneself, and to nobody else",
        request=None,
        responses={200: Output, **CHANGED},
    )
    def post(self, request: Request, notice_id: int) -> Response:
        """A few times an hour."""
        site = request.build_absolute_uri("/").rstrip("/")
        address = send_test_notice(notice_id=notice_id, actor=actor_of(request), site=site)
        return Response(self.Output({"address": address}).data)
