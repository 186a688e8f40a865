"""Preview of publishing a draft: audience, addresses and content."""

from typing import Final, NamedTuple

from django.db.models import Max
from django.urls import reverse

from club.audit.selectors import entries_of_kind
from club.models import AuditEntry
from tournaments.core.openings import ballot_text
from tournaments.entries.selectors.check_ins import has_come_since
from tournaments.events.selectors.sections import boards_of
from tournaments.events.systems import system_of
from tournaments.models import (
    BoardCard,
    ByeKind,
    Entry,
    EntryState,
    Pairing,
    PlayerReports,
    Round,
    RoundState,
    TeamMember,
)
from tournaments.standings.selectors.standings import points_table

MAX_LEADERS = 3


class Scored(NamedTuple):
    """A player with the points so far."""

    entry: Entry
    points: int


class Bye(NamedTuple):
    """A player without an opponent, and the reason."""

    entry: Entry
    kind: str


class Publication(NamedTuple):
    """Content of the preview next to "Publish"."""

    is_public: bool  # otherwise the desk alone sees it
    pages: tuple[tuple[str, str], ...]  # which page, its address
    boards: int
    players: int
    byes: tuple[Bye, ...]
    openings: tuple[tuple[int, str], ...]
    round_before: int
    leaders: tuple[Scored, ...]
    players_report: bool
    new_cards: int
    without_members: tuple[Entry, ...]  # teams of the round that play without names
    not_in_table: tuple[Entry, ...]  # the round is not published without them
    here_but_absent: tuple[Entry, ...]  # checked in for this round, and without a game in it on request


def publication_of(row: Round) -> Publication:
    """Return the preview of publishing a round; reads the pairings and points itself."""
    return publication_with(row, list(boards_of(row)), points_table(row.section, after=row.number - 1))


def publication_with(row: Round, pairings: list[Pairing], points: dict[int, int]) -> Publication:
    """Return the preview of publishing a round from its pairings and the points before it."""
    section = row.section
    boards = [pairing for pairing in pairings if pairing.black is not None]
    seats = [entry for one in boards for entry in (one.white, one.black) if entry is not None]
    leaders = sorted(seats, key=lambda entry: (-points.get(entry.pk, 0), entry.name))
    players_report = section.player_reports != PlayerReports.OFF
    return Publication(
        section.event.is_public,
        _pages(row),
        len(boards),
        len(seats),
        tuple(Bye(one.white, str(ByeKind(one.bye).label)) for one in pairings if one.black is None),
        tuple((one.board_number or 0, ballot_text(one.ballot)) for one in boards if one.ballot),
        row.number - 1,
        tuple(Scored(entry, points.get(entry.pk, 0)) for entry in leaders[:MAX_LEADERS]),
        players_report,
        _new_cards(row, boards) if players_report else 0,
        _without_members(seats) if section.is_team else (),
        players_not_in_table(row),
        _here_but_absent(row, pairings),
    )


REQUESTED: Final = frozenset({ByeKind.REQUESTED_ZERO, ByeKind.REQUESTED_HALF, ByeKind.REQUESTED_FULL})


def _here_but_absent(row: Round, pairings: list[Pairing]) -> tuple[Entry, ...]:
    """Return the players who came for a round and are absent in its draft; earlier check-ins do not count."""
    earlier = row.section.round_rows.filter(number__lt=row.number)
    moment = earlier.aggregate(last=Max("published_at"))["last"]
    absent = [one.white for one in pairings if one.black_id is None and one.bye in REQUESTED]
    return tuple(entry for entry in absent if has_come_since(entry, moment))


def players_not_in_table(row: Round) -> tuple[Entry, ...]:
    """Return the players who entered after a table or a tree was drafted: they cannot join it later."""
    if not system_of(row.section).is_table:
        return ()
    return tuple(row.section.entries.filter(state=EntryState.CONFIRMED, number__isnull=True).order_by("name"))


def _without_members(teams: list[Entry]) -> tuple[Entry, ...]:
    keys = [team.pk for team in teams]
    named = set(TeamMember.objects.filter(entry__in=keys).values_list("entry_id", flat=True))
    return tuple(team for team in teams if team.pk not in named)


def _pages(row: Round) -> tuple[tuple[str, str], ...]:
    names = [row.section.event.slug, row.section.slug]
    return (
        ("pairings", reverse("tournaments:pairings", args=[*names, row.number])),
        ("standings", reverse("tournaments:standings", args=names)),
        ("crosstable", reverse("tournaments:crosstable", args=names)),
        ("players", reverse("tournaments:players", args=names)),
    )


def _new_cards(row: Round, boards: list[Pairing]) -> int:
    live = BoardCard.objects.filter(section=row.section_id, revoked_at__isnull=True)
    there = set(live.values_list("board_number", flat=True))
    return sum(pairing.board_number not in there for pairing in boards)


MAX_ENTRIES = 50
SWAPS = ("tournaments.round.players_swapped", "tournaments.round.colours_turned")


def last_swap(row: Round) -> AuditEntry | None:
    """Return the audit entry of the last swap of a draft, if nothing has happened to the round since.

    Swapped back by an undo, the draft is as it was before: the swap before that one can be undone next.
    """
    if row.state != RoundState.DRAFT:
        return None
    undone: set[int] = set()
    for entry in entries_of_kind("tournaments.round", [row.pk])[:MAX_ENTRIES]:
        if entry.action not in SWAPS:
            return None
        if entry.undoes_id is not None:
            undone.add(entry.undoes_id)
        elif entry.pk not in undone:
            return entry
    return None
