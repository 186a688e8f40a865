"""Places of an incident: the boards of the current rounds, with their players."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.locks import pairing_scope, section_scope
from tournaments.models import (
    Entry,
    Event,
    GameResult,
    Outcome,
    Pairing,
    Round,
    RoundState,
    TeamMember,
)

PLAYED = Prefetch("games", GameResult.every.select_related("first_member", "second_member"))
"""The games of a pairing with its tie-break games: something can happen in these, too."""


class Seat(NamedTuple):
    """A player in a game: the entry, and the person at the board, who in a team match is a member."""

    entry_id: int
    name: str
    team: str = ""


class SeatedGame(NamedTuple):
    """A game with the players of White and Black."""

    number: int
    outcome: str
    white: Seat
    black: Seat
    tie_break: int = 0  # which one of the match; 0 for a game of the pairing

    @property
    def name(self) -> str:
        """Label of the game among the games of the board."""
        if self.tie_break:
            return _("Tie-break game %(number)s") % {"number": self.tie_break}
        return _("Game %(number)s") % {"number": self.number}

    @property
    def is_open(self) -> bool:
        """True if the game is in progress."""
        return self.outcome in {Outcome.PENDING, Outcome.ADJOURNED}


class IncidentBoard(NamedTuple):
    """A board of a current round."""

    pairing: Pairing
    games: tuple[SeatedGame, ...]
    may_rule: bool

    @property
    def game_on(self) -> int:
        """Number of the current game: the first without a result, else the last."""
        return next((game.number for game in self.games if game.is_open), self.games[-1].number)


def boards_for_incidents(event: Event, actor: Actor, *, also: int | None = None) -> list[IncidentBoard]:
    """List the boards of each section's latest round where the account may file.

    `also` adds a board of another round.
    """
    latest = Round.objects.filter(section=OuterRef("section")).exclude(state=RoundState.DRAFT)
    rounds = Round.objects.filter(
        section__event=event, pk=Subquery(latest.order_by("-number").values("pk")[:1])
    )
    found = _boards(event, Pairing.objects.filter(round__in=rounds), actor)
    if also is not None and all(board.pairing.pk != also for board in found):
        found += _boards(event, Pairing.objects.filter(pk=also, round__section__event=event), actor)
    return found


def players_without_board(event: Event, actor: Actor) -> QuerySet[Entry]:
    """List by name the players without a board in the current round, where the account may file."""
    sections = event.sections.select_related("event")
    mine = [one.pk for one in sections if may(actor, Capability.CORRECT_RESULTS, section_scope(one))]
    latest = Round.objects.filter(section=OuterRef("round__section")).exclude(state=RoundState.DRAFT)
    seated = Pairing.objects.filter(
        Q(white=OuterRef("pk")) | Q(black=OuterRef("pk")),
        round=Subquery(latest.order_by("-number").values("pk")[:1]),
        black__isnull=False,
    )
    rows = Entry.objects.filter(section__in=mine).exclude(Exists(seated))
    return rows.select_related("section__event").order_by("name", "pk")


def _boards(event: Event, rows: QuerySet[Pairing], actor: Actor) -> list[IncidentBoard]:
    pairings = (
        rows.filter(black__isnull=False)
        .select_related("round__section", "white", "black")
        .defer("round__reasons")
        .prefetch_related(PLAYED)
        .order_by("round__section__position", "round__section_id", "board_number", "pk")
    )
    return list(_filter_allowed(event, pairings, actor))


def _filter_allowed(event: Event, pairings: Iterable[Pairing], actor: Actor) -> Iterable[IncidentBoard]:
    for pairing in pairings:
        pairing.round.section.event = event
        scope = pairing_scope(pairing)
        games = tuple(_seated_games(pairing))
        if games and may(actor, Capability.CORRECT_RESULTS, scope):
            yield IncidentBoard(pairing, games, may(actor, Capability.RULE_ON_CASES, scope))


def _seated_games(pairing: Pairing) -> Iterable[SeatedGame]:
    tie_break = 0
    for game in pairing.games.all():
        tie_break += game.is_tie_break
        yield _build_game(pairing, game, tie_break)


def _build_game(pairing: Pairing, game: GameResult, tie_break: int) -> SeatedGame:
    black = pairing.black
    assert black is not None  # noqa: S101 - byes are left out
    first = _seat(pairing.white, game.first_member)
    second = _seat(black, game.second_member)
    white, black_seat = (first, second) if game.number % 2 else (second, first)
    return SeatedGame(game.number, game.outcome, white, black_seat, tie_break)


def _seat(entry: Entry, member: TeamMember | None) -> Seat:
    return Seat(entry.pk, member.name, entry.name) if member is not None else Seat(entry.pk, entry.name)
