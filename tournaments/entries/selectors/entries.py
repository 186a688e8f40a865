"""Entries: the open board, rulings and cases about an entry, and hidden names."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from club.members.selectors.persons import persons_without_name_consent
from club.members.selectors.photos import photos_of
from club.models import Person, PersonPhoto
from tournaments.conduct import Consequence
from tournaments.core.league_rules import is_league
from tournaments.core.selectors import rulings_in_force
from tournaments.models import Case, Entry, Outcome, Pairing, RoundState, Ruling


def open_board_of(entry: Entry) -> Pairing | None:
    """Return the latest published board of a player with a game without a result.

    None in a league: its matches are cancelled one by one.
    """
    if is_league(entry.section):
        return None
    rows = Pairing.objects.filter(Q(white=entry) | Q(black=entry), black__isnull=False)
    rows = rows.filter(round__state=RoundState.PUBLISHED, games__outcome=Outcome.PENDING)
    return rows.select_related("round", "white", "black").order_by("-round__number").first()


def exclusion_of(entry: Entry) -> Ruling | None:
    """The ruling in force that excludes a player."""
    rows = rulings_in_force().filter(entry=entry, consequence=Consequence.EXCLUDED)
    return rows.select_related("case").order_by("-pk").first()


def cases_of_entry(entry: Entry) -> QuerySet[Case]:
    """Return the cases that name an entry: as player, opponent or claimant, or in a ruling."""
    named = Q(entry=entry) | Q(opponent=entry) | Q(claimant=entry) | Q(rulings__entry=entry)
    return Case.objects.filter(named)


def photos_of_entries(entries: Collection[int]) -> dict[int, PersonPhoto]:
    """Return the public photos of the players of these entries, by the entry's id."""
    rows = Entry.objects.filter(pk__in=entries, person__photo__isnull=False)
    persons = dict(rows.order_by().values_list("pk", "person_id"))
    photos = photos_of(set(persons.values()))
    return {entry: photos[person] for entry, person in persons.items() if person in photos}


def hide_names_without_consent(persons: Iterable[Person]) -> frozenset[int]:
    """Replace the names of persons without publication consent, in place, on unsaved rows.

    Returns their ids.
    """
    shown = list(persons)
    withheld = persons_without_name_consent(persons={one.pk for one in shown})
    for person in shown:
        if person.pk in withheld:
            person.name = _("Name withheld")
    return withheld
