"""A club with a ladder: members on it, somebody who keeps it, players who sign in."""

from club.core.actor import SYSTEM, Actor
from club.models import Guardianship, Person, User
from tournaments.ladders.services.challenges import answer_challenge, make_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder

NAMES = ("Ann", "Ben", "Cas", "Dot", "Eve", "Fay")


def ladder_of(club, *, names=NAMES, **rules):
    """A public ladder with these players from the first place down."""
    facts = {"name": "Ladder", "is_public": True, "protection_days": 0, "rematch_days": 0} | rules
    row = make_ladder(organisation_id=club.pk, actor=SYSTEM, **facts)
    for name in names:
        person, _is_new = Person.objects.get_or_create(name=name, organisation=club)
        join_ladder(ladder_id=row.pk, person_id=person.pk, actor=SYSTEM)
    return row


def person_of(ladder, name):
    return Person.objects.get(name=name, organisation=ladder.organisation)


def order_on(ladder):
    """The names from the first place down."""
    return "".join(place.person.name[0] for place in ladder.places.select_related("person").order_by("place"))


def player_of(ladder, name):
    """Somebody with an account who is that person."""
    person = person_of(ladder, name)
    if person.user is None:
        person.user = User.objects.create_user(f"{name.lower()}@north.example", first_name=name)
        person.save(update_fields=["user"])
    return Actor.of_user(person.user)


def guardian_of(ladder, name):
    """Somebody who signs for that person."""
    user = User.objects.create_user(f"guardian-{name.lower()}@north.example")
    guardian = Person.objects.create(name=f"Parent of {name}", organisation=ladder.organisation, user=user)
    Guardianship.objects.create(guardian=guardian, ward=person_of(ladder, name))
    return Actor.of_user(user)


def challenge(ladder, one, other, *, actor=SYSTEM, accepted=True):
    """One challenges the other, who accepts."""
    row = make_challenge(
        ladder_id=ladder.pk,
        challenger_id=person_of(ladder, one).pk,
        challenged_id=person_of(ladder, other).pk,
        actor=actor,
    )
    return answer_challenge(challenge_id=row.pk, accepts=True, actor=SYSTEM) if accepted else row
