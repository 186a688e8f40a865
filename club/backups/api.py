"""API of backups of the whole site, for programs of its operator, mainly to copy one to another machine."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.backups.backup_metadata import STATES, Backup
from club.backups.pages.backup_lines import REASON_WIDTH, TAR, archive_response, whole_site
from club.backups.selectors import all_backups, backup_by_name
from club.backups.services.backups import delete_backup, open_backup, request_backup
from club.core.api.access import needs
from club.core.api.base import ApiView, Pages, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.jobs.services.job_control import channel_of
from club.models import Job, JobState


class BackupOut(serializers.Serializer[Backup]):
    """An archive in the data folder."""

    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True, help_text="`daily`, a text, or empty: made by hand.")
    size = serializers.IntegerField(help_text="In bytes.")
    state = serializers.ChoiceField(STATES)
    checked_at = serializers.DateTimeField(allow_null=True, help_text="When it was last proved.")
    fault = serializers.CharField(allow_blank=True, help_text="Code of what the check found wrong.")
    part = serializers.CharField(allow_blank=True, help_text="Where.")
    sha256 = serializers.CharField(allow_blank=True, help_text="Of the whole file; empty: not known.")
    engine = serializers.CharField(allow_blank=True, help_text="The database it was made on.")
    program = serializers.CharField(allow_blank=True, help_text="The version it was made by.")
    rows = serializers.IntegerField()
    files = serializers.IntegerField()
    is_kept = serializers.BooleanField(help_text="Whether the schedule leaves it alone.")


class BackupJobOut(serializers.ModelSerializer[Job]):
    """The work that makes a backup."""

    job = serializers.IntegerField(source="pk")
    channel = serializers.SerializerMethodField(help_text="Where it is followed: /api/v1/live/<channel>.")
    state = serializers.ChoiceField(JobState.choices)

    class Meta:
        model = Job
        fields = ["job", "channel", "state", "steps_done", "steps"]
        read_only_fields = fields

    def get_channel(self, job: Job) -> str:
        """The live channel of the job."""
        return channel_of(job)


class BackupsView(ApiView):
    """The archives of the site."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    class Input(Shape):
        """Why."""

        reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_WIDTH)

    class Output(Shape):
        """One page of archives."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = BackupOut(many=True)

    @extend_schema(
        operation_id="backups_list",
        summary="Backups of the whole site, the latest first",
        parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(403, 404)},
    )
    def get(self, request: Request) -> Response:
        """What lies in the data folder."""
        pages = Pages()
        page = pages.paginate_queryset(all_backups(), request, view=self) or []
        return pages.get_paginated_response([BackupOut(one).data for one in page])

    @extend_schema(
        operation_id="backups_create",
        summary="Have a backup made",
        description="It is made in the background. While one that was asked for waits, this is the same one.",
        request=Input,
        responses={202: BackupJobOut, **problems(400, 403, 415)},
    )
    def post(self, request: Request) -> Response:
        """Ask for one more."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_backup(actor=actor_of(request), reason=given.validated_data["reason"])
        return Response(BackupJobOut(job).data, status=status.HTTP_202_ACCEPTED)


class BackupView(ApiView):
    """One archive."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @extend_schema(
        operation_id="backups_read",
        summary="One backup",
        responses={200: BackupOut, **problems(403, 404)},
    )
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002 - the framework's signature
        """What is known of it."""
        return Response(BackupOut(backup_by_name(name=name)).data)

    @extend_schema(
        operation_id="backups_delete",
        summary="Delete a backup",
        responses={204: None, **problems(403, 404)},
    )
    def delete(self, request: Request, name: str) -> Response:
        """Delete it for good."""
        delete_backup(name=name, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BackupFileView(ApiView):
    """The file of an archive."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @extend_schema(
        operation_id="backups_download",
        summary="Download a backup",
        description="`manage.py restore FILE --check` proves the file at the other end.",
        responses={(200, TAR): OpenApiTypes.BINARY, **problems(403, 404)},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """The archive in pieces."""
        return archive_response(*open_backup(name=name, actor=actor_of(request)))
