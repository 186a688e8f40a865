"""Players of a list beside the entries of a section and the persons of its club."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from club.members.name_similarity import NameIndex, plain_words
from club.members.selectors.persons import known_numbers, persons_of_club
from club.models import Person
from tournaments.exchange.player_lists.players import ListedPlayer
from tournaments.models import Entry, EntryState, Section


class Match(StrEnum):
    """Certainty of the identity of a player of a list."""

    ENTERED = "entered"
    """The section has the player already."""
    SURE = "sure"
    """The same federation number, or the same name and year of birth."""
    DOUBTFUL = "doubtful"
    """The same name without a year to compare, another year, or a similar name: a person decides."""
    NEW = "new"


@dataclass(frozen=True, slots=True)
class MatchedPlayer:
    """A player of a list: who it is, if that is sure, and who it may be."""

    player: ListedPlayer
    match: Match
    person: Person | None = None
    candidates: tuple[Person, ...] = ()
    suggested: Person | None = None
    """The one candidate of the same name whose year of birth says nothing against it."""
    entry: Entry | None = None


class Register:
    """Persons of a club by federation number and by name."""

    def __init__(self, section: Section) -> None:
        rows = persons_of_club(organisation_id=section.event.organisation_id)
        persons = list(rows.only("pk", "name", "born_on"))
        self.persons = {person.pk: person for person in persons}
        self.by_number: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for (body, number), person in known_numbers(persons=list(self.persons)).items():
            self.by_number[number].append((body, person))
        self.by_name: dict[tuple[str, ...], list[Person]] = defaultdict(list)
        for one in persons:
            self.by_name[plain_words(one.name)].append(one)
        self.similar = NameIndex((person.pk, person.name) for person in persons)

    def find(self, player: ListedPlayer) -> MatchedPlayer:
        """Return who a player is or may be."""
        numbered = self.by_number.get(player.number, []) if player.number else []
        certain = {pk for body, pk in numbered if body == player.body.casefold()}
        if len(certain) == 1:
            return MatchedPlayer(player, Match.SURE, self.persons[certain.pop()])
        named = self.by_name.get(plain_words(player.name), [])
        same_year = [one for one in named if _year(one) and _year(one) == player.birth_year]
        if len(same_year) == 1 and not certain:
            return MatchedPlayer(player, Match.SURE, same_year[0])
        likely = [pk for body, pk in numbered if pk in certain or not (body and player.body)]
        near = [*likely, *(one.pk for one in named), *self.similar.near(player.name)]
        if near:
            candidates = tuple(self.persons[pk] for pk in dict.fromkeys(near))
            fitting = [one for one in named if not (_year(one) and player.birth_year)]
            suggested = fitting[0] if len(fitting) == 1 and not same_year else None
            return MatchedPlayer(player, Match.DOUBTFUL, candidates=candidates, suggested=suggested)
        return MatchedPlayer(player, Match.NEW)


def _year(person: Person) -> int:
    return person.born_on.year if person.born_on else 0


def matched_players(section: Section, players: Sequence[ListedPlayer]) -> list[MatchedPlayer]:
    """Compare players of a list with the entries of a section, then with the persons of its club."""
    register = Register(section)
    by_number, by_name, by_person = _entries(section)
    found = []
    for player in players:
        match = register.find(player)
        entry = (by_number.get(player.number) if player.number else None) or (
            by_person.get(match.person.pk) if match.person else None
        )
        if entry is None and player.birth_year is None:
            entry = by_name.get(plain_words(player.name))
        elif entry is None:
            same = by_name.get(plain_words(player.name))
            entry = same if same and same.birth_year in {None, player.birth_year} else None
        found.append(MatchedPlayer(player, Match.ENTERED, entry=entry) if entry else match)
    return found


def _entries(
    section: Section,
) -> tuple[dict[str, Entry], dict[tuple[str, ...], Entry], dict[int, Entry]]:
    entries = list(section.entries.exclude(state=EntryState.REFUSED))
    return (
        {one.federation_id: one for one in entries if one.federation_id},
        {plain_words(one.name): one for one in entries},
        {one.person_id: one for one in entries if one.person_id is not None},
    )
