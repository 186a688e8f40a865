"""API of the caller's own notice opt-outs and calendar feed. Requires a session, not a token."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.calendar.services.calendar_feeds import make_feed, revoke_feed
from club.core.api.access import AnyAccount
from club.core.api.base import NO_STORE_HEADERS, ApiView, problems
from club.core.api.documents import Shape
from club.core.requests import actor_of
from club.core.selectors import organisation_by_slug
from club.members.selectors.self_service import clubs_of_person, persons_in_session
from club.models import CalendarFeed, NoticeKind, Person
from club.notices.selectors import opt_outs_of
from club.notices.services.opt_outs import set_opt_outs
from club.privacy.api.personal_data import own_person


class OwnNoticesView(ApiView):
    """Notice opt-outs of the caller or a ward, by club."""

    permission_classes = [AnyAccount]

    class Input(Shape):
        """Input of the opt-outs in one club. Kinds that are not in `stopped` are received."""

        club = serializers.CharField(help_text="Short name of the club.")
        stopped = serializers.ListField(child=serializers.ChoiceField(NoticeKind.choices), max_length=20)

    class Output(Shape):
        """Club with the kinds of its notices that the person opted out of."""

        club = serializers.CharField()
        stopped = serializers.ListField(child=serializers.ChoiceField(NoticeKind.choices))

    @extend_schema(
        operation_id="own_notices_read",
        summary="List the notice opt-outs by club",
        responses={200: Output(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """Return the opt-outs of the caller or a ward."""
        return self._opt_outs_response(own_person(request, person_id))

    @extend_schema(
        operation_id="own_notices_set",
        summary="Set the notice opt-outs in a club",
        request=Input,
        responses={200: Output(many=True), **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """Replace the opt-outs in one club, and return those of all clubs."""
        person, payload = own_person(request, person_id), self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=payload["club"])
        set_opt_outs(
            person_id=person.pk, organisation_id=club.pk, kinds=payload["stopped"], actor=actor_of(request)
        )
        return self._opt_outs_response(person)

    def _opt_outs_response(self, person: Person) -> Response:
        clubs = clubs_of_person(person=person)
        out = opt_outs_of(person=person, organisation_ids=[club.pk for club in clubs])
        payload: Any = [
            {"club": club.slug, "stopped": [kind for kind in NoticeKind.values if (club.pk, kind) in out]}
            for club in clubs
        ]
        return Response(self.Output(payload, many=True).data)


class OwnCalendarView(ApiView):
    """Calendar feed of the caller, with a secret address."""

    permission_classes = [AnyAccount]

    class State(Shape):
        """True if a feed exists. Its address is returned on creation only."""

        is_made = serializers.BooleanField()

    class Output(Shape):
        """Address of the feed for calendar programs."""

        address = serializers.URLField()

    @extend_schema(
        operation_id="own_calendar_read",
        summary="Get the state of your calendar feed",
        responses={200: State, **problems(401, 403)},
    )
    def get(self, request: Request) -> Response:
        """Return the state of the feed. Its address is not stored."""
        own = persons_in_session(actor=actor_of(request))[:1]
        feeds = CalendarFeed.objects.filter(person__in=own, revoked_at__isnull=True)
        return Response(self.State({"is_made": feeds.exists()}).data)

    @extend_schema(
        operation_id="own_calendar_make",
        summary="Create a secret address of your calendar feed",
        request=None,
        responses={201: Output, **problems(401, 403, 409)},
    )
    def post(self, request: Request) -> Response:
        """Create the feed and return its address, once. The previous address stops working."""
        persons_in_session(actor=actor_of(request))
        secret = make_feed(actor=actor_of(request)).secret
        address = request.build_absolute_uri(reverse("club:own_feed", args=[secret]))
        payload = self.Output({"address": address}).data
        return Response(payload, status=status.HTTP_201_CREATED, headers=NO_STORE_HEADERS)

    @extend_schema(
        operation_id="own_calendar_end",
        summary="Revoke the secret address of your calendar feed",
        responses={204: None, **problems(401, 403, 409)},
    )
    def delete(self, request: Request) -> Response:
        """Revoke the feed: its address stops working."""
        persons_in_session(actor=actor_of(request))
        revoke_feed(actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
