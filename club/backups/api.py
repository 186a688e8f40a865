"""API of site backups for programs of the operator, mainly to copy backups to another machine."""

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
    """An archive in the backup folder."""

    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    reason = serializers.CharField(
        allow_blank=True,
        help_text="Reason of the backup: `daily`, a text, or empty for a manual backup without a reason.",
    )
    size = serializers.IntegerField(help_text="Size of the archive in bytes.")
    state = serializers.ChoiceField(STATES)
    checked_at = serializers.DateTimeField(
        allow_null=True, help_text="Time of the last verification. Null if the archive was never verified."
    )
    fault = serializers.CharField(
        allow_blank=True, help_text="Code of the fault that the verification found. Empty if there is none."
    )
    part = serializers.CharField(
        allow_blank=True, help_text="Faulty part of the archive. Empty if there is no fault."
    )
    sha256 = serializers.CharField(
        allow_blank=True, help_text="SHA-256 of the whole file. Empty if not known."
    )
    engine = serializers.CharField(
        allow_blank=True, help_text="Database engine from which the backup was made."
    )
    program = serializers.CharField(
        allow_blank=True, help_text="Version of the program that made the backup."
    )
    rows = serializers.IntegerField()
    files = serializers.IntegerField()
    is_kept = serializers.BooleanField(
        help_text="True if the retention schedule does not delete the archive."
    )


class BackupJobOut(serializers.ModelSerializer[Job]):
    """Background job of a backup."""

    job = serializers.IntegerField(source="pk")
    channel = serializers.SerializerMethodField(
        help_text="Live channel of the job, for /api/v1/live/<channel>."
    )
    state = serializers.ChoiceField(JobState.choices)

    class Meta:
        model = Job
        fields = ["job", "channel", "state", "steps_done", "steps"]
        read_only_fields = fields

    def get_channel(self, job: Job) -> str:
        """Return the live channel of the job."""
        return channel_of(job)


class BackupsView(ApiView):
    """Archives of the site."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    class Input(Shape):
        """Input with the reason of the backup."""

        reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_WIDTH)

    class Output(Shape):
        """One page of archives."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = BackupOut(many=True)

    @extend_schema(
        operation_id="backups_list",
        summary="List backups of the whole site, newest first",
        parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(403, 404)},
    )
    def get(self, request: Request) -> Response:
        """List the archives in the backup folder."""
        pages = Pages()
        page = pages.paginate_queryset(all_backups(), request, view=self) or []
        return pages.get_paginated_response([BackupOut(one).data for one in page])

    @extend_schema(
        operation_id="backups_create",
        summary="Request a backup",
        description=(
            "The backup runs as a background job. While a requested backup is waiting, its job is "
            "returned instead of a new one."
        ),
        request=Input,
        responses={202: BackupJobOut, **problems(400, 403, 415)},
    )
    def post(self, request: Request) -> Response:
        """Enqueue a backup and return its job."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_backup(actor=actor_of(request), reason=given.validated_data["reason"])
        return Response(BackupJobOut(job).data, status=status.HTTP_202_ACCEPTED)


class BackupView(ApiView):
    """One archive."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @extend_schema(
        operation_id="backups_read",
        summary="Get one backup",
        responses={200: BackupOut, **problems(403, 404)},
    )
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the metadata of the archive."""
        return Response(BackupOut(backup_by_name(name=name)).data)

    @extend_schema(
        operation_id="backups_delete",
        summary="Delete a backup",
        responses={204: None, **problems(403, 404)},
    )
    def delete(self, request: Request, name: str) -> Response:
        """Delete the archive permanently."""
        delete_backup(name=name, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BackupFileView(ApiView):
    """File of an archive."""

    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @extend_schema(
        operation_id="backups_download",
        summary="Download a backup",
        description=(
            "Verify the downloaded file with `manage.py restore FILE --check`. The download is "
            "recorded in the audit log."
        ),
        responses={(200, TAR): OpenApiTypes.BINARY, **problems(403, 404)},
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Stream the archive."""
        return archive_response(*open_backup(name=name, actor=actor_of(request)))
