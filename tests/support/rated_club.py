"""A club that rates: persons, events that were played, lists."""

from event_rows import NAMES, club_of, played_round, section_of

from club.core.actor import SYSTEM
from club.models import Person
from tournaments.models import Outcome, RatingList
from tournaments.ratings.services.rating_lists import make_list
from tournaments.ratings.services.rating_reports import commit_report


def persons_of(club=None, names=NAMES[:6]):
    """The persons of a club, by name."""
    club = club or club_of()
    return {name: Person.objects.get_or_create(name=name, organisation=club)[0] for name in names}


def played_event(*, rounds=2, outcome=Outcome.WHITE, club=None, **more):
    """An event whose players are persons of the club, with some rounds played and closed."""
    persons_of(club)
    section = section_of(club=club, **more)
    for _ in range(rounds):
        played_round(section, outcome)
    return section.event


def list_of(club=None, **more):
    """A list of the club: everybody begins with 1500 by the club's Elo unless said otherwise."""
    facts = {"name": "Club rating", "formula": "elo", "initial_rating": 1500} | more
    return make_list(organisation_id=(club or club_of()).pk, actor=SYSTEM, **facts)


def counted(event, row, **more):
    """The event counted on the list."""
    return commit_report(list_id=row.pk, event_id=event.pk, actor=SYSTEM, **more)


def ratings_of(row):
    """Ratings by name."""
    rows = RatingList.objects.get(pk=row.pk).players.select_related("person")
    return {one.person.name: one.rating for one in rows}
