"""API of background jobs: progress, retry, cancel."""

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_job
from club.jobs.selectors import jobs_of, last_line
from club.jobs.services.job_control import cancel_job, channel_of, repeat_job
from club.models import Job, JobState, Queue


class JobOut(serializers.ModelSerializer[Job]):
    """A background job with its progress."""

    club = serializers.CharField(source="organisation.slug", default=None, allow_null=True)
    state = serializers.ChoiceField(JobState.choices)
    queue = serializers.ChoiceField(Queue.choices)
    steps = serializers.IntegerField(help_text="Number of steps. 0 if not known.")
    error = serializers.SerializerMethodField()
    channel = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            *("id", "club", "task", "queue", "state", "starts", "steps_done", "steps", "error", "channel"),
            *("created_at", "due_at", "finished_at"),
        ]
        read_only_fields = fields

    def get_error(self, job: Job) -> str:
        """Return the last error in one line."""
        return last_line(job.error)

    def get_channel(self, job: Job) -> str:
        """Return the channel of progress events: `/api/v1/live/<channel>`."""
        return channel_of(job)


class JobsView(ApiView):
    """Background jobs of the clubs whose jobs the caller may see."""

    permission_classes = [needs(Capability.SEE_JOBS)]

    class Query(Shape):
        state = serializers.ChoiceField(
            JobState.choices, default="", help_text="State of the jobs. If empty, all states."
        )

    class Output(PageOut):
        results = JobOut(many=True)

    @operation("jobs_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List background jobs, newest first."""
        payload = self.Query.validated_from(request.query_params)
        clubs = clubs_where(actor_of(request), Capability.SEE_JOBS)
        pages = Pages()
        found = jobs_of(clubs=clubs, state=payload["state"])
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(JobOut(page, many=True).data)


class JobView(ApiView):
    permission_classes = [needs(Capability.SEE_JOBS, scope=scope_of_job)]

    @operation("jobs_read", JobOut)
    def get(self, request: Request, job_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get one background job. For progress, repeat the request or listen to its `channel`."""
        return answer(job_id)


class JobRepeatView(ApiView):
    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_job)]

    @operation("jobs_repeat", JobOut, refusals=(409,))
    def post(self, request: Request, job_id: int) -> Response:
        """Retry a failed job. A job that has not failed answers 409."""
        repeat_job(job_id=job_id, actor=actor_of(request))
        return answer(job_id)


class JobCancelView(ApiView):
    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_job)]

    @operation("jobs_cancel", JobOut, refusals=(409,))
    def post(self, request: Request, job_id: int) -> Response:
        """Cancel a waiting job. A job that is not waiting answers 409."""
        cancel_job(job_id=job_id, actor=actor_of(request))
        return answer(job_id)


def answer(job_id: int) -> Response:
    """Return a response with the current state of the job."""
    return Response(JobOut(get_object_or_404(jobs_of(clubs=None), pk=job_id)).data)
