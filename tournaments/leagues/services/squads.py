"""Squads of a season: home of a team, its players with first and last day, lent reserves."""

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from club.core.actor import Actor
from club.core.selectors import organisation_by_slug
from tournaments.core.league_rules import league_rules
from tournaments.core.services.event_log import log_entries
from tournaments.leagues.errors import PlaysForOther, ReserveUnfit, TransfersOver
from tournaments.leagues.services.audit_facts import home_facts, log_of_team, squad_facts
from tournaments.models import Entry, GameResult, LeagueTeam, LineUpPlace, TeamMember
from tournaments.teams.errors import MemberHasPlayed
from tournaments.teams.services.team_members import locked_member, locked_team


@transaction.atomic
def set_home(
    *,
    entry_id: int,
    actor: Actor,
    club_slug: str = "",
    place_in_club: int = 1,
    venue: str = "",
    address: str = "",
    reason: str = "",
) -> LeagueTeam:
    """Set the club of a team, its number in the club, and its home venue."""
    entry = locked_team(entry_id, actor)
    there = home_of(entry)
    row = there or LeagueTeam()
    row.entry = entry
    before = home_facts(row) if there else None
    row.club = organisation_by_slug(slug=club_slug) if club_slug else None
    row.place_in_club, row.venue, row.address = place_in_club, venue.strip(), address.strip()
    row.full_clean(exclude=["entry", "club"])
    after = home_facts(row)
    if after == before:
        return row
    row.save()
    log_entries("tournaments.team.at_home", entry, actor, before=before, after=after, reason=reason)
    return row


@transaction.atomic
def register_player(
    *,
    entry_id: int,
    name: str,
    actor: Actor,
    rating: int = 0,
    federation_number: str = "",
    email: str = "",
    plays_from: date | None = None,
    reason: str = "",
) -> TeamMember:
    """Add a player to a squad, at the end of its list. Raises TransfersOver, PlaysForOther."""
    entry = locked_team(entry_id, actor)
    _require_transfers_open(entry, reason)
    clean = " ".join(name.split())
    _require_not_registered(entry, clean, plays_from or timezone.localdate())
    member = TeamMember(
        entry=entry,
        name=clean,
        rating=rating,
        federation_number=federation_number,
        email=email.strip(),
        plays_from=plays_from,
        board_order=_next_place(entry),
    )
    member.full_clean(exclude=["entry", "person", "lent_from"], validate_constraints=False)
    member.save(force_insert=True)
    log_entries("tournaments.squad.joined", member, actor, after=squad_facts(member), reason=reason)
    return member


@transaction.atomic
def end_player(*, member_id: int, plays_until: date | None, actor: Actor, reason: str = "") -> TeamMember:
    """Set the last day of a player in a team; None removes the limit. Raises TransfersOver."""
    member = locked_member(member_id, actor)
    if member.plays_until == plays_until:
        return member
    _require_transfers_open(member.entry, reason)
    if plays_until is None:
        _require_not_registered(member.entry, member.name, timezone.localdate())
    before = squad_facts(member)
    member.plays_until = plays_until
    member.full_clean(exclude=["entry", "person", "lent_from"])
    member.save(update_fields=["plays_until"])
    after = squad_facts(member)
    log_entries("tournaments.squad.until", member, actor, before=before, after=after, reason=reason)
    return member


@transaction.atomic
def lend_reserve(*, entry_id: int, member_id: int, actor: Actor, reason: str = "") -> TeamMember:
    """Lend a player of a lower team of the club to this one as a reserve. Raises ReserveUnfit."""
    entry = locked_team(entry_id, actor)
    rows = TeamMember.objects.select_related("entry__section", "entry__league_team")
    lower = rows.filter(pk=member_id, entry__section__event_id=entry.section.event_id).first()
    if lower is None or lower.lent_from_id is not None or not is_lower(lower.entry, entry):
        raise ReserveUnfit(name=lower.name if lower else str(member_id), team=entry.name)
    there = entry.members.filter(lent_from=lower).first()
    if there is not None:
        return there
    member = TeamMember(
        entry=entry,
        person=lower.person,
        name=lower.name,
        rating=lower.rating,
        federation_number=lower.federation_number,
        email=lower.email,
        wants_mail=lower.wants_mail,
        lent_from=lower,
        board_order=_next_place(entry),
    )
    member.save(force_insert=True)
    after = squad_facts(member) | {"from_team": lower.entry.name}
    log_entries("tournaments.squad.lent", member, actor, after=after, reason=reason)
    return member


@transaction.atomic
def remove_player(*, member_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a player from a squad who was never lined up. Raises MemberHasPlayed."""
    member = locked_member(member_id, actor)
    seats = GameResult.objects.filter(Q(first_member=member) | Q(second_member=member))
    seat = seats.select_related("pairing__round").first()
    places = LineUpPlace.objects.filter(member=member)
    place = places.select_related("line_up__fixture__pairing__round").first()
    if seat is not None or place is not None or member.loans.exists():
        row = seat.pairing.round if seat else place.line_up.fixture.pairing.round if place else None
        raise MemberHasPlayed(name=member.name, round=row.number if row else "-")
    before = squad_facts(member)
    log_entries("tournaments.squad.removed", member, actor, before=before, reason=reason)
    member.delete()


@transaction.atomic
def want_mail(*, member: TeamMember, wants_mail: bool, actor: Actor) -> TeamMember:
    """Start or stop poll mails to a member, at their own request by their link."""
    if member.wants_mail == wants_mail:
        return member
    member.wants_mail = wants_mail
    member.save(update_fields=["wants_mail"])
    after = {"team": member.entry.name, "wants_mail": wants_mail}
    log_of_team("tournaments.squad.mail_chosen", member, member.entry, actor, after=after)
    return member


def is_lower(lower: Entry, higher: Entry) -> bool:
    """Check that a team is of the same club as the other and is a lower team."""
    one, other = home_of(lower), home_of(higher)
    if one is None or other is None or lower.pk == higher.pk:
        return False
    if one.club_id and other.club_id:
        is_same_club = one.club_id == other.club_id
    else:
        is_same_club = lower.club_name != "" and lower.club_name.casefold() == higher.club_name.casefold()
    return is_same_club and one.place_in_club > other.place_in_club


def home_of(entry: Entry) -> LeagueTeam | None:
    """Return the home of a team, if it is set."""
    return LeagueTeam.objects.filter(entry=entry).first()


def _require_transfers_open(entry: Entry, reason: str) -> None:
    until = league_rules(entry.section).transfers_until
    if until is not None and timezone.localdate() > until and not reason.strip():
        raise TransfersOver(day=until)


def _require_not_registered(entry: Entry, name: str, day: date) -> None:
    """Refuse a player in two teams of an event on one day, unless lent as a reserve."""
    bound = TeamMember.objects.filter(
        Q(plays_until__isnull=True) | Q(plays_until__gte=day),
        entry__section__event_id=entry.section.event_id,
        name__iexact=name,
        lent_from__isnull=True,
    )
    twin = bound.select_related("entry").first()
    if twin is not None:
        raise PlaysForOther(name=name, team=twin.entry.name)


def _next_place(entry: Entry) -> int:
    told: dict[str, Any] = entry.members.aggregate(last=Max("board_order"))
    return 1 + (told["last"] or 0)
