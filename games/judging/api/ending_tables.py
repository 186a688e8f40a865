"""API of endgame tables for operators of the site: list, build and cancel."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.jobs.services.job_control import channel_of
from club.models import Job
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
    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        variant = serializers.CharField(
            max_length=KEY_WIDTH, help_text="Key of a variant, or the text of house rules."
        )
        pieces = serializers.ChoiceField(SIZES)

    @operation("ending_tables_list", EndingTableOut(many=True))
    def get(self, _request: Request) -> Response:
        """List the endgame tables that exist or can be built, shipped variants first."""
        return Response(EndingTableOut(table_rows(), many=True).data)

    @operation("ending_tables_build", {202: EndingBuildOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Build a larger endgame table in the background.

        Returns the build of the variant that is already under way, if any. Answers 409 if the table
        already exists.
        """
        payload = self.Input.validated_from(request.data)
        job = request_build(actor=actor_of(request), **payload)
        return Response(EndingBuildOut(job).data, status=status.HTTP_202_ACCEPTED)


class EndingBuildCancelView(ApiView):
    permission_classes = [needs(Capability.BUILD_ENDINGS, scope=whole_site)]

    class Input(Shape):
        variant = serializers.CharField(max_length=KEY_WIDTH)
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @operation("ending_tables_cancel", EndingBuildOut, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Cancel the build of an endgame table. A later request resumes it.

        Answers 409 if none is under way.
        """
        payload = self.Input.validated_from(request.data)
        job = cancel_build(actor=actor_of(request), **payload)
        return Response(EndingBuildOut(job).data)
