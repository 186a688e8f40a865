"""API of rating reports: preview an event on a rating list, then count it."""

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
from tournaments.core.scopes import of_event
from tournaments.models import Event, RatingList
from tournaments.ratings.api.rating_shapes import RatingPeriodOut, RatingReportOut
from tournaments.ratings.services.rating_reports import commit_report, preview_report

MAX_SECTIONS = 200


class RatedSections(Shape):
    """Input of a rating list, and of the sections to rate."""

    list = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    sections = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
        default=None,
        allow_null=True,
        max_length=MAX_SECTIONS,
        help_text="Ids of the sections to rate. If omitted, all sections that fit the list.",
    )


class RatingPreviewView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    @operation("rating_report_preview", RatingReportOut, request=RatedSections, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """Preview the changes of an event to a rating list. Nothing is stored."""
        event = get_object_or_404(Event, pk=event_id)
        payload = RatedSections.validated_from(request.data)
        chosen = get_object_or_404(RatingList, pk=payload["list"], organisation=event.organisation_id)
        report = preview_report(
            list_id=chosen.pk,
            event_id=event_id,
            sections=payload["sections"],
            actor=actor_of(request),
        )
        return Response(RatingReportOut(report).data)


class RatingReportView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(RatedSections):
        """Input of a rating report; `seen` is the value from its preview; null skips the check."""

        seen = serializers.CharField(default=None, allow_null=True, max_length=64)
        reason = serializers.CharField(default="", allow_blank=True, max_length=500)

    @operation("rating_report_commit", {201: RatingPeriodOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, event_id: int) -> Response:
        """Count an event on a rating list.

        Answers 409 if results changed since the preview, or no game counts.
        """
        event = get_object_or_404(Event, pk=event_id)
        facts = self.Input.validated_from(request.data)
        chosen = get_object_or_404(RatingList, pk=facts.pop("list"), organisation=event.organisation_id)
        period = commit_report(list_id=chosen.pk, event_id=event_id, actor=actor_of(request), **facts)
        return Response(RatingPeriodOut(period).data, status=status.HTTP_201_CREATED)
