"""Events of a person with place and score, the newest first."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import F, Func, IntegerField, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncDate

from club.models import Person
from tournaments.models import Entry, Round, RoundState, StandingsSnapshot
from tournaments.players.selectors.games import Seats
from tournaments.players.selectors.visibility import public_entries

EVENT = "section__event"


class StandingsRow(Func):
    """The row of published standings with a pairing number, read by the database: the others may be 300."""

    arity = 2
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Read the row with a path of `jsonb`."""
        path = "'$[*] ? (@.number == $number)'::jsonpath"
        joiner = f", {path}, jsonb_build_object('number', "
        template = "jsonb_path_query_first(%(expressions)s))"
        return self.as_sql(compiler, connection, template=template, arg_joiner=joiner, **more)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Read the row with a table function."""
        joiner = ") WHERE json_extract(value, '$.number') = "
        template = "(SELECT value FROM json_each(%(expressions)s)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=joiner, **more)


class RowCount(Func):
    """Number of rows of published standings."""

    arity = 1
    output_field = IntegerField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Count the elements of a `jsonb` array."""
        return self.as_sql(compiler, connection, function="jsonb_array_length", **more)

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """Count the elements of an array."""
        return self.as_sql(compiler, connection, function="json_array_length", **more)


class EventLine(NamedTuple):
    """An entry of a person with the place in published standings; `rank` 0 if there are none yet.

    `team` is the name of the team that the person plays for; place and score are those of the team.
    """

    entry: Entry
    team: str
    rank: int
    players: int
    points: str


def entries_of(seats: Seats) -> QuerySet[Entry]:
    """Return the entries of a person in public events, alone or in a team, the newest event first."""
    day = Coalesce(f"{EVENT}__starts_on", f"{EVENT}__ends_on", TruncDate(f"{EVENT}__created_at"))
    rows = public_entries().filter(pk__in={*seats.entries, *seats.teams}).select_related(EVENT)
    return rows.order_by(day.desc(), "-pk")


def event_lines(entries: Sequence[Entry], person: Person) -> list[EventLine]:
    """Return these entries with place and score, in two queries."""
    closed = Round.objects.filter(section=OuterRef("section"), state=RoundState.CLOSED)
    last = closed.order_by("-number").values("number")[:1]
    in_force = StandingsSnapshot.objects.filter(section=OuterRef("section"), round_number=Subquery(last))
    newest = Subquery(in_force.order_by("-pk").values("pk")[:1])
    numbered = Entry.objects.filter(pk__in=[one.pk for one in entries], number__isnull=False)
    snapshots = dict(numbered.order_by().annotate(snapshot=newest).values_list("pk", "snapshot"))
    places = _places(snapshots)
    return [_line(one, places.get(one.pk), person) for one in entries]


def _places(snapshots: dict[int, int | None]) -> dict[int, tuple[dict[str, Any], int]]:
    """Return by entry the row of the standings in force, and their number of rows."""
    rows: Any = StandingsSnapshot.objects.filter(
        pk__in=[one for one in snapshots.values() if one], section__entries__in=list(snapshots)
    ).order_by()
    rows = rows.annotate(row=StandingsRow("rows", F("section__entries__number")), size=RowCount("rows"))
    found = rows.values_list("section__entries__pk", "row", "size")
    return {entry: (row, size) for entry, row, size in found if row}


def _line(entry: Entry, place: tuple[dict[str, Any], int] | None, person: Person) -> EventLine:
    row, players = place or ({}, 0)
    points = row["values"][0]["text"] if row.get("values") else ""
    team = "" if entry.person_id == person.pk else entry.name
    return EventLine(entry, team, row.get("rank", 0), players, points)
