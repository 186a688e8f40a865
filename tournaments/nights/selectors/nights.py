"""Club nights of a season and their attendance, and meetings of its pairs."""

from datetime import date
from typing import NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import (
    ByeKind,
    ClubNight,
    Entry,
    EntryState,
    Pairing,
    Round,
    RoundState,
    Section,
)
from tournaments.ratings.selectors.rated_games import half_points_of


def night_on(section: Section) -> ClubNight | None:
    """Return the night in progress."""
    return section.nights.filter(closed_at__isnull=True).first()


def round_on(section: Section) -> Round | None:
    """The round that takes results."""
    return section.round_rows.filter(state=RoundState.PUBLISHED).order_by("-number").first()


def unseated(section: Section, row: Round) -> tuple[Entry | None, list[Entry]]:
    """Return the player with the bye of a round, and those who came after it was paired."""
    waiting = row.pairings.filter(bye=ByeKind.ALLOCATED).select_related("white").first()
    seats = row.pairings.exclude(bye__in=[ByeKind.REQUESTED_ZERO, ByeKind.LATE_ENTRY])
    seated = {key for pair in seats.values_list("white_id", "black_id") for key in pair if key}
    here = section.entries.filter(state=EntryState.CONFIRMED, checked_in_at__isnull=False)
    late = [entry for entry in here.order_by("name", "pk") if entry.pk not in seated]
    return (waiting.white if waiting else None), late


def nights_of(section: Section) -> QuerySet[ClubNight]:
    """Return all nights, the latest first, with the number of attendees as `came` and of rounds played."""
    return section.nights.annotate(
        came=Count("attendances", distinct=True), played=Count("round_rows", distinct=True)
    ).order_by("-opened_at")


Pair = frozenset[int]


class Meetings(NamedTuple):
    """Games of two entries in a section so far, seen from `first`: the one with the lower key."""

    first: int
    games: int
    wins: int
    draws: int
    losses: int
    whites: int
    last_on: date | None

    @property
    def blacks(self) -> int:
        """Games in which the first had Black."""
        return self.games - self.whites

    def turned(self) -> "Meetings":
        """Return the same seen from the other."""
        return self._replace(wins=self.losses, losses=self.wins, whites=self.blacks)


def meetings_of(section: Section, *, before: int | None = None) -> dict[Pair, Meetings]:
    """Return games in a section by pair of entries; with `before` only earlier rounds. Two queries."""
    rows = Pairing.objects.filter(round__section=section, black__isnull=False)
    rows = rows.exclude(round__state=RoundState.DRAFT)
    if before is not None:
        rows = rows.filter(round__number__lt=before)
    rows = rows.select_related("round__night").prefetch_related("games").defer("round__reasons")
    found: dict[Pair, Meetings] = {}
    for pairing in rows.order_by("round__number"):
        second = pairing.black_id or 0
        pair = frozenset((pairing.white_id, second))
        first = min(pair)
        for game in pairing.games.all():
            won = half_points_of(game.outcome, game.mark)
            if won is None:
                continue
            is_white = (first == pairing.white_id) == (game.number % 2 == 1)
            mine = won if is_white else 2 - won
            old = found.get(pair, Meetings(first, 0, 0, 0, 0, 0, None))
            found[pair] = Meetings(
                first,
                old.games + 1,
                old.wins + (mine == 2),  # noqa: PLR2004 - a whole point
                old.draws + (mine == 1),
                old.losses + (mine == 0),
                old.whites + is_white,
                day_of(pairing.round) or old.last_on,
            )
    return found


def day_of(row: Round) -> date | None:
    """Return the day of a round: of its night, else of its planned start or its publication."""
    if row.night is not None:
        return row.night.held_on
    moment = row.starts_at or row.published_at
    return None if moment is None else timezone.localdate(moment)
