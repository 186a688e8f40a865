"""Response shapes of rating lists, their players, reports and changes."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.core.api.documents import Shape
from tournaments.models import EventState, PeriodKind, RatedSpeed, RatingChange
from tournaments.ratings.models import HOWS
from tournaments.ratings.selectors.rating_reports import Report, ReportLine


class RatingListOut(serializers.Serializer[Any]):
    """A rating list."""

    id = serializers.IntegerField()
    club = serializers.CharField(source="organisation.slug")
    name = serializers.CharField()
    formula = serializers.CharField()
    edition = serializers.CharField(help_text="Edition of the formula, pinned when the formula was set.")
    variant = serializers.CharField(
        allow_blank=True, help_text="Game of the list; empty for all games except house rules."
    )
    speed = serializers.ChoiceField(RatedSpeed.choices)
    initial_rating = serializers.IntegerField()
    is_public = serializers.BooleanField()
    counts_nights = serializers.BooleanField()
    version = serializers.IntegerField()


class RatedPlayerOut(serializers.Serializer[Any]):
    """A person on a rating list."""

    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name")
    rating = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(help_text="Rating deviation of Glicko-2; 0 for other formulas.")
    games = serializers.IntegerField()
    highest = serializers.FloatField()


class RatingChangeOut(serializers.Serializer[Any]):
    """A person's change in a report; `event` is null for corrections and non-public events."""

    report = serializers.IntegerField(source="period.number")
    counted_on = serializers.DateField(source="period.counted_on")
    event = serializers.SerializerMethodField()
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name")
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)
    games = serializers.IntegerField()
    points = serializers.SerializerMethodField()
    expected = serializers.SerializerMethodField()
    factor = serializers.IntegerField(allow_null=True)
    how = serializers.ChoiceField(HOWS)

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_event(self, one: RatingChange) -> int | None:
        """Return the id of the event, or None if it is not public."""
        event = one.period.event
        return event.pk if event is not None and event.state != EventState.DRAFT else None

    @extend_schema_field(serializers.FloatField())
    def get_points(self, one: RatingChange) -> float:
        """Return the points scored; a win is one point."""
        return one.half_points / 2

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_expected(self, one: RatingChange) -> float | None:
        """Return the expected points."""
        return None if one.expected is None else one.expected / 100


class RatingCurveOut(Shape):
    """A person on a list, with the change in each report."""

    player = RatedPlayerOut()
    points = RatingChangeOut(many=True)


class RatingPeriodOut(serializers.Serializer[Any]):
    """A report of an event, or a correction."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    list = serializers.IntegerField(source="rating_list_id")
    kind = serializers.ChoiceField(PeriodKind.choices)
    event = serializers.IntegerField(source="event_id", allow_null=True)
    counted_on = serializers.DateField()
    counted_by = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class RatingLineOut(serializers.Serializer[ReportLine]):
    """A person's change in a previewed report."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    before = serializers.FloatField(source="change.before.rating", allow_null=True)
    after = serializers.FloatField(source="change.after.rating", allow_null=True)
    games = serializers.IntegerField(source="change.games")
    points = serializers.SerializerMethodField()
    expected = serializers.SerializerMethodField()
    factor = serializers.IntegerField(source="change.factor", allow_null=True)
    how = serializers.CharField(source="change.how.value")

    @extend_schema_field(serializers.FloatField())
    def get_points(self, line: ReportLine) -> float:
        """Return the points scored; a win is one point."""
        return line.change.half_points / 2

    @extend_schema_field(serializers.FloatField(allow_null=True))
    def get_expected(self, line: ReportLine) -> float | None:
        """Return the expected points."""
        hoped = line.change.expected
        return None if hoped is None else hoped / 100


class RatingReportOut(serializers.Serializer[Report]):
    """Preview of a report. Send `seen` back to store it."""

    list = serializers.IntegerField(source="rating_list.pk")
    sections = serializers.SerializerMethodField()
    lines = RatingLineOut(many=True)
    games = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text="Number of games with a result that are not rated.")
    unlinked = serializers.ListField(
        child=serializers.CharField(),
        help_text="Names of players who are not linked to a person of the club.",
    )
    seen = serializers.CharField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_sections(self, report: Report) -> Sequence[int]:
        """Return the ids of the sections that are counted."""
        return [one.section.pk for one in report.choices if one.is_chosen]
