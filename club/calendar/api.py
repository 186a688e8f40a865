"""API of a club's venues and calendar entries, with the same services as the pages of the desk."""

from datetime import date, timedelta
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.calendar.models import MAX_MINUTES
from club.calendar.selectors import lines_of, reach, sees_members_dates, venues_of
from club.calendar.services.club_dates import add_date, cancel_day, change_date, move_day, restore_day
from club.calendar.services.venues import add_venue, change_venue
from club.calendar.sources import CalendarLine
from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_date, scope_of_venue
from club.core.selectors import organisation_by_slug
from club.models import ClubDate, DateKind, Repeats, Venue

LARGEST = 2**63 - 1
MAX_SPAN = timedelta(days=366)


class VenueOut(serializers.ModelSerializer[Venue]):
    """A venue of the club, without the key holder, who is shown only at the desk."""

    class Meta:
        model = Venue
        fields = [
            *("id", "name", "room", "address", "directions", "latitude", "longitude"),
            *("accessibility", "opening_hours", "is_used"),
        ]
        read_only_fields = fields


class VenueIn(Shape):
    """Fields of a venue."""

    name = serializers.CharField(max_length=120)
    room = serializers.CharField(max_length=120, default="", allow_blank=True)
    address = serializers.CharField(max_length=300, default="", allow_blank=True)
    directions = serializers.CharField(max_length=2000, default="", allow_blank=True)
    accessibility = serializers.CharField(max_length=1000, default="", allow_blank=True)
    opening_hours = serializers.CharField(max_length=1000, default="", allow_blank=True)
    is_used = serializers.BooleanField(default=True)


class LineOut(Shape):
    """One line of the calendar: an occurrence on a whole day or at a time."""

    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()
    starts = serializers.CharField(help_text="Date, or date and time with UTC offset.")
    ends = serializers.CharField(allow_null=True)
    place = serializers.CharField()
    notes = serializers.CharField()
    is_public = serializers.BooleanField()
    is_cancelled = serializers.BooleanField()
    is_moved = serializers.BooleanField()


class DateOut(serializers.ModelSerializer[ClubDate]):
    """A calendar entry with its recurrence rule."""

    class Meta:
        model = ClubDate
        fields = [
            *("id", "kind", "title", "notes", "venue", "first_on", "begins_at", "minutes", "time_zone"),
            *("repeats", "every", "until", "is_public", "version"),
        ]
        read_only_fields = fields


class DateIn(Shape):
    """Input of a calendar entry with its recurrence rule."""

    kind = serializers.ChoiceField(DateKind.choices)
    title = serializers.CharField(max_length=160)
    notes = serializers.CharField(max_length=2000, default="", allow_blank=True)
    venue = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=LARGEST)
    first_on = serializers.DateField()
    begins_at = serializers.TimeField(default=None, allow_null=True)
    minutes = serializers.IntegerField(default=180, min_value=1, max_value=MAX_MINUTES)
    time_zone = serializers.CharField(max_length=60, default="UTC")
    repeats = serializers.ChoiceField(Repeats.choices, default=Repeats.ONCE)
    every = serializers.IntegerField(default=1, min_value=1, max_value=52)
    until = serializers.DateField(default=None, allow_null=True)
    is_public = serializers.BooleanField(default=True)


class VenuesView(ApiView):
    """Venues of a club."""

    permission_classes = [needs(Capability.KEEP_CALENDAR)]

    class Query(Shape):
        """Query with the club of the venues."""

        club = serializers.CharField(help_text="Short name of the club.")

    class NewVenue(VenueIn):
        """Input of a new venue and its club."""

        club = serializers.CharField(help_text="Short name of the club.")

    @extend_schema(
        operation_id="venues_list",
        summary="List venues of a club, those in use first",
        parameters=[Query],
        responses={200: VenueOut(many=True), **problems(400, 401, 403, 422)},
    )
    def get(self, request: Request) -> Response:
        """List the venues of a club, those in use first."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        club = organisation_by_slug(slug=asked.validated_data["club"])
        require_permission(actor_of(request), Capability.KEEP_CALENDAR, Scope(club.pk))
        return Response(VenueOut(venues_of(organisation_id=club.pk), many=True).data)

    @extend_schema(
        operation_id="venues_create",
        summary="Add a venue",
        request=NewVenue,
        responses={201: VenueOut, **problems(400, 401, 403, 409, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Add a venue to a club."""
        given = self.NewVenue(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_venue(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(VenueOut(row).data, status=status.HTTP_201_CREATED)


class VenueView(ApiView):
    """One venue."""

    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_venue)]

    @extend_schema(
        operation_id="venues_change",
        summary="Change a venue",
        request=VenueIn,
        responses={200: VenueOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, venue_id: int) -> Response:
        """Replace the fields of a venue."""
        given = VenueIn(data=request.data)
        given.is_valid(raise_exception=True)
        row = change_venue(venue_id=venue_id, actor=actor_of(request), **given.validated_data)
        return Response(VenueOut(row).data)


class ClubCalendarView(ApiView):
    """Calendar of a club, and creation of entries."""

    permission_classes = [needs(Capability.KEEP_CALENDAR, methods={"POST"})]

    class Query(Shape):
        """Query with the club, the first day and the last day, at most one year apart."""

        club = serializers.CharField(help_text="Short name of the club.")
        first = serializers.DateField()
        last = serializers.DateField()

    class NewDate(DateIn):
        """Input of a new calendar entry and its club."""

        club = serializers.CharField(help_text="Short name of the club.")

    @extend_schema(
        operation_id="club_calendar_list",
        summary="List the calendar of a club",
        description=(
            "Entries for members are returned only to callers who may see them. A period of more "
            "than a year is cut off after a year."
        ),
        parameters=[Query],
        responses={200: LineOut(many=True), **problems(400, 422)},
    )
    def get(self, request: Request) -> Response:
        """List the calendar between two days, in order."""
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        club = organisation_by_slug(slug=asked.validated_data["club"])
        first: date = asked.validated_data["first"]
        last = min(asked.validated_data["last"], reach(first, MAX_SPAN))
        sees = sees_members_dates(actor=actor_of(request), organisation_id=club.pk)
        lines = lines_of(organisation_id=club.pk, first=first, last=last, sees_members_dates=sees)
        return Response([_line_data(line) for line in lines])

    @extend_schema(
        operation_id="club_dates_create",
        summary="Add a calendar entry",
        request=NewDate,
        responses={201: DateOut, **problems(400, 401, 403, 404, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """Add a calendar entry to a club."""
        given = self.NewDate(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_date(
            organisation_id=club.pk, actor=actor_of(request), venue_id=payload.pop("venue"), **payload
        )
        return Response(DateOut(row).data, status=status.HTTP_201_CREATED)


class ClubDateView(ApiView):
    """One calendar entry."""

    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_date)]

    class Input(DateIn):
        """Input with all fields of the calendar entry and the version that was read."""

        version = serializers.IntegerField(min_value=1, max_value=LARGEST)

    @extend_schema(
        operation_id="club_dates_change",
        summary="Change a calendar entry on all its days",
        request=Input,
        responses={200: DateOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, date_id: int) -> Response:
        """Change a calendar entry and its rule. Answers 409 if its version has changed."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload = dict(given.validated_data)
        row = change_date(date_id=date_id, actor=actor_of(request), venue_id=payload.pop("venue"), **payload)
        return Response(DateOut(row).data)


class ClubDayView(ApiView):
    """One day of a calendar entry."""

    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_date)]

    class Input(Shape):
        """Input with the day and its exception: cancelled, moved (`moved_to`), or none."""

        on = serializers.DateField()
        is_cancelled = serializers.BooleanField(default=False)
        moved_to = serializers.DateField(default=None, allow_null=True)
        begins_at = serializers.TimeField(default=None, allow_null=True)
        venue = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=LARGEST)
        note = serializers.CharField(max_length=300, default="", allow_blank=True)

    @extend_schema(
        operation_id="club_days_change",
        summary="Cancel, move or restore one day of a calendar entry",
        request=Input,
        responses={204: None, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, date_id: int) -> Response:
        """Set or clear the exception of one day."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        payload, actor = dict(given.validated_data), actor_of(request)
        which: dict[str, Any] = {"date_id": date_id, "on": payload["on"], "actor": actor}
        if payload["is_cancelled"]:
            cancel_day(note=payload["note"], **which)
        elif payload["moved_to"] is not None:
            facts = {name: payload[name] for name in ("moved_to", "begins_at", "note")}
            move_day(venue_id=payload["venue"], **facts, **which)
        else:
            restore_day(**which)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _line_data(line: CalendarLine) -> dict[str, Any]:
    facts = {name: getattr(line, name) for name in ("key", "title", "kind", "place", "notes")}
    states = {name: getattr(line, name) for name in ("is_public", "is_cancelled", "is_moved")}
    ends = line.ends.isoformat() if line.ends is not None else None
    return {**facts, **states, "starts": line.starts.isoformat(), "ends": ends}
