"""API of site backups for programs of the operator, mainly to copy backups to another machine."""

from django.http import FileResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.backups.backup_metadata import STATES, Backup
from club.backups.pages.backup_lines import REASON_WIDTH, TAR, archive_response, whole_site
from club.backups.selectors import all_backups, backup_by_name
from club.backups.services.backup import program_version
from club.backups.services.backups import delete_backup, open_backup, request_backup
from club.backups.services.site_copies import (
    NAME_WIDTH,
    Follower,
    SiteCopy,
    all_followers,
    open_copy,
    request_copy,
    site_copy,
)
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.jobs.services.job_control import channel_of
from club.live.site_changes import number_of_changes
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


class FollowerOut(serializers.Serializer[Follower]):
    """A machine that has fetched a copy of the site."""

    name = serializers.CharField()
    account = serializers.CharField()
    address = serializers.CharField(allow_blank=True)
    fetched_at = serializers.DateTimeField()
    made_at = serializers.DateTimeField(help_text="Time of the state in its copy.")
    size = serializers.IntegerField(help_text="Size of its copy in bytes.")


class SiteCopyOut(serializers.Serializer[SiteCopy]):
    """A copy of the site for a machine that follows it."""

    job = serializers.IntegerField()
    state = serializers.ChoiceField(JobState.choices)
    size = serializers.IntegerField(help_text="Size in bytes. 0 until the copy is made.")
    sha256 = serializers.CharField(allow_blank=True, help_text="SHA-256 of the file. Empty until it is made.")
    made_at = serializers.CharField(allow_blank=True, help_text="Time of the state. Empty until it is made.")
    program = serializers.CharField(help_text="Version of the program.")


class CopiesView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    class Output(Shape):
        program = serializers.CharField(help_text="Version of the program.")
        changes = serializers.IntegerField(
            help_text="Number of the latest change, for the live channel `changes:site`."
        )
        followers = FollowerOut(many=True)

    @operation("copies_status", Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the state of the site for a machine that follows it, and the machines that do."""
        followers = [FollowerOut(one).data for one in all_followers()]
        facts = {"program": program_version(), "changes": number_of_changes()}
        return Response({**facts, "followers": followers})

    @operation("copies_create", {202: SiteCopyOut})
    def post(self, request: Request) -> Response:
        """Request a copy of the whole site as a background job. Returns the waiting job if there is one."""
        actor = actor_of(request)
        copy = site_copy(job_id=request_copy(actor=actor).pk, actor=actor)
        return Response(SiteCopyOut(copy).data, status=status.HTTP_202_ACCEPTED)


class CopyView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    @operation("copies_read", SiteCopyOut)
    def get(self, request: Request, job_id: int) -> Response:
        """Get the state of a copy that was requested."""
        return Response(SiteCopyOut(site_copy(job_id=job_id, actor=actor_of(request))).data)


class CopyFileView(ApiView):
    permission_classes = [needs(Capability.KEEP_BACKUPS, scope=whole_site)]

    class Query(Shape):
        follower = serializers.CharField(
            required=False, max_length=NAME_WIDTH, help_text="Name of the machine that fetches the copy."
        )

    @operation("copies_download", {(200, TAR): OpenApiTypes.BINARY}, parameters=[Query], refusals=(400,))
    def get(self, request: Request, job_id: int) -> HttpResponseBase:
        """Download a copy. Only the latest one is stored. The audit log names who follows once a day."""
        payload = self.Query.validated_from(request.query_params)
        follower = payload.get("follower", "")
        path, file = open_copy(job_id=job_id, follower=follower, actor=actor_of(request))
        answer = FileResponse(file, as_attachment=True, filename=path.name, content_type=TAR)
        answer.headers["Cache-Control"] = "no-store, private"
        return answer
