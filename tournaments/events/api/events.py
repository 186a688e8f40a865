"""API of events: list, create from a preset, read, change, show or hide."""

from decimal import Decimal
from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, requested_club
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, Pages
from tournaments.core.api.shapes import EventOut, ReasonInput, SectionOut, VersionInput
from tournaments.core.api.visibility import visible_event
from tournaments.core.openings import DECK_NAMES
from tournaments.core.scopes import of_event
from tournaments.events.formats import (
    FORMATS,
    MAX_HOURS,
    MAX_PLAYERS,
    MINUTES_AN_HOUR,
    USUAL_SYSTEM,
    Choices,
    plan_text,
    planned_of,
)
from tournaments.events.models.section import MAX_ROUNDS, MAX_TEAM_BOARDS
from tournaments.events.presets import PRESETS
from tournaments.events.selectors.event_cards import EventStatus, event_cards
from tournaments.events.selectors.event_lists import (
    EventFilters,
    EventKind,
    Phase,
    events_in,
    matching_events,
    with_phase,
)
from tournaments.events.selectors.sections import events_for_desk, public_events
from tournaments.events.services.events import add_section, change_event, show_event
from tournaments.events.services.new_events import MAX_MINUTES, create_answered_event

MAX_GAME_MINUTES, MAX_INCREMENT = 600, 600


class LeaderOut(Shape):
    """First place of a section in the standings in force; tied players share it."""

    section = serializers.CharField(allow_blank=True, help_text="Empty if the event has one section.")
    names = serializers.ListField(child=serializers.CharField())


class EventCardOut(EventOut):
    """An event with its state as visitors see it."""

    phase = serializers.ChoiceField(Phase.choices)
    status = serializers.ChoiceField(EventStatus.choices, source="card.status")
    round = serializers.IntegerField(
        source="card.round", allow_null=True, help_text="Round in play, else the last closed one."
    )
    players = serializers.IntegerField(source="card.players", help_text="Players, or teams, of all sections.")
    takes_entries = serializers.BooleanField(source="card.takes_entries")
    leaders = LeaderOut(source="card.leaders", many=True, help_text="Winners, once the event is finished.")

    class Meta(EventOut.Meta):
        fields = [*EventOut.Meta.fields, "phase", "status", "round", "players", "takes_entries", "leaders"]
        read_only_fields = fields


CLUB_HELP = "Short name of the club. May be omitted if there is only one."


class NewEventInput(Shape):
    """A new event, and the answers of a director about its section; the name is enough."""

    name = serializers.CharField(max_length=200)
    preset = serializers.ChoiceField(list(PRESETS), default="", allow_blank=True)
    starts_on = serializers.DateField(default=None, allow_null=True)
    ends_on = serializers.DateField(default=None, allow_null=True)
    venue = serializers.CharField(default="", allow_blank=True, max_length=200)
    time_zone = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=60,
        help_text="Time zone of the venue, for example `Europe/Amsterdam`. If empty, that of the club.",
    )
    is_public = serializers.BooleanField(default=False, help_text="True to publish the event at once.")
    system = serializers.ChoiceField(list(FORMATS), required=False, help_text="Pairing system.")
    variant = serializers.CharField(required=False, max_length=60, help_text="Key of the game.")
    games = serializers.IntegerField(
        required=False, min_value=1, max_value=2, help_text="Games against each opponent; not for teams."
    )
    boards = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_TEAM_BOARDS, help_text="Boards of a team."
    )
    deck = serializers.ChoiceField(
        list(DECK_NAMES), required=False, allow_blank=True, help_text="Drawn openings; empty for none."
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=MAX_PLAYERS, help_text="Expected players or teams."
    )
    rounds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text="If omitted, as many as players and time suggest.",
    )
    minutes = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_MINUTES, help_text="Time for all rounds, without meals."
    )
    clock = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="Time control, for example `15+5`."
    )


ANSWERS = ("system", "variant", "games", "boards", "deck", "players", "rounds", "minutes", "clock")


def with_answers(facts: dict[str, Any]) -> dict[str, Any]:
    """Separate the answers about the section from the facts of the event."""
    answers = {name: facts.pop(name) for name in ANSWERS if name in facts}
    return {**facts, "answers": answers}


class EventsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, methods={"POST"})]

    class Query(Shape):
        mine = serializers.BooleanField(
            default=False,
            help_text=(
                "If true, the events of the user's desk, including drafts, instead of the public ones."
            ),
        )
        club = serializers.CharField(default="", max_length=60, help_text="Short name of a club.")
        variant = serializers.CharField(default="", max_length=20, help_text="Game of a section.")
        kind = serializers.ChoiceField(EventKind.choices, default="", help_text="Kind of a section.")
        name = serializers.CharField(default="", max_length=100, help_text="Words of the name or the venue.")
        when = serializers.ChoiceField(Phase.choices, default="", help_text="Part of the calendar.")
        year = serializers.IntegerField(
            default=None, min_value=1, max_value=9999, help_text="First day's year."
        )

    class Input(NewEventInput):
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)

    class Output(PageOut):
        results = EventCardOut(many=True)

    @operation("events_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List public events, or those of the user's desk, latest first; those to come by their first day."""
        payload = self.Query.validated_from(request.query_params)
        mine, when, year = (payload.pop(name) for name in ("mine", "when", "year"))
        base = events_for_desk(actor_of(request)) if mine else public_events()
        rows = matching_events(base, EventFilters(**payload))
        found: Any = events_in(rows, Phase(when)) if when else with_phase(rows)
        found = found if year is None else found.filter(year=year)
        pages = Pages()
        page: Any = pages.paginate_queryset(found.prefetch_related("sections"), request, view=self)
        for card in event_cards(page):
            card.event.card = card  # type: ignore[attr-defined]  # for the fields of EventCardOut
        return pages.get_paginated_response(EventCardOut(page, many=True).data)

    @operation("events_create", {201: EventOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create an event with one section, as the page of a new event does; a draft unless `is_public`.

        The section is that of the preset, or of the usual Swiss, with the answers in place of its own.
        """
        facts = self.Input.validated_from(request.data)
        home = requested_club(request, Capability.RUN_EVENTS, facts.pop("club")).pk
        made = create_answered_event(organisation_id=home, actor=actor_of(request), **with_answers(facts))
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
        """Change an event.

        Answers 409 if the event was changed after `version` was read; then nothing is changed.
        """
        payload = self.Input.validated_from(request.data)
        row = change_event(event_id=event_id, actor=actor_of(request), **payload)
        return Response(EventOut(row).data)


class RoundPlanView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]

    class Query(Shape):
        players = serializers.IntegerField(
            min_value=2, max_value=MAX_PLAYERS, help_text="Expected players, or teams."
        )
        minutes = serializers.IntegerField(
            default=0, min_value=0, max_value=MAX_GAME_MINUTES, help_text="Minutes of each player for a game."
        )
        increment = serializers.IntegerField(
            default=0, min_value=0, max_value=MAX_INCREMENT, help_text="Seconds that each move adds."
        )
        hours = serializers.DecimalField(
            default=Decimal(0),
            min_value=0,
            max_value=MAX_HOURS,
            max_digits=4,
            decimal_places=1,
            help_text="Hours of play over all days; 0 if they do not matter.",
        )
        system = serializers.ChoiceField(list(FORMATS), default=USUAL_SYSTEM)
        games = serializers.IntegerField(
            default=1, min_value=1, max_value=MAX_TEAM_BOARDS, help_text="Games of two players in a round."
        )

    class Output(Shape):
        rounds = serializers.IntegerField(allow_null=True, help_text="Null for a season of club nights.")
        minutes = serializers.IntegerField(help_text="Time of all rounds with breaks; 0 if not known.")
        is_over_time = serializers.BooleanField(
            help_text="True if a table or bracket takes longer than the hours available."
        )
        text = serializers.CharField(
            help_text="The suggestion and its reason in the requested language; empty without one."
        )

    @operation("events_round_plan", Output, query=Query)
    def get(self, request: Request) -> Response:
        """Suggest the number of rounds for a number of players and the time available.

        In a Swiss system enough rounds for a clear winner, as far as opponents and time allow; in a table or
        a bracket the number that it has.
        """
        asked = self.Query.validated_from(request.query_params)
        plan = planned_of(
            Choices(
                system=asked["system"],
                variant="",
                games=asked["games"],
                players=asked["players"],
                minutes=int(asked["hours"] * MINUTES_AN_HOUR),
                clock=f"{asked['minutes']}+{asked['increment']}",
            )
        )
        return Response(
            {
                "rounds": plan and plan.rounds,
                "minutes": plan.minutes if plan else 0,
                "is_over_time": plan is not None and plan.is_over_time,
                "text": plan_text(plan) if plan else "",
            }
        )


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
