"""API of the groups that receive notices: list, save and delete; and the test of a notice."""

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
    """Named set of groups. A notice refers to it as `saved:` and its id."""

    class Meta:
        model = SavedGroup
        fields = ["id", "name", "groups"]
        read_only_fields = fields


class GroupChoiceOut(Shape):
    """Group with its key, for example `plan:3`."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name


class GroupKindOut(Shape):
    """Kind of group, with the club's groups of this kind."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name
    choices = GroupChoiceOut(many=True)


class NoticeGroupsView(ApiView):
    """Notice groups of a club."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_books)]

    class Input(Shape):
        """Input of a saved set: a name and the keys of its groups."""

        name = serializers.CharField(max_length=80)
        groups = serializers.ListField(
            child=serializers.CharField(max_length=80), min_length=1, max_length=MAX_GROUPS
        )

    class Output(Shape):
        """Groups that a notice may be sent to."""

        kinds = GroupKindOut(many=True)
        saved = SavedGroupOut(many=True)

    @extend_schema(
        operation_id="notice_groups_list",
        summary="List the groups that can receive notices",
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the groups by kind, and the saved sets."""
        club = organisation_by_slug(slug=slug)
        kinds = [
            {"label": label, "choices": [one._asdict() for one in choices]}
            for label, choices in offered(club.pk)
        ]
        saved = SavedGroup.objects.filter(organisation=club).order_by("name", "pk")
        return Response(self.Output({"kinds": kinds, "saved": saved}).data)

    @extend_schema(
        operation_id="notice_groups_save",
        summary="Save a set of groups under a name",
        request=Input,
        responses={201: SavedGroupOut, **CHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Save the groups as a set. Answers 409 if the name is taken."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        row = save_group(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(SavedGroupOut(row).data, status=status.HTTP_201_CREATED)


class NoticeGroupView(ApiView):
    """A saved set of groups."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_group)]

    @extend_schema(
        operation_id="notice_groups_remove",
        summary="Delete a saved set of groups",
        responses={204: None, **problems(401, 403, 404)},
    )
    def delete(self, request: Request, group_id: int) -> Response:
        """Delete the saved set. Notices that were sent to it are unchanged."""
        remove_group(group_id=group_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoticeTrialView(ApiView):
    """Test of a notice, sent to the caller only."""

    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    class Output(Shape):
        """Email address to which the test was sent."""

        address = serializers.EmailField()

    @extend_schema(
        operation_id="notices_try",
        summary="Send a test of a notice to yourself",
        request=None,
        responses={200: Output, **CHANGED},
    )
    def post(self, request: Request, notice_id: int) -> Response:
        """Send the test. Answers 409 above the hourly limit of tests per account."""
        site = request.build_absolute_uri("/").rstrip("/")
        address = send_test_notice(notice_id=notice_id, actor=actor_of(request), site=site)
        return Response(self.Output({"address": address}).data)
