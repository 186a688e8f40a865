"""API of a club's venues and calendar entries, with the same services as the pages of the desk."""

from datetime import date, timedelta
from typing import Any

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
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
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
    permission_classes = [needs(Capability.KEEP_CALENDAR)]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")

    class NewVenue(VenueIn):
        club = serializers.CharField(help_text="Short name of the club.")

    @operation("venues_list", VenueOut(many=True), query=Query, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List venues of a club, those in use first."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.KEEP_CALENDAR, Scope(club.pk))
        return Response(VenueOut(venues_of(organisation_id=club.pk), many=True).data)

    @operation("venues_create", {201: VenueOut}, request=NewVenue, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Add a venue."""
        payload = self.NewVenue.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_venue(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(VenueOut(row).data, status=status.HTTP_201_CREATED)


class VenueView(ApiView):
    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_venue)]

    @operation("venues_change", VenueOut, request=VenueIn, refusals=(409, 422))
    def put(self, request: Request, venue_id: int) -> Response:
        """Change a venue."""
        payload = VenueIn.validated_from(request.data)
        row = change_venue(venue_id=venue_id, actor=actor_of(request), **payload)
        return Response(VenueOut(row).data)


class ClubCalendarView(ApiView):
    permission_classes = [needs(Capability.KEEP_CALENDAR, methods={"POST"})]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        first = serializers.DateField()
        last = serializers.DateField()

    class NewDate(DateIn):
        club = serializers.CharField(help_text="Short name of the club.")

    @operation("club_calendar_list", LineOut(many=True), query=Query, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List a club's calendar, cut off after a year. Omits members' entries that you may not see."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        first: date = payload["first"]
        last = min(payload["last"], reach(first, MAX_SPAN))
        sees = sees_members_dates(actor=actor_of(request), organisation_id=club.pk)
        lines = lines_of(organisation_id=club.pk, first=first, last=last, sees_members_dates=sees)
        return Response([_line_data(line) for line in lines])

    @operation("club_dates_create", {201: DateOut}, request=NewDate, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Add a calendar entry."""
        payload = self.NewDate.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        row = add_date(
            organisation_id=club.pk, actor=actor_of(request), venue_id=payload.pop("venue"), **payload
        )
        return Response(DateOut(row).data, status=status.HTTP_201_CREATED)


class ClubDateView(ApiView):
    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_date)]

    class Input(DateIn):
        version = serializers.IntegerField(min_value=1, max_value=LARGEST)

    @operation("club_dates_change", DateOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, date_id: int) -> Response:
        """Change a calendar entry on all its days. Answers 409 if its version has changed."""
        payload = self.Input.validated_from(request.data)
        row = change_date(date_id=date_id, actor=actor_of(request), venue_id=payload.pop("venue"), **payload)
        return Response(DateOut(row).data)


class ClubDayView(ApiView):
    permission_classes = [needs(Capability.KEEP_CALENDAR, scope=scope_of_date)]

    class Input(Shape):
        """Input with the day and its exception: cancelled, moved (`moved_to`), or none."""

        on = serializers.DateField()
        is_cancelled = serializers.BooleanField(default=False)
        moved_to = serializers.DateField(default=None, allow_null=True)
        begins_at = serializers.TimeField(default=None, allow_null=True)
        venue = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=LARGEST)
        note = serializers.CharField(max_length=300, default="", allow_blank=True)

    @operation("club_days_change", request=Input, refusals=(409, 422))
    def put(self, request: Request, date_id: int) -> Response:
        """Cancel, move or restore one day of a calendar entry."""
        values = self.Input.validated_from(request.data)
        payload, actor = values, actor_of(request)
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
