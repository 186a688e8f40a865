"""API of the groups that receive notices: list, save and delete; and the test of a notice."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_books, scope_of_group, scope_of_notice
from club.core.selectors import organisation_by_slug
from club.models import SavedGroup
from club.notices.notice_groups import offered
from club.notices.services.notices import MAX_GROUPS, remove_group, save_group, send_test_notice


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
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_books)]

    class Input(Shape):
        name = serializers.CharField(max_length=80)
        groups = serializers.ListField(
            child=serializers.CharField(max_length=80), min_length=1, max_length=MAX_GROUPS
        )

    class Output(Shape):
        kinds = GroupKindOut(many=True)
        saved = SavedGroupOut(many=True)

    @operation("notice_groups_list", Output)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the groups that can receive notices, by kind, and the saved sets."""
        club = organisation_by_slug(slug=slug)
        kinds = [
            {"label": label, "choices": [one._asdict() for one in choices]}
            for label, choices in offered(club.pk)
        ]
        saved = SavedGroup.objects.filter(organisation=club).order_by("name", "pk")
        return Response(self.Output({"kinds": kinds, "saved": saved}).data)

    @operation("notice_groups_save", {201: SavedGroupOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Save a set of groups under a name. Answers 409 if the name is taken."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        row = save_group(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(SavedGroupOut(row).data, status=status.HTTP_201_CREATED)


class NoticeGroupView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_group)]

    @operation("notice_groups_remove")
    def delete(self, request: Request, group_id: int) -> Response:
        """Delete a saved set of groups. Notices that were sent to it are unchanged."""
        remove_group(group_id=group_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoticeTrialView(ApiView):
    permission_classes = [needs(Capability.SEND_NOTICES, scope=scope_of_notice)]

    class Output(Shape):
        address = serializers.EmailField()

    @operation("notices_try", Output, refusals=(400, 409, 415, 422))
    def post(self, request: Request, notice_id: int) -> Response:
        """Send a test of a notice to yourself. Answers 409 above the hourly limit of tests per account."""
        site = site_of(request)
        address = send_test_notice(notice_id=notice_id, actor=actor_of(request), site=site)
        return Response(self.Output({"address": address}).data)
