"""Entry of players chosen from a list: whole or not at all, with their numbers, years and persons."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from club.core.actor import Actor
from club.members.selectors.persons import persons_of_club
from tournaments.core.hooks import on_entry_joins
from tournaments.core.services.locks import locked_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import NothingToEnter
from tournaments.entries.services.entries import add_entries
from tournaments.exchange.errors import ListedPlayerEntered, ListForPlayersOnly, PersonNotHere
from tournaments.exchange.player_lists.players import ListedPlayer
from tournaments.exchange.selectors.list_matches import Match, matched_players
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class ChosenPlayer:
    """A player of a list, and the person of the club that it is; None for somebody new."""

    player: ListedPlayer
    person_id: int | None = None


@transaction.atomic
def add_listed_players(*, section_id: int, chosen: Sequence[ChosenPlayer], actor: Actor) -> list[Entry]:
    """Enter players of a list with rating, title, club, federation, number and year of birth.

    A player with a person gets the person's name. Nobody is linked by name alone: the person was chosen. Two
    players of one name are both entered, the second with a number. Raises ListedPlayerEntered for a player
    whom the section has already, PersonNotHere for a person of another club or chosen twice.
    """
    if not chosen:
        raise NothingToEnter
    section = locked_section(section_id, actor)
    if section.is_team:
        raise ListForPlayersOnly(section=section.name)
    matches = matched_players(section, [one.player for one in chosen])
    entered = [one.player.name for one in matches if one.match is Match.ENTERED]
    ids = [one.person_id for one in chosen if one.person_id is not None]
    persons = persons_of_club(organisation_id=section.event.organisation_id).in_bulk(ids)
    taken = set(section.entries.filter(person__in=ids).values_list("person_id", flat=True))
    for one in chosen:
        if one.person_id is not None and (ids.count(one.person_id) > 1 or one.person_id not in persons):
            raise PersonNotHere(name=one.player.name)
        if one.person_id in taken:
            entered.append(one.player.name)
    if entered:
        raise ListedPlayerEntered(names=", ".join(dict.fromkeys(entered)))
    names = [persons[one.person_id].name if one.person_id else one.player.name for one in chosen]
    lines = [_line(one.player, name) for one, name in zip(chosen, names, strict=True)]
    made = add_entries(section_id=section_id, lines=lines, actor=actor, different=names)
    for entry, one in zip(made, chosen, strict=True):
        entry.person = persons[one.person_id] if one.person_id else None
        entry.federation_id, entry.birth_year = one.player.number, one.player.birth_year
        on_entry_joins(entry)  # a rating list of the club knows the person now
    Entry.objects.bulk_update(made, ["person", "federation_id", "birth_year", "rating"])
    return made


def _line(player: ListedPlayer, name: str) -> EntryLine:
    return EntryLine(name, player.rating, player.club_name, player.federation, title=player.title)
