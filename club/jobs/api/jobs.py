"""API of background jobs: progress, retry, cancel."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import clubs_where
from club.core.api.access import needs
from club.core.api.base import ApiView, Pages, problems
from club.core.api.documents import Shape
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
        """Filters of the jobs."""

        state = serializers.ChoiceField(
            JobState.choices, default="", help_text="State of the jobs. If empty, all states."
        )

    class Output(Shape):
        """One page of jobs."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = JobOut(many=True)

    @extend_schema(
        operation_id="jobs_list",
        summary="List background jobs, newest first",
        parameters=[Query, OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> Response:
        """List the jobs with their states and last errors."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        clubs = clubs_where(actor_of(request), Capability.SEE_JOBS)
        pages = Pages()
        found = jobs_of(clubs=clubs, state=asked.validated_data["state"])
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(JobOut(page, many=True).data)


class JobView(ApiView):
    """One background job."""

    permission_classes = [needs(Capability.SEE_JOBS, scope=scope_of_job)]

    @extend_schema(
        operation_id="jobs_read",
        summary="Get one background job",
        description="To follow the progress, repeat the request or listen to the `channel` of the job.",
        responses={200: JobOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, job_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the state and the progress of the job."""
        return answer(job_id)


class JobRepeatView(ApiView):
    """Retry of a failed job."""

    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_job)]

    @extend_schema(
        operation_id="jobs_repeat",
        summary="Retry a failed job",
        request=None,
        responses={200: JobOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, job_id: int) -> Response:
        """Retry the job from its first attempt. A job that has not failed answers 409."""
        repeat_job(job_id=job_id, actor=actor_of(request))
        return answer(job_id)


class JobCancelView(ApiView):
    """Cancellation of a waiting job."""

    permission_classes = [needs(Capability.RUN_JOBS, scope=scope_of_job)]

    @extend_schema(
        operation_id="jobs_cancel",
        summary="Cancel a waiting job",
        request=None,
        responses={200: JobOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, job_id: int) -> Response:
        """Cancel the job before its next start. A job that is not waiting answers 409."""
        cancel_job(job_id=job_id, actor=actor_of(request))
        return answer(job_id)


def answer(job_id: int) -> Response:
    """Return a response with the current state of the job."""
    return Response(JobOut(get_object_or_404(jobs_of(clubs=None), pk=job_id)).data)
