"""API of lists replaced as a whole: a section's classes, fees, schedule, prizes; an event's officials."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS, ApiView
from tournaments.core.api.shapes import (
    FIRST_YEAR,
    LAST_YEAR,
    EntryOut,
    EventOut,
    ReasonInput,
    VersionInput,
    text_field,
)
from tournaments.core.api.visibility import visible_event, visible_section
from tournaments.core.scopes import of_event, of_section
from tournaments.entries.models.entry import MAX_RATING
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.selectors.setup_facts import (
    class_facts,
    fee_facts,
    official_facts,
    prize_facts,
    schedule_facts,
)
from tournaments.events.services import setup_lists as service
from tournaments.events.services.class_lists import set_entry_classes, sort_into_classes
from tournaments.events.services.clones import clone_event
from tournaments.models import OfficialRole, PrizeKind, PrizeSharing

MAX_ROWS = 200


def _number(least: int, most: int) -> serializers.IntegerField:
    return serializers.IntegerField(default=None, allow_null=True, min_value=least, max_value=most)


class ClassRow(Shape):
    """Class of players, defined by rating, by year of birth, or in words."""

    name = serializers.CharField(max_length=60)
    lowest_rating = _number(0, MAX_RATING)
    highest_rating = _number(0, MAX_RATING)
    born_from = _number(FIRST_YEAR, LAST_YEAR)
    born_to = _number(FIRST_YEAR, LAST_YEAR)
    words = text_field(200)


class ClassesOut(Shape):
    """Classes of a section, with the version of the section."""

    version = serializers.IntegerField()
    classes = ClassRow(many=True)


class ClassesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        class Row(ClassRow):
            """A class; `was` is its former name, so that its entries, fees and prizes are renamed too."""

            was = text_field(60)

        classes = Row(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @operation("section_classes_read", ClassesOut)
    def get(self, request: Request, section_id: int) -> Response:
        """List the classes of a section."""
        section = visible_section(request, section_id)
        return Response(ClassesOut({"version": section.version} | class_facts(section)).data)

    @operation("section_classes_set", ClassesOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Replace the classes of a section.

        Answers 409 if `version` is outdated, or if a removed class is in use.
        """
        service.set_classes(
            section_id=section_id, actor=actor_of(request), **validated_rows(self, request, "classes")
        )
        return self.get(request, section_id)


class EntryClassesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ReasonInput):
        """Input of players with classes; `by_numbers` assigns all without one by rating and year of birth."""

        class Row(Shape):
            """A player with a class; an empty `category` removes the class."""

            entry = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
            category = text_field(60)

        by_numbers = serializers.BooleanField(default=False)
        entries = Row(many=True, default=list, max_length=5000)  # type: ignore[call-arg]  # of the list

    @operation("section_entry_classes_set", EntryOut(many=True), request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Assign players to classes. Returns the players whose class changed."""
        payload = self.Input.validated_from(request.data)
        facts, actor = payload, actor_of(request)
        if facts["by_numbers"]:
            done = sort_into_classes(section_id=section_id, actor=actor)
        else:
            classes = {row["entry"]: row["category"] for row in facts["entries"]}
            done = set_entry_classes(
                section_id=section_id, classes=classes, actor=actor, reason=facts["reason"]
            )
        return Response(EntryOut(done, many=True).data)


class FeeRow(Shape):
    """A fee, for information only; with a `category` it is the fee of that class."""

    category = text_field(60)
    label = text_field(120)  # type: ignore[assignment]  # a field, taken out of the class by its maker
    amount = serializers.IntegerField(
        min_value=0, max_value=MOST_BOARDS, help_text="Amount in the smallest unit of the currency."
    )
    currency = serializers.CharField(max_length=3)


class FeesOut(Shape):
    """Fees of a section, with the version of the section."""

    version = serializers.IntegerField()
    fees = FeeRow(many=True)


class FeesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        fees = FeeRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @operation("section_fees_read", FeesOut)
    def get(self, request: Request, section_id: int) -> Response:
        """List the fees of a section. They are for information only: no payments are collected."""
        section = visible_section(request, section_id)
        return Response(FeesOut({"version": section.version} | fee_facts(section)).data)

    @operation("section_fees_set", FeesOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Replace the fees of a section."""
        service.set_fees(
            section_id=section_id, actor=actor_of(request), **validated_rows(self, request, "fees")
        )
        return self.get(request, section_id)


class TimeRow(Shape):
    """Start time of a round."""

    number = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    starts_at = serializers.DateTimeField()


class ScheduleOut(Shape):
    """Schedule of a section, with the version of the section."""

    version = serializers.IntegerField()
    schedule = TimeRow(many=True)


class ScheduleView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        schedule = TimeRow(many=True, max_length=MAX_ROUNDS)  # type: ignore[call-arg]  # of the list

    @operation("section_schedule_read", ScheduleOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get the schedule of a section."""
        section = visible_section(request, section_id)
        return Response(ScheduleOut({"version": section.version} | schedule_facts(section)).data)

    @operation("section_schedule_set", ScheduleOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Replace the schedule of a section. Rounds that are not closed get their new time immediately."""
        rows = validated_rows(self, request, "schedule")
        service.set_schedule(section_id=section_id, actor=actor_of(request), **rows)
        return self.get(request, section_id)


class PrizeRow(Shape):
    """A prize for a place in the section, for a place in a class, or for the best at a board."""

    kind = serializers.ChoiceField(PrizeKind.choices, default=PrizeKind.MAIN)
    category = text_field(60)
    board_number = _number(1, MOST_BOARDS)
    place = serializers.IntegerField(default=1, min_value=1, max_value=MAX_ROWS)
    amount = serializers.IntegerField(default=0, min_value=0, max_value=MOST_BOARDS)
    thing = text_field(120)


class PrizesOut(Shape):
    """Prizes of a section, with the version of the section."""

    version = serializers.IntegerField()
    currency = serializers.CharField(allow_blank=True)
    prize_sharing = serializers.ChoiceField(PrizeSharing.choices)
    prizes = PrizeRow(many=True)


class PrizesView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """Input of the complete list of prizes, in order; amounts in the smallest unit of the currency."""

        currency = text_field(3)
        sharing = serializers.ChoiceField(PrizeSharing.choices, default=PrizeSharing.EQUAL)
        prizes = PrizeRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @operation("section_prizes_read", PrizesOut)
    def get(self, request: Request, section_id: int) -> Response:
        """List the prizes of a section."""
        section = visible_section(request, section_id)
        return Response(PrizesOut({"version": section.version} | prize_facts(section)).data)

    @operation("section_prizes_set", PrizesOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, section_id: int) -> Response:
        """Set the prizes of a section."""
        rows = validated_rows(self, request, "prizes")
        service.set_prizes(section_id=section_id, actor=actor_of(request), **rows)
        return self.get(request, section_id)


class OfficialRow(Shape):
    """An official of an event."""

    role = serializers.ChoiceField(OfficialRole.choices)
    name = serializers.CharField(max_length=200)


class OfficialsOut(Shape):
    """Officials of an event, with the version of the event."""

    version = serializers.IntegerField()
    officials = OfficialRow(many=True)


class OfficialsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"PUT"})]

    class Input(VersionInput):
        officials = OfficialRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list

    @operation("event_officials_read", OfficialsOut)
    def get(self, request: Request, event_id: int) -> Response:
        """List the officials of an event."""
        event = visible_event(request, event_id)
        return Response(OfficialsOut({"version": event.version} | official_facts(event)).data)

    @operation("event_officials_set", OfficialsOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, event_id: int) -> Response:
        """Replace the officials of an event. A name that is unique in the club is linked to that person."""
        rows = validated_rows(self, request, "officials")
        service.set_officials(event_id=event_id, actor=actor_of(request), **rows)
        return self.get(request, event_id)


class EventCloneView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(Shape):
        name = serializers.CharField(max_length=200)
        starts_on = serializers.DateField(default=None, allow_null=True)
        with_entries = serializers.BooleanField(
            default=False,
            help_text="Whether to copy the confirmed entries; teams are copied with their members.",
        )
        with_screens = serializers.BooleanField(
            default=False,
            help_text=(
                "Whether to copy screen families and screens with their settings; each copied screen "
                "gets a new address."
            ),
        )

    @operation("events_clone", {201: EventOut}, request=Input, refusals=(409,))
    def post(self, request: Request, event_id: int) -> Response:
        """Copy an event as a draft without rounds and results. Dates and times follow the first day."""
        payload = self.Input.validated_from(request.data)
        made = clone_event(event_id=event_id, actor=actor_of(request), **payload)
        place = {"Location": reverse("tournaments-api:event", args=[made.pk])}
        return Response(EventOut(made).data, status=status.HTTP_201_CREATED, headers=place)


def validated_rows(view: Any, request: Request, what: str) -> dict[str, Any]:
    """Validate the input and rename its list to the `rows` that services expect."""
    facts: dict[str, Any] = view.Input.validated_from(request.data)
    return {"rows": facts.pop(what)} | facts
