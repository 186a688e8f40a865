"""Home of an event: its state, and of each section the rounds, the top, latest results and the upset."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber
from django.shortcuts import get_object_or_404
from django.utils import timezone

from club.live.selectors import last_numbers
from tournaments.events.models.section import TEAM_SYSTEMS
from tournaments.events.selectors.event_cards import EventCard, TopRow, event_cards, top_rows
from tournaments.events.selectors.event_lists import VERSION_SECONDS, with_phase
from tournaments.events.selectors.event_page import SectionLine, section_lines
from tournaments.events.selectors.sections import GAMES
from tournaments.models import Event, GameResult, Hall, Outcome, Pairing, RoundState
from tournaments.results.pages.boards import BoardLine, board_line

TOP: Final = 5
LATEST: Final = 6
LEAST_UPSET: Final = 50
"""Rating points below which a win of the lower rated player is no news."""
ODD: Final = range(1, 100, 2)
"""Numbers of games in which the first player of a pairing has White."""
MAX_STREAMS: Final = 3
"""Sections of a page that are followed live: a browser opens few connections to one site."""
COUNTDOWN: Final = timedelta(hours=12)
"""How long before a round its start is counted down."""
CLOCK_STAYS: Final = timedelta(minutes=10)
"""How long a clock that has run out is shown, as on the screens in the hall."""


class RoundNow(NamedTuple):
    """The round in play, or the last one closed, and its finished games."""

    number: int
    is_open: bool
    finished: int
    games: int


class NextRound(NamedTuple):
    """The next round of the schedule."""

    number: int
    starts_at: datetime
    is_soon: bool


class Upset(NamedTuple):
    """The win over the greatest difference of ratings."""

    round: int
    winner: Any
    loser: Any

    @property
    def difference(self) -> int:
        """Rating points between both."""
        return int(self.loser.rating - self.winner.rating)


class SectionHome(NamedTuple):
    """A section on the home of its event."""

    line: SectionLine
    round: RoundNow | None
    next: NextRound | None
    top: list[TopRow]
    latest: list[BoardLine]
    upset: Upset | None
    heard: int
    is_followed: bool

    @property
    def rounds_before(self) -> list[Any]:
        """The public rounds except the one shown."""
        return [row for row in self.line.rounds if self.round is None or row.number != self.round.number]


class EventHome(NamedTuple):
    """What the page of an event shows of its play."""

    card: EventCard
    sections: list[SectionHome]
    clock: Hall | None
    heard: int


def home_version(slug: str) -> object:
    """Version of the home of an event, for caches; it lasts minutes, as deadlines pass without a word."""
    row = Event.objects.filter(slug=slug).values_list("pk", "version", "organisation__version").first()
    if row is None:
        return None
    keys = Event.objects.filter(pk=row[0], sections__isnull=False).values_list("sections", flat=True)
    heard = last_numbers([f"event:{row[0]}", *(f"section:{key}" for key in keys)])
    return row, tuple(sorted(heard.items())), int(timezone.now().timestamp()) // VERSION_SECONDS


def event_home(event: Event) -> EventHome:
    """Return the home of an event in a constant number of queries."""
    own = f"event:{event.pk}"
    heard = last_numbers([own, *(f"section:{key}" for key in event.sections.values_list("pk", flat=True))])
    (card,) = event_cards([get_object_or_404(with_phase(Event.objects.filter(pk=event.pk)))])
    lines = section_lines(event)
    progress = {one.pk: one for one in card.sections}
    tops = top_rows([one.snapshot for one in card.sections if one.snapshot], places=TOP)
    counts, latest = _counts(event), _latest(event)
    upsets = {row.pairing.round.section_id: _upset(row) for row in _upsets(event)}
    sections: list[SectionHome] = []
    followed = 0
    for line in lines:
        key, round_now = line.one.pk, _round_now(progress[line.one.pk], counts)
        is_followed = followed < MAX_STREAMS and not card.is_over
        followed += is_followed
        shows_top = card.is_over or not line.one.has_tree
        sections.append(
            SectionHome(
                line=line,
                round=round_now,
                next=None if card.is_over else _next_round(line, round_now),
                top=tops.get(key, []) if shows_top else [],
                latest=latest.get(key, []),
                upset=upsets.get(key),
                heard=heard.get(f"section:{key}", 0),
                is_followed=is_followed,
            )
        )
    return EventHome(card, sections, clock_in_play(event, sections), heard.get(own, 0))


def clock_in_play(event: Event, sections: Iterable[SectionHome]) -> Hall | None:
    """Return the clock of the hall while a round is in play."""
    if not any(one.round is not None and one.round.is_open for one in sections):
        return None
    return Hall.objects.filter(event=event, clock_ends_at__gt=timezone.now() - CLOCK_STAYS).first()


def _counts(event: Event) -> dict[tuple[int, int], tuple[int, int]]:
    """Count finished games and all games by section and round, of rounds in play."""
    games = _public_games(event).filter(pairing__round__state=RoundState.PUBLISHED)
    rows = games.values_list("pairing__round__section", "pairing__round__number")
    counted = rows.annotate(finished=Count("pk", filter=~Q(outcome=Outcome.PENDING)), games=Count("pk"))
    return {(section, number): (finished, games) for section, number, finished, games in counted}


def _round_now(section: Any, counts: dict[tuple[int, int], tuple[int, int]]) -> RoundNow | None:
    number = section.in_play or section.closed
    if not number:
        return None
    return RoundNow(number, bool(section.in_play), *counts.get((section.pk, number), (0, 0)))


def _next_round(line: SectionLine, now: RoundNow | None) -> NextRound | None:
    begun = now.number if now else 0
    moment = timezone.now()
    coming = (one for one in line.schedule if one.number > begun and one.starts_at > moment)
    one = next(coming, None)
    return NextRound(one.number, one.starts_at, one.starts_at - moment <= COUNTDOWN) if one else None


def latest_results(event_ids: Collection[int], *, number: int) -> list[BoardLine]:
    """Return the boards with the latest results of these events, latest first."""
    games = GameResult.objects.filter(pairing__round__section__event__in=event_ids)
    games = _with_result(_of_public_rounds(games)).order_by("-entered_at", "-pk")
    keys = dict.fromkeys(games.values_list("pairing", flat=True)[: number * 2])
    boards = _boards(list(keys)[:number])
    return [board_line(board) for board in boards.values()]


def _public_games(event: Event) -> QuerySet[GameResult]:
    return _of_public_rounds(GameResult.objects.filter(pairing__round__section__event=event))


def _of_public_rounds(games: QuerySet[GameResult]) -> QuerySet[GameResult]:
    rows = games.filter(pairing__black__isnull=False)
    return rows.exclude(pairing__round__state=RoundState.DRAFT).order_by()


def _with_result(games: QuerySet[GameResult]) -> QuerySet[GameResult]:
    return games.exclude(outcome=Outcome.PENDING).filter(entered_at__isnull=False)


def _first_of_each_section(rows: Any, order: Any, number: int) -> QuerySet[Any]:
    place = Window(RowNumber(), partition_by="pairing__round__section", order_by=order)
    chosen: QuerySet[Any] = rows.annotate(place=place).filter(place__lte=number)
    return chosen


def _latest(event: Event) -> dict[int, list[BoardLine]]:
    """Return the boards with the latest results by section, latest first."""
    games = _with_result(_public_games(event))
    chosen = _first_of_each_section(games, [F("entered_at").desc(), F("pk").desc()], LATEST)
    keys = list(dict.fromkeys(chosen.order_by("place").values_list("pairing", flat=True)))
    found: dict[int, list[BoardLine]] = {}
    for board in _boards(keys).values():
        found.setdefault(board.round.section_id, []).append(board_line(board))
    return found


def _boards(keys: Collection[int]) -> dict[int, Pairing]:
    """Return boards by number, in the given order."""
    rows = Pairing.objects.filter(pk__in=keys).select_related("white", "black", "round__section__event")
    found = rows.defer("round__reasons").prefetch_related(GAMES).in_bulk()
    return {key: found[key] for key in keys}


def _upsets(event: Event) -> Iterable[Any]:
    """Return the game of each section that was won over the greatest difference of ratings."""
    white, black = F("pairing__white__rating"), F("pairing__black__rating")
    first_wins = Q(outcome=Outcome.WHITE, number__in=ODD) | Q(outcome=Outcome.BLACK) & ~Q(number__in=ODD)
    difference = Case(
        When(first_wins, then=black - white), default=white - black, output_field=IntegerField()
    )
    games = _public_games(event).filter(
        outcome__in=(Outcome.WHITE, Outcome.BLACK), pairing__white__rating__gt=0, pairing__black__rating__gt=0
    )
    games = games.exclude(pairing__round__section__system__in=TEAM_SYSTEMS)
    games = games.annotate(difference=difference).filter(difference__gte=LEAST_UPSET)
    chosen = _first_of_each_section(games, [F("difference").desc(), F("pk").asc()], 1)
    rows = chosen.select_related("pairing__white", "pairing__black", "pairing__round")
    return rows.defer("pairing__round__reasons")


def _upset(game: Any) -> Upset:
    first_wins = (game.outcome == Outcome.WHITE) == (game.number % 2 == 1)
    players = (game.pairing.white, game.pairing.black)
    winner, loser = players if first_wins else reversed(players)
    return Upset(game.pairing.round.number, winner, loser)
