"""API of endgame tables for operators of the site: list, build and cancel."""

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
from games.judging.selectors.endings import SIZES, table_rows
from games.judging.services.ending_builds import cancel_build, request_build

KEY_WIDTH = 2000
STATES = ("waiting", "done", "failed", "cancelled")


class EndingBuildOut(serializers.Serializer[Any]):
    """Job that builds an endgame table."""

    job = serializers.IntegerField(source="pk")
    channel = serializers.SerializerMethodField(
        help_text="Live channel with the progress: `/api/v1/live/<channel>`."
    )
    state = serializers.ChoiceField(STATES)
    steps_done = serializers.IntegerField(help_text="Completed part of the build, in hundredths.")
    steps = serializers.IntegerField()

    def get_channel(self, job: Job) -> str:
        """Return the live channel of the job."""
        return channel_of(job)


class EndingTableOut(serializers.Serializer[Any]):
    """Endgame table of one variant."""

    variant = serializers.CharField(source="key")
    name = serializers.CharField()
    pieces = serializers.IntegerField(
        help_text="Largest number of pieces that the table covers; 0 if there is no table."
    )
    is_refused = serializers.BooleanField(
        help_text="True if a file built on this site is damaged or cannot be read."
    )
    own_bytes = serializers.IntegerField(help_text="Total size of the files built on this site, in bytes.")
    next_pieces = serializers.IntegerField(
        help_text="Number of pieces of the next larger table that can be built; 0 if there is none."
    )
    minutes = serializers.IntegerField(help_text="Estimated time to build the next larger table, in minutes.")
    job = EndingBuildOut(
        allow_null=True, help_text="Build that is waiting, running or has failed; null if there is none."
    )


class EndingTablesView(ApiView):
    """Endgame tables of the site."""

    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        """Input of a build: variant and number of pieces."""

        variant = serializers.CharField(
            max_length=KEY_WIDTH, help_text="Key of a variant, or the text of house rules."
        )
        pieces = serializers.ChoiceField(SIZES)

    @extend_schema(
        operation_id="ending_tables_list",
        summary="List endgame tables, shipped variants first",
        responses={200: EndingTableOut(many=True), **problems(401, 403)},
    )
    def get(self, _request: Request) -> Response:
        """List the existing tables and those that can be built."""
        return Response(EndingTableOut(table_rows(), many=True).data)

    @extend_schema(
        operation_id="ending_tables_build",
        summary="Build a larger endgame table",
        description=(
            "The table is built in the background. If a build for the same variant is already under "
            "way, the response is that build. 409 if the table already exists."
        ),
        request=Input,
        responses={202: EndingBuildOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Queue the build of the table."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_build(actor=actor_of(request), **given.validated_data)
        return Response(EndingBuildOut(job).data, status=status.HTTP_202_ACCEPTED)


class EndingBuildCancelView(ApiView):
    """Cancellation of a build."""

    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        """Input of a cancellation: variant and reason."""

        variant = serializers.CharField(max_length=KEY_WIDTH)
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @extend_schema(
        operation_id="ending_tables_cancel",
        summary="Cancel the build of an endgame table",
        description=(
            "Finished parts of the table are preserved, and a later request resumes the build. 409 "
            "if no build is under way."
        ),
        request=Input,
        responses={200: EndingBuildOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Cancel the build."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = cancel_build(actor=actor_of(request), **given.validated_data)
        return Response(EndingBuildOut(job).data)
