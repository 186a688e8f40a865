"""Tables of endings, for programs of whoever runs the site: listed, built, and a build cancelled."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.jobs.services.job_control import channel_of
from club.models import Job
from games.core.api.base import ApiView, problems
from games.judging.pages.ending_tables import whole_site
from games.judging.selectors.ending_tables import SIZES, table_rows
from games.judging.services.ending_builds import cancel_build, request_build

KEY_WIDTH = 2000
STATES = ("waiting", "done", "failed", "cancelled")


class EndingBuildOut(serializers.Serializer[Any]):
    """The work that builds a table."""

    job = serializers.IntegerField(source="pk")
    channel = serializers.SerializerMethodField(help_text="Where it is followed: /api/v1/live/<channel>.")
    state = serializers.ChoiceField(STATES)
    steps_done = serializers.IntegerField(help_text="In hundredths.")
    steps = serializers.IntegerField()

    def get_channel(self, job: Job) -> str:
        """The live channel of the job."""
        return channel_of(job)


class EndingTableOut(serializers.Serializer[Any]):
    """The table of one game."""

    variant = serializers.CharField(source="key")
    name = serializers.CharField()
    pieces = serializers.IntegerField(help_text="It answers up to so many; 0: there is no table.")
    is_refused = serializers.BooleanField(help_text="A file that was built here is damaged.")
    own_bytes = serializers.IntegerField(help_text="Of files that were built here.")
    next_pieces = serializers.IntegerField(help_text="The larger table that can be built; 0: none.")
    minutes = serializers.IntegerField(help_text="About how long that takes.")
    job = EndingBuildOut(allow_null=True, help_text="The build that waits, is under way, or was given up.")


class EndingTablesView(ApiView):
    """The tables of endings of the site."""

    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        """Which table."""

        variant = serializers.CharField(max_length=KEY_WIDTH, help_text="A key, or the text of house rules.")
        pieces = serializers.ChoiceField(SIZES)

    @extend_schema(
        operation_id="ending_tables_list",
        summary="Tables of endings, shipped games first",
        responses={200: EndingTableOut(many=True), **problems(401, 403)},
    )
    def get(self, _request: Request) -> Response:
        """Which there are, and which can be built."""
        return Response(EndingTableOut(table_rows(), many=True).data)

    @extend_schema(
        operation_id="ending_tables_build",
        summary="Have a larger table of endings built",
        description="It is built in the background. While one is built for the same game, it is that one.",
        request=Input,
        responses={202: EndingBuildOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Ask for it."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_build(actor=actor_of(request), **given.validated_data)
        return Response(EndingBuildOut(job).data, status=status.HTTP_202_ACCEPTED)


class EndingBuildCancelView(ApiView):
    """A build that is stopped."""

    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        """Of which game, and why."""

        variant = serializers.CharField(max_length=KEY_WIDTH)
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @extend_schema(
        operation_id="ending_tables_cancel",
        summary="Cancel the build of a table of endings",
        description="What is finished stays; asked for again, the build goes on.",
        request=Input,
        responses={200: EndingBuildOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Stop it."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = cancel_build(actor=actor_of(request), **given.validated_data)
        return Response(EndingBuildOut(job).data)
