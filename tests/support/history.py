"""Events with their past, written in bulk: for tests of what comes after.

The services lock, seal the audit chain, wake listeners and plan backups at each step, which costs most of
their time. The builder asks the same pure code for pairings and standings and writes the rows that the
services would leave, without the log of how they came about (`LOGS`). `test_history.py` compares both.
"""

import secrets

from django.utils import timezone

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.conduct.regulation_presets import USUAL
from tournaments.core.league_rules import is_league
from tournaments.core.openings import openings_of
from tournaments.core.services.event_log import key_of
from tournaments.entries.services.joining import known_persons
from tournaments.entries.services.numbers import give_numbers
from tournaments.events.presets import PRESETS
from tournaments.events.services.events import free_slug
from tournaments.models import (
    BoardCard,
    Entry,
    Event,
    EventState,
    GameResult,
    Outcome,
    Pairing,
    PlayerReports,
    Round,
    RoundState,
    Section,
    SnapshotCause,
    StandingsSnapshot,
    TeamMember,
)
from tournaments.results.services.board_cards import SECRET_BYTES
from tournaments.rounds.services.board_numbers import numbers_for
from tournaments.rounds.services.drafts import byes_of, proposal_for, ready_number, reasons_of
from tournaments.standings.selectors.snapshots import contents_now
from tournaments.teams.services.line_ups import assign_line_ups

CLUB_NIGHT = "club_night"
LOGS = {"club.auditentry", "club.auditchain", "club.livechannel", "club.liveevent", "club.job"}
"""Tables that the services fill at each step and the builder leaves empty."""


def content_now(section, *, after):
    """Compute what would be published after a round."""
    return contents_now(section, [after])[after]


def home_club(slug="north"):
    """The club with this short name, made where there is none."""
    return Organisation.objects.get_or_create(slug=slug, defaults={"name": f"{slug.title()} club"})[0]


def build_section(*, club, preset, lines, name="Easter Open", is_public=True, **facts):
    """A section of an event of its own with these entry lines, as `create_event` and `add_entries` leave it.

    `facts` are set as they are; what a system derives from its options is for `change_section`.
    """
    event = Event.objects.create(
        organisation=club,
        name=name,
        slug=free_slug(name),
        state=EventState.PUBLISHED if is_public else EventState.DRAFT,
        version=2 if is_public else 1,
        regulations={"preset": USUAL},
    )
    chosen = PRESETS[preset]
    usual = {"name": str(chosen.name), "slug": "main", "seed": secrets.token_hex(16)}
    section = Section.objects.create(event=event, **usual | dict(chosen.section) | facts)
    add_players(section, lines)
    return section


def build_teams(section, members):
    """Members of the teams of a section, by lists of member lines in the order of its entries."""
    boards = section.games_per_pairing
    teams = list(section.entries.order_by("pk"))
    for team, lines in zip(teams, members, strict=True):
        rated = [line.rating for line in lines[:boards] if line.rating]
        team.rating = team.rating or (round(sum(rated) / len(rated)) if rated else 0)
    Entry.objects.bulk_update(teams, ["rating"])
    TeamMember.objects.bulk_create(
        TeamMember(entry=team, board_order=at, name=line.name, rating=line.rating)
        for team, lines in zip(teams, members, strict=True)
        for at, line in enumerate(lines, start=1)
    )


def add_players(section, lines):
    """Entries of a section whose first round is not paired yet."""
    known = known_persons(section, [line.name for line in lines])
    Entry.objects.bulk_create(
        Entry(
            section=section,
            person=known.get(line.name.casefold()),
            name=line.name,
            rating=line.rating,
            club_name=line.club_name,
            federation=line.federation,
            title=line.title,
            category=line.category,
        )
        for line in lines
    )


def can_build(section):
    """Whether the builder plays rounds of such a section."""
    return section.system != CLUB_NIGHT and not is_league(section)


def build_round(section, outcome=Outcome.WHITE, *, state=RoundState.CLOSED):
    """The next round, paired by the section's system, with its results, published or closed.

    It takes the place of a draft.

    `outcome` is how every game ends, or a function of the place of the board (from 0) and the game's number.
    """
    section = Section.objects.select_related("event").get(pk=section.pk)
    if not can_build(section):
        raise ValueError(f"{section.system}: the builder plays neither club nights nor leagues.")
    draft = section.round_rows.filter(state=RoundState.DRAFT).first()
    number = ready_number(section, draft)
    if draft is not None:
        draft.delete()
    give_numbers(section, before_round=number)
    proposal = proposal_for(section, number, [])
    is_closed = state == RoundState.CLOSED
    now = timezone.now()
    row = Round.objects.create(
        section=section,
        number=number,
        state=state,
        starts_at=section.round_times.filter(number=number).values_list("starts_at", flat=True).first(),
        system=section.system,
        reasons=reasons_of(proposal),
        version=4 if is_closed else 3,  # proposed, published, closed
        published_at=now,
        closed_at=now if is_closed else None,
    )
    boards = _boards(row, proposal)
    _seat(row, boards)
    _enter(boards, outcome)
    if section.player_reports != PlayerReports.OFF:
        _give_cards(section, boards)
    if is_closed:
        content = content_now(section, after=number)
        StandingsSnapshot.objects.create(
            section=section, round_number=number, cause=SnapshotCause.CLOSED, **content._asdict()
        )
    return row


def _boards(row, proposal):
    """The boards of a round in their order; whoever does not play has a row as well."""
    entries = {entry.number: entry for entry in row.section.entries.filter(number__isnull=False)}
    made = [Pairing(round=row, white=entries[one.white], black=entries[one.black]) for one in proposal.pairs]
    for pairing, number in zip(made, numbers_for(made), strict=True):
        pairing.board_number = number
    idle = [entries[number] for number in (proposal.bye, *proposal.free) if number]
    byes = [Pairing(round=row, white=entry, bye="allocated") for entry in idle]
    seated = {one.pk for pairing in (*made, *byes) for one in (pairing.white, pairing.black) if one}
    byes += byes_of(row, [entry for entry in entries.values() if entry.pk not in seated])
    Pairing.objects.bulk_create([*made, *byes])
    if row.section.deck:
        drawn = openings_of(row, made)
        for pairing in made:
            pairing.ballot = drawn[pairing.pk]
        Pairing.objects.bulk_update(made, ["ballot"])
    return made


def _seat(row, boards):
    """The games of the boards; between teams with who sits there."""
    numbers = range(1, 1 + row.section.games_per_pairing)
    GameResult.objects.bulk_create(
        GameResult(pairing=pairing, number=number) for pairing in boards for number in numbers
    )
    assign_line_ups(row)


def _enter(boards, outcome):
    """Results of all games that are not decided by an empty board, as the desk enters them."""
    chosen = outcome if callable(outcome) else lambda _place, _number: outcome
    places = {pairing.pk: at for at, pairing in enumerate(sorted(boards, key=lambda one: one.board_number))}
    games = list(GameResult.objects.filter(pairing__in=boards, outcome=Outcome.PENDING))
    for game in games:
        game.outcome = chosen(places[game.pairing_id], game.number)
        if game.outcome != Outcome.PENDING:
            game.entered_by, game.entered_key = SYSTEM.label, key_of(SYSTEM)
            game.entered_at = timezone.now()
    GameResult.objects.bulk_update(games, ["outcome", "entered_by", "entered_key", "entered_at"])


def _give_cards(section, boards):
    there = set(section.board_cards.filter(revoked_at__isnull=True).values_list("board_number", flat=True))
    numbers = sorted(one.board_number for one in boards if one.board_number not in there)
    BoardCard.objects.bulk_create(
        BoardCard(section=section, board_number=number, token=secrets.token_urlsafe(SECRET_BYTES))
        for number in numbers
    )
