"""API of site backups for programs of the operator, mainly to copy backups to another machine."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.backups.backup_metadata import STATES, Backup
from club.backups.pages.backup_lines import REASON_WIDTH, TAR, archive_response, whole_site
from club.backups.selectors import all_backups, backup_by_name
from club.backups.services.backups import delete_backup, open_backup, request_backup
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    class Input(Shape):
        reason = serializers.CharField(default="", allow_blank=True, max_length=REASON_WIDTH)

    class Output(PageOut):
        results = BackupOut(many=True)

    @operation("backups_list", Output, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List backups of the whole site, newest first."""
        pages = Pages()
        page = pages.paginate_queryset(all_backups(), request, view=self) or []
        return pages.get_paginated_response([BackupOut(one).data for one in page])

    @operation("backups_create", {202: BackupJobOut}, request=Input)
    def post(self, request: Request) -> Response:
        """Request a backup as a background job. Returns the waiting job if there is one."""
        payload = self.Input.validated_from(request.data)
        job = request_backup(actor=actor_of(request), reason=payload["reason"])
        return Response(BackupJobOut(job).data, status=status.HTTP_202_ACCEPTED)


class BackupView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @operation("backups_read", BackupOut)
    def get(self, request: Request, name: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the metadata of one backup."""
        return Response(BackupOut(backup_by_name(name=name)).data)

    @operation("backups_delete")
    def delete(self, request: Request, name: str) -> Response:
        """Delete a backup."""
        delete_backup(name=name, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BackupFileView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @operation("backups_download", {(200, TAR): OpenApiTypes.BINARY})
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Download a backup. Logged in the audit log. To verify: `manage.py restore FILE --check`."""
        return archive_response(*open_backup(name=name, actor=actor_of(request)))
