"""API of events: list, create from a preset, read, change, show or hide."""

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import only_club, organisation_by_slug
from tournaments.core.api.base import ApiView, Pages
from tournaments.core.api.shapes import EventOut, ReasonInput, SectionOut, VersionInput
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_event
from tournaments.events.presets import PRESETS
from tournaments.events.selectors.sections import events_for_desk, public_events
from tournaments.events.services.events import add_section, change_event, create_event, show_event

CLUB_HELP = "Short name of the club. May be omitted if there is only one."


def club_for_events(request: Request, slug: str) -> int:
    """Return the id of the named club; without a name, the only club where the user runs events."""
    if slug:
        return organisation_by_slug(slug=slug).pk
    return only_club(actor=actor_of(request), capability=Capability.RUN_EVENTS).pk


class EventsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, methods={"POST"})]

    class Query(Shape):
        mine = serializers.BooleanField(
            default=False,
            help_text=(
                "If true, the events of the user's desk, including drafts, instead of the public ones."
            ),
        )

    class Input(Shape):
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)
        name = serializers.CharField(max_length=200)
        preset = serializers.ChoiceField(list(PRESETS))
        starts_on = serializers.DateField(default=None, allow_null=True)
        ends_on = serializers.DateField(default=None, allow_null=True)
        venue = serializers.CharField(default="", allow_blank=True, max_length=200)
        time_zone = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=60,
            help_text="Time zone of the venue, for example `Europe/Amsterdam`. If empty, UTC.",
        )

    class Output(PageOut):
        results = EventOut(many=True)

    @operation("events_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List public events, or those of the user's desk, latest first."""
        payload = self.Query.validated_from(request.query_params)
        found = events_for_desk(actor_of(request)) if payload["mine"] else public_events()
        pages = Pages()
        page = pages.paginate_queryset(found.prefetch_related("sections"), request, view=self)
        return pages.get_paginated_response(EventOut(page, many=True).data)

    @operation("events_create", {201: EventOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create an event as a draft with one section from the preset."""
        facts = self.Input.validated_from(request.data)
        home = club_for_events(request, facts.pop("club"))
        made = create_event(organisation_id=home, actor=actor_of(request), **facts)
        place = {"Location": reverse("tournaments-api:event", args=[made.pk])}
        return Response(EventOut(made).data, status=status.HTTP_201_CREATED, headers=place)


class EventView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"PATCH"})]

    class Input(VersionInput):
        name = serializers.CharField(required=False, max_length=200)
        starts_on = serializers.DateField(required=False, allow_null=True)
        ends_on = serializers.DateField(required=False, allow_null=True)
        venue = serializers.CharField(required=False, allow_blank=True, max_length=200)
        address = serializers.CharField(required=False, allow_blank=True, max_length=300)
        directions = serializers.CharField(required=False, allow_blank=True, max_length=2000)
        contact_name = serializers.CharField(required=False, allow_blank=True, max_length=200)
        contact_email = serializers.EmailField(required=False, allow_blank=True)
        contact_phone = serializers.CharField(required=False, allow_blank=True, max_length=40)
        fee_note = serializers.CharField(required=False, allow_blank=True, max_length=1000)
        time_zone = serializers.CharField(required=False, allow_blank=True, max_length=60)
        description = serializers.CharField(required=False, allow_blank=True, max_length=20_000)
        language = serializers.CharField(required=False, allow_blank=True, max_length=12)

    @operation("events_read", EventOut)
    def get(self, request: Request, event_id: int) -> Response:
        """Get one event. 404 for a draft unless the reader belongs to its desk."""
        return Response(EventOut(visible_event(request, event_id)).data)

    @operation("events_change", EventOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, event_id: int) -> Response:
        """Change an event. 409 if the event was changed after `version` was read; then nothing is changed."""
        payload = self.Input.validated_from(request.data)
        row = change_event(event_id=event_id, actor=actor_of(request), **payload)
        return Response(EventOut(row).data)


class EventShownView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(ReasonInput):
        is_public = serializers.BooleanField()

    @operation("events_show", EventOut, request=Input)
    def put(self, request: Request, event_id: int) -> Response:
        """Publish or hide an event."""
        payload = self.Input.validated_from(request.data)
        row = show_event(event_id=event_id, actor=actor_of(request), **payload)
        return Response(EventOut(row).data)


class EventSectionsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"POST"})]

    class Input(Shape):
        name = serializers.CharField(max_length=200)
        preset = serializers.ChoiceField(list(PRESETS))

    @operation("event_sections_list", SectionOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the sections of an event in order."""
        return Response(SectionOut(visible_event(request, event_id).sections.all(), many=True).data)

    @operation("event_sections_create", {201: SectionOut}, request=Input, refusals=(409,))
    def post(self, request: Request, event_id: int) -> Response:
        """Add a section to an event."""
        payload = self.Input.validated_from(request.data)
        made = add_section(event_id=event_id, actor=actor_of(request), **payload)
        place = {"Location": reverse("tournaments-api:section", args=[made.pk])}
        return Response(SectionOut(made).data, status=status.HTTP_201_CREATED, headers=place)
