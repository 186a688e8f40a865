"""Scopes of persons that addresses name: the club that owns the record, or one that they joined."""

from typing import Any

from django.shortcuts import get_object_or_404

from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.declared_access import ScopeOf
from club.core.requests import actor_of
from club.core.scopes import Asked
from club.members.selectors.persons import surviving_person
from club.models import Person


def scope_of_person(_request: Asked, person_id: int, **_rest: Any) -> Scope:
    """Club that owns the record of the person."""
    return Scope(_surviving_person(person_id).organisation_id)


def _surviving_person(person_id: int) -> Person:
    """Return a person, or the person they were merged into."""
    return surviving_person(get_object_or_404(Person, pk=person_id))


def scope_of_member(capability: Capability) -> ScopeOf:
    """Club through which the actor has the capability on a person: the owner of the record comes first."""

    def scope(request: Asked, person_id: int, **_rest: Any) -> Scope:
        person = _surviving_person(person_id)
        joined = person.memberships.order_by("organisation_id").values_list("organisation_id", flat=True)
        actor, places = actor_of(request), [Scope(number) for number in (person.organisation_id, *joined)]
        return next((place for place in places if may(actor, capability, place)), places[0])

    return scope
