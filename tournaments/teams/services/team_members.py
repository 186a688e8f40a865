"""Services for team members: replace the whole list in the order of boards, or change one member."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from club.core.actor import Actor
from club.members.selectors.persons import persons_by_name
from club.models import Person
from tournaments.core.hooks import on_game_tags_changed
from tournaments.core.services.event_log import log_entries, member_facts
from tournaments.core.services.locks import locked_entry
from tournaments.models import Entry, EntryState, GameResult, RoundState, Section, TeamMember
from tournaments.teams.errors import MemberHasPlayed, MemberTwice, TooManyMembers
from tournaments.teams.member_lines import MAX_MEMBERS, MemberLine
from tournaments.teams.services.line_ups import clear_usual, open_matches, refill, require_team

ORDER_OFFSET = 1000  # list places that no list uses, for members being moved


@transaction.atomic
def replace_members(
    *, entry_id: int, lines: Sequence[MemberLine], actor: Actor, reason: str = ""
) -> list[TeamMember]:
    """Replace the list of a team's members, in this order.

    A member whose name is unchanged stays the same row. Line-ups of published matches without a result follow
    the list unless they were changed by hand. A member in another line-up cannot be removed.

    """
    entry = locked_team(entry_id, actor)
    if len(lines) > MAX_MEMBERS:
        raise TooManyMembers(count=len(lines), most=MAX_MEMBERS)
    _validate_unique_names(entry, lines)
    there = list(entry.members.order_by("board_order"))
    before, average = team_facts(there), team_rating(there, entry.section)
    if before["members"] == [line.text for line in lines]:
        return there
    matches = open_matches(entry)
    emptied = clear_usual(matches, entry, there)
    members = _replace_rows(entry, there, lines)
    refill(emptied, entry, members)
    # From the first published round on ratings are part of the standings.
    is_under_way = entry.section.round_rows.exclude(state=RoundState.DRAFT).exists()
    after = team_facts(members)
    if entry.rating in {0, average} and not is_under_way:
        rating = team_rating(members, entry.section)
        if rating != entry.rating:
            before, after = before | {"rating": entry.rating}, after | {"rating": rating}
            entry.rating = rating
            entry.save(update_fields=["rating"])
    log_entries("tournaments.members.kept", entry, actor, before=before, after=after, reason=reason)
    return members


def team_rating(members: Sequence[TeamMember], section: Section) -> int:
    """Return the average rating of the first rated members, one for each board; 0 if none is rated."""
    ratings = [member.rating for member in members[: section.games_per_pairing] if member.rating]
    return round(sum(ratings) / len(ratings)) if ratings else 0


def locked_team(entry_id: int, actor: Actor) -> Entry:
    """Lock the section of a team; return the team. Raises NotATeam."""
    entry = locked_entry(entry_id, actor)
    require_team(entry.section)
    return entry


def locked_member(member_id: int, actor: Actor) -> TeamMember:
    """Lock the section of a team member; return the member."""
    entry_id = TeamMember.objects.values_list("entry_id", flat=True).get(pk=member_id)
    entry = locked_team(entry_id, actor)
    member = TeamMember.objects.get(pk=member_id)
    member.entry = entry
    return member


def _validate_unique_names(entry: Entry, lines: Sequence[MemberLine]) -> None:
    """Refuse a name twice in a list, and in two teams of a section except as a lent reserve."""
    others = TeamMember.objects.filter(entry__section_id=entry.section_id).exclude(entry=entry)
    others = others.exclude(lent_from__entry=entry).exclude(loans__entry=entry)
    others = others.exclude(entry__state=EntryState.REFUSED).select_related("entry")
    taken = {member.name.casefold(): member.entry.name for member in others}
    for line in lines:
        name = line.name.casefold()
        if name in taken:
            raise MemberTwice(name=line.name, team=taken[name])
        taken[name] = entry.name


def _replace_rows(entry: Entry, there: list[TeamMember], lines: Sequence[MemberLine]) -> list[TeamMember]:
    by_name = {member.name.casefold(): member for member in there}
    staying = {line.name.casefold() for line in lines}
    for member in there:
        if member.name.casefold() not in staying:
            _require_never_seated(member)
            member.delete()
    entry.members.update(board_order=F("board_order") + ORDER_OFFSET)
    club = entry.section.event.organisation_id
    persons = persons_by_name(organisation_id=club, names=[line.name for line in lines])
    return [
        _save_member(entry, by_name.get(line.name.casefold()), line, at, persons.get(line.name.casefold()))
        for at, line in enumerate(lines, start=1)
    ]


def _require_never_seated(member: TeamMember) -> None:
    at_board = GameResult.objects.filter(Q(first_member=member) | Q(second_member=member))
    found = at_board.select_related("pairing__round").order_by("pairing__round__number").first()
    if found is not None:
        raise MemberHasPlayed(name=member.name, round=found.pairing.round.number)


def _save_member(
    entry: Entry, member: TeamMember | None, line: MemberLine, at: int, person: Person | None
) -> TeamMember:
    row = member or TeamMember(entry=entry)
    row.board_order, row.name, row.rating = at, line.name, line.rating
    row.federation_number = line.federation_number
    row.person = row.person or person
    row.full_clean(exclude=["entry", "person"], validate_constraints=False)
    row.save()
    return row


@transaction.atomic
def change_member(*, member_id: int, actor: Actor, reason: str = "", **changes: Any) -> TeamMember:
    """Change the data of a member; a misspelt name can be corrected even after games were played."""
    member = locked_member(member_id, actor)
    before = member_facts(member)
    for name, value in changes.items():
        setattr(member, name, value)
    after = member_facts(member)
    if after == before:
        return member
    same = TeamMember.objects.filter(entry__section_id=member.entry.section_id, name__iexact=member.name)
    twin = same.exclude(pk=member.pk).select_related("entry").first()
    if twin is not None:
        raise MemberTwice(name=member.name, team=twin.entry.name)
    member.full_clean(exclude=["entry", "person"], validate_constraints=False)
    member.save()
    log_entries("tournaments.member.changed", member, actor, before=before, after=after, reason=reason)
    if member.name != before["name"]:
        sat = Q(first_member=member) | Q(second_member=member)
        on_game_tags_changed(GameResult.every.filter(sat), actor)
    return member


def team_facts(members: Sequence[TeamMember]) -> dict[str, Any]:
    """Return the members of a team in the form of the audit log, in lines that can be parsed."""
    lines = (MemberLine(one.name, one.rating, one.federation_number) for one in members)
    return {"members": [line.text for line in lines]}
