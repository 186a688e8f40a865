"""API of the caller's own notice opt-outs and calendar feed. Requires a session, not a token."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.calendar.services.calendar_feeds import make_feed, revoke_feed
from club.core.api.access import AnyAccount
from club.core.api.base import NO_STORE_HEADERS, ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
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
        club = serializers.CharField(help_text="Short name of the club.")
        stopped = serializers.ListField(child=serializers.ChoiceField(NoticeKind.choices), max_length=20)

    class Output(Shape):
        club = serializers.CharField()
        stopped = serializers.ListField(child=serializers.ChoiceField(NoticeKind.choices))

    @operation("own_notices_read", Output(many=True))
    def get(self, request: Request, person_id: int) -> Response:
        """List the notice opt-outs of the caller or a ward by club."""
        return self._opt_outs_response(own_person(request, person_id))

    @operation("own_notices_set", Output(many=True), request=Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Replace the notice opt-outs in a club. Returns those of all clubs."""
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
    permission_classes = [AnyAccount]

    class State(Shape):
        is_made = serializers.BooleanField()

    class Output(Shape):
        address = serializers.URLField()

    @operation("own_calendar_read", State)
    def get(self, request: Request) -> Response:
        """Get the state of your calendar feed. Its address is not stored."""
        own = persons_in_session(actor=actor_of(request))[:1]
        feeds = CalendarFeed.objects.filter(person__in=own, revoked_at__isnull=True)
        return Response(self.State({"is_made": feeds.exists()}).data)

    @operation("own_calendar_make", {201: Output}, refusals=(409,))
    def post(self, request: Request) -> Response:
        """Create a secret address of your calendar feed. The previous address stops working."""
        persons_in_session(actor=actor_of(request))
        secret = make_feed(actor=actor_of(request)).secret
        address = request.build_absolute_uri(reverse("club:own_feed", args=[secret]))
        payload = self.Output({"address": address}).data
        return Response(payload, status=status.HTTP_201_CREATED, headers=NO_STORE_HEADERS)

    @operation("own_calendar_end", refusals=(409,))
    def delete(self, request: Request) -> Response:
        """Revoke the secret address of your calendar feed."""
        persons_in_session(actor=actor_of(request))
        revoke_feed(actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
