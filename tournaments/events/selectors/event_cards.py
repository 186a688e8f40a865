"""Facts of events for lists: state, number of players, leaders; the same number of queries for any number."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery, TextChoices
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.entries.models.entry import OUTSIDE
from tournaments.events.selectors.event_lists import Phase
from tournaments.models import (
    EntryState,
    Event,
    Round,
    RoundState,
    Section,
    StandingsSnapshot,
)

SHOWN_TIES: Final = 3
ROW_FACTS: Final = {"rank": "rank", "name": "name", "number": "number", "points": "values__0__text"}
SHOWN_IN_LISTS: Final = ~Q(entries__state__in=OUTSIDE) & ~Q(
    entries__state=EntryState.WITHDRAWN, entries__number__isnull=True
)
"""Entries that public lists show: withdrawals before the first round are hidden."""


class EventStatus(TextChoices):
    """State of an event in the words of a visitor."""

    FINISHED = "finished", _("finished")
    IN_PLAY = "in_play", _("a round is in play")
    BETWEEN = "between", _("between two rounds")
    ENTRIES_OPEN = "entries_open", _("entries open")
    UNDER_WAY = "under_way", _("under way")
    STARTS = "starts", _("starts soon")
    ANNOUNCED = "announced", _("announced")


class TopRow(NamedTuple):
    """One of the first rows of published standings; `points` as they are printed."""

    rank: int
    name: str
    number: int
    points: str


class Leader(NamedTuple):
    """First place of a section in the standings in force; tied players share it."""

    section: str
    names: tuple[str, ...]


class EventCard(NamedTuple):
    """An event of a list. `round` is the one in play, or the last one closed; `days` until the start."""

    event: Event
    status: EventStatus
    round: int | None
    days: int | None
    players: int
    is_team: bool
    takes_entries: bool
    leaders: tuple[Leader, ...]
    sections: tuple[Any, ...]

    @property
    def is_over(self) -> bool:
        """True if the leaders are the winners."""
        return self.status == EventStatus.FINISHED


def event_cards(events: Iterable[Event], *, today: date | None = None) -> list[EventCard]:
    """Return the cards of events annotated by `with_phase`, in order, in two queries."""
    listed = list(events)
    today = today or timezone.localdate()
    sections: dict[int, list[Any]] = {event.pk: [] for event in listed}
    for row in _sections(sections):
        sections[row.event_id].append(row)
    in_force = [one.snapshot for rows in sections.values() for one in rows if one.snapshot]
    tops = top_rows(in_force, places=SHOWN_TIES)
    return [_card(event, sections[event.pk], tops, today) for event in listed]


def top_rows(snapshots: Sequence[int], *, places: int) -> dict[int, list[TopRow]]:
    """Return the first rows of published standings by section, without loading the others."""
    if not snapshots:
        return {}
    facts = {
        f"{fact}_{at}": KT(f"rows__{at}__{path}") for at in range(places) for fact, path in ROW_FACTS.items()
    }  # as text: a name of digits stays a name
    found: Any = StandingsSnapshot.objects.filter(pk__in=snapshots).order_by().values("section", **facts)
    return {row["section"]: [_top_row(row, at) for at in range(places) if row[f"rank_{at}"]] for row in found}


def _top_row(row: dict[str, Any], at: int) -> TopRow:
    rank, name, number, points = (row[f"{fact}_{at}"] for fact in ROW_FACTS)
    return TopRow(int(rank), name, int(number), points)


def _sections(keys: Iterable[int]) -> Iterable[Any]:
    rounds = Round.objects.filter(section=OuterRef("pk")).order_by()
    closed = rounds.filter(state=RoundState.CLOSED)
    later = closed.filter(section=OuterRef("section"), number__gt=OuterRef("number"))
    in_play = rounds.filter(~Exists(later), state=RoundState.PUBLISHED)

    def latest(rows: Any) -> Subquery:
        return Subquery(rows.values("section").annotate(last=Max("number")).values("last"))

    rows = Section.objects.filter(event__in=list(keys)).select_related("admission")
    in_force = StandingsSnapshot.objects.filter(section=OuterRef("pk"), round_number=OuterRef("closed"))
    return rows.annotate(
        players=Count("entries", filter=Q(entries__isnull=False) & SHOWN_IN_LISTS),
        in_play=latest(in_play),
        closed=latest(closed),
    ).annotate(snapshot=Subquery(in_force.order_by("-pk").values("pk")[:1]))


def _card(event: Event, sections: list[Any], tops: dict[int, list[TopRow]], today: date) -> EventCard:
    in_play = max((one.in_play for one in sections if one.in_play), default=None)
    closed = max((one.closed for one in sections if one.closed), default=None)
    takes_entries = any(hasattr(one, "admission") and one.admission.takes_entries for one in sections)
    days = (event.starts_on - today).days if event.starts_on else None
    status = _status(event, in_play=in_play, closed=closed, takes_entries=takes_entries)
    is_over = status == EventStatus.FINISHED
    shown = [one for one in sections if tops.get(one.pk) and (is_over or not one.has_tree)]
    return EventCard(
        event=event,
        status=status,
        round=in_play or closed,
        days=days if days is not None and days > 0 else None,
        players=sum(one.players for one in sections),
        is_team=bool(sections) and all(one.is_team for one in sections),
        takes_entries=takes_entries and not is_over,
        leaders=tuple(
            Leader(
                one.name if len(sections) > 1 else "",
                tuple(row.name for row in tops[one.pk] if row.rank == 1),
            )
            for one in shown
        ),
        sections=tuple(sections),
    )


def _status(event: Any, *, in_play: int | None, closed: int | None, takes_entries: bool) -> EventStatus:
    rules = (
        (event.phase == Phase.PAST, EventStatus.FINISHED),
        (in_play, EventStatus.IN_PLAY),
        (closed, EventStatus.BETWEEN),
        (event.phase == Phase.NOW, EventStatus.UNDER_WAY),
        (takes_entries, EventStatus.ENTRIES_OPEN),
        (event.starts_on, EventStatus.STARTS),
    )
    return next((status for holds, status in rules if holds), EventStatus.ANNOUNCED)
