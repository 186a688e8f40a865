"""Lists that are set as a whole: classes, fees, schedule and prizes of a section, officials of an event."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS, ApiView, problems
from tournaments.core.api.shapes import EntryOut, EventOut, ReasonInput, VersionInput
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
FIRST_YEAR, LAST_YEAR = 1900, 2100
ERROR_STATUSES = (400, 401, 403, 404, 409, 415, 422)


def _text(width: int) -> serializers.CharField:
    return serializers.CharField(default="", allow_blank=True, max_length=width)


def _number(least: int, most: int) -> serializers.IntegerField:
    return serializers.IntegerField(default=None, allow_null=True, min_value=least, max_value=most)


class ClassRow(Shape):
    """A class: by rating, by year of birth, or in words."""

    name = serializers.CharField(max_length=60)
    lowest_rating = _number(0, MAX_RATING)
    highest_rating = _number(0, MAX_RATING)
    born_from = _number(FIRST_YEAR, LAST_YEAR)
    born_to = _number(FIRST_YEAR, LAST_YEAR)
    words = _text(200)


class ClassesOut(Shape):
    """The classes of a section, with its version."""

    version = serializers.IntegerField()
    classes = ClassRow(many=True)


class ClassesView(ApiView):
    """The classes of a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """All classes in their order."""

        class Row(ClassRow):
            """A class; `was` names it as it was: its entries, fees and prizes follow to the new name."""

            was = _text(60)

        classes = Row(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @extend_schema(
        operation_id="section_classes_read",
        summary="The classes of a section",
        responses={200: ClassesOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """In their order."""
        section = visible_section(request, section_id)
        return Response(ClassesOut({"version": section.version} | class_facts(section)).data)

    @extend_schema(
        operation_id="section_classes_set",
        summary="Set the classes of a section",
        description="409 when somebody changed the section after `version` was read, or a class is in use.",
        request=Input,
        responses={200: ClassesOut, **problems(*ERROR_STATUSES)},
    )
    def put(self, request: Request, section_id: int) -> Response:
        """The list that is sent takes the place of the one there."""
        service.set_classes(
            section_id=section_id, actor=actor_of(request), **validated_rows(self, request, "classes")
        )
        return self.get(request, section_id)


class EntryClassesView(ApiView):
    """Which class each player is in."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ReasonInput):
        """Players with their classes, or all without a class by what the numbers say."""

        class Row(Shape):
            """A player; an empty name is no class."""

            entry = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
            category = _text(60)

        by_numbers = serializers.BooleanField(default=False)
        entries = Row(many=True, default=list, max_length=5000)  # type: ignore[call-arg]  # of the list

    @extend_schema(
        operation_id="section_entry_classes_set",
        summary="Put players into classes",
        request=Input,
        responses={200: EntryOut(many=True), **problems(*ERROR_STATUSES)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Those whose class changed."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        facts, actor = given.validated_data, actor_of(request)
        if facts["by_numbers"]:
            done = sort_into_classes(section_id=section_id, actor=actor)
        else:
            classes = {row["entry"]: row["category"] for row in facts["entries"]}
            done = set_entry_classes(
                section_id=section_id, classes=classes, actor=actor, reason=facts["reason"]
            )
        return Response(EntryOut(done, many=True).data)


class FeeRow(Shape):
    """A fee, noted and not collected; with a class it is the fee of that class."""

    category = _text(60)
    label = _text(120)  # type: ignore[assignment]  # a field, taken out of the class by its maker
    amount = serializers.IntegerField(min_value=0, max_value=MOST_BOARDS, help_text="In the smallest unit.")
    currency = serializers.CharField(max_length=3)


class FeesOut(Shape):
    """The fees of a section, with its version."""

    version = serializers.IntegerField()
    fees = FeeRow(many=True)


class FeesView(ApiView):
    """The fees of a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """All fees in their order."""

        fees = FeeRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @extend_schema(
        operation_id="section_fees_read",
        summary="What playing in a section costs",
        responses={200: FeesOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """As noted; nothing is collected here."""
        section = visible_section(request, section_id)
        return Response(FeesOut({"version": section.version} | fee_facts(section)).data)

    @extend_schema(
        operation_id="section_fees_set",
        summary="Note what playing in a section costs",
        request=Input,
        responses={200: FeesOut, **problems(*ERROR_STATUSES)},
    )
    def put(self, request: Request, section_id: int) -> Response:
        """The list that is sent takes the place of the one there."""
        service.set_fees(
            section_id=section_id, actor=actor_of(request), **validated_rows(self, request, "fees")
        )
        return self.get(request, section_id)


class TimeRow(Shape):
    """When a round is to begin."""

    number = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    starts_at = serializers.DateTimeField()


class ScheduleOut(Shape):
    """The schedule of a section, with its version."""

    version = serializers.IntegerField()
    schedule = TimeRow(many=True)


class ScheduleView(ApiView):
    """The schedule of a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """All rounds that have a time."""

        schedule = TimeRow(many=True, max_length=MAX_ROUNDS)  # type: ignore[call-arg]  # of the list

    @extend_schema(
        operation_id="section_schedule_read",
        summary="When the rounds of a section begin",
        responses={200: ScheduleOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """By round."""
        section = visible_section(request, section_id)
        return Response(ScheduleOut({"version": section.version} | schedule_facts(section)).data)

    @extend_schema(
        operation_id="section_schedule_set",
        summary="Set when the rounds of a section begin",
        request=Input,
        responses={200: ScheduleOut, **problems(*ERROR_STATUSES)},
    )
    def put(self, request: Request, section_id: int) -> Response:
        """Rounds that are not closed take their new time at once."""
        rows = validated_rows(self, request, "schedule")
        service.set_schedule(section_id=section_id, actor=actor_of(request), **rows)
        return self.get(request, section_id)


class PrizeRow(Shape):
    """A prize: for a place in the section, a place in a class, or the best at a board."""

    kind = serializers.ChoiceField(PrizeKind.choices, default=PrizeKind.MAIN)
    category = _text(60)
    board_number = _number(1, MOST_BOARDS)
    place = serializers.IntegerField(default=1, min_value=1, max_value=MAX_ROWS)
    amount = serializers.IntegerField(default=0, min_value=0, max_value=MOST_BOARDS)
    thing = _text(120)


class PrizesOut(Shape):
    """The prizes of a section, with its version."""

    version = serializers.IntegerField()
    currency = serializers.CharField(allow_blank=True)
    prize_sharing = serializers.ChoiceField(PrizeSharing.choices)
    prizes = PrizeRow(many=True)


class PrizesView(ApiView):
    """The prizes of a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PUT"})]

    class Input(VersionInput):
        """All prizes in their order; money in the smallest unit of the currency."""

        currency = _text(3)
        sharing = serializers.ChoiceField(PrizeSharing.choices, default=PrizeSharing.EQUAL)
        prizes = PrizeRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list that `many` makes

    @extend_schema(
        operation_id="section_prizes_read",
        summary="The prizes of a section",
        responses={200: PrizesOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """In their order."""
        section = visible_section(request, section_id)
        return Response(PrizesOut({"version": section.version} | prize_facts(section)).data)

    @extend_schema(
        operation_id="section_prizes_set",
        summary="Set the prizes of a section",
        request=Input,
        responses={200: PrizesOut, **problems(*ERROR_STATUSES)},
    )
    def put(self, request: Request, section_id: int) -> Response:
        """The list that is sent takes the place of the one there."""
        rows = validated_rows(self, request, "prizes")
        service.set_prizes(section_id=section_id, actor=actor_of(request), **rows)
        return self.get(request, section_id)


class OfficialRow(Shape):
    """Somebody who runs an event."""

    role = serializers.ChoiceField(OfficialRole.choices)
    name = serializers.CharField(max_length=200)


class OfficialsOut(Shape):
    """The officials of an event, with its version."""

    version = serializers.IntegerField()
    officials = OfficialRow(many=True)


class OfficialsView(ApiView):
    """The officials of an event."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"PUT"})]

    class Input(VersionInput):
        """All officials in their order."""

        officials = OfficialRow(many=True, max_length=MAX_ROWS)  # type: ignore[call-arg]  # of the list

    @extend_schema(
        operation_id="event_officials_read",
        summary="Who runs an event",
        responses={200: OfficialsOut, **problems(404)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """In their order."""
        event = visible_event(request, event_id)
        return Response(OfficialsOut({"version": event.version} | official_facts(event)).data)

    @extend_schema(
        operation_id="event_officials_set",
        summary="Set who runs an event",
        request=Input,
        responses={200: OfficialsOut, **problems(*ERROR_STATUSES)},
    )
    def put(self, request: Request, event_id: int) -> Response:
        """Persons of the club are found by name."""
        rows = validated_rows(self, request, "officials")
        service.set_officials(event_id=event_id, actor=actor_of(request), **rows)
        return self.get(request, event_id)


class EventCloneView(ApiView):
    """A copy of an event."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event)]

    class Input(Shape):
        """What the copy is called, when it begins, and whether the players come along."""

        name = serializers.CharField(max_length=200)
        starts_on = serializers.DateField(default=None, allow_null=True)
        with_entries = serializers.BooleanField(default=False, help_text="Teams come with their members.")
        with_screens = serializers.BooleanField(
            default=False, help_text="Families and screens as they are set up; each screen at a new address."
        )

    @extend_schema(
        operation_id="events_clone",
        summary="Copy an event",
        description="A draft with the same sections, lists and officials; days and hours move along.",
        request=Input,
        responses={201: EventOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Rounds and results do not come along."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        made = clone_event(event_id=event_id, actor=actor_of(request), **given.validated_data)
        place = {"Location": reverse("tournaments-api:event", args=[made.pk])}
        return Response(EventOut(made).data, status=status.HTTP_201_CREATED, headers=place)


def validated_rows(view: Any, request: Request, what: str) -> dict[str, Any]:
    """What was sent, with its list under the name that services know."""
    given = view.Input(data=request.data)
    given.is_valid(raise_exception=True)
    facts: dict[str, Any] = dict(given.validated_data)
    return {"rows": facts.pop(what)} | facts
