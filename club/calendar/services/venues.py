"""Services for venues: add, change, remove if unused."""

from decimal import Decimal
from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.calendar.errors import UnknownVenue, VenueInUse, VenueNameTaken
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Venue
from club.organisations.services.organisations import lock_club, lock_club_of

COORDINATE_STEP = Decimal("0.00001")
CONTACT = ("contact_name", "contact_email", "contact_phone")
AUDITED_FIELDS = (
    *("name", "room", "address", "directions", "latitude", "longitude"),
    *("accessibility", "opening_hours", "is_used"),
)
"""Fields in the audit log; the key holder is left out."""


@transaction.atomic
def add_venue(*, organisation_id: int, name: str, actor: Actor, **facts: Any) -> Venue:
    """Add a venue."""
    require_permission(actor, Capability.KEEP_CALENDAR, Scope(organisation_id))
    lock_club(organisation_id)
    venue = Venue(organisation_id=organisation_id)
    _fill(venue, name, facts)
    venue.save()
    audit.record("club.venue.added", venue, actor=actor, after=venue_facts(venue))
    return venue


@transaction.atomic
def change_venue(*, venue_id: int, name: str, actor: Actor, reason: str = "", **facts: Any) -> Venue:
    """Change a venue."""
    lock_club_of(Venue.objects.filter(pk=venue_id))
    venue = _lock_venue(venue_id, actor)
    before, contact = venue_facts(venue), _contact(venue)
    _fill(venue, name, facts)
    has_other_contact = _contact(venue) != contact
    if venue_facts(venue) == before and not has_other_contact:
        return venue
    after = venue_facts(venue) | ({"contact_changed": True} if has_other_contact else {})
    # Logged first: a name is a key, and a new one locks the row as FOR UPDATE does.
    audit.record("club.venue.changed", venue, actor=actor, before=before, after=after, reason=reason)
    venue.save()
    return venue


@transaction.atomic
def remove_venue(*, venue_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a venue that no date used."""
    venue = _lock_venue(venue_id, actor)
    before = venue_facts(venue)
    audit.delete_unused_row(venue, VenueInUse(venue=venue.name))
    audit.record("club.venue.removed", venue, actor=actor, before=before, reason=reason)


def venue_facts(venue: Venue) -> dict[str, Any]:
    """Audit facts of a venue."""
    facts = {name: getattr(venue, name) for name in AUDITED_FIELDS}
    return facts | {name: str(facts[name]) for name in ("latitude", "longitude") if facts[name] is not None}


def _contact(venue: Venue) -> list[str]:
    return [getattr(venue, name) for name in CONTACT]


def _fill(venue: Venue, name: str, facts: dict[str, Any]) -> None:
    venue.name = " ".join(name.split())
    for field, value in facts.items():
        if field not in {*AUDITED_FIELDS, *CONTACT}:
            raise TypeError(field)

        setattr(venue, field, value.strip() if isinstance(value, str) else value)
    for field in ("latitude", "longitude"):
        if (value := getattr(venue, field)) is not None:
            setattr(venue, field, Decimal(value).quantize(COORDINATE_STEP))
    same = Venue.objects.filter(organisation_id=venue.organisation_id, name=venue.name)
    if same.exclude(pk=venue.pk).exists():
        raise VenueNameTaken(venue=venue.name)
    venue.full_clean()


def _lock_venue(venue_id: int, actor: Actor) -> Venue:
    venue = Venue.objects.select_for_update(no_key=True).filter(pk=venue_id).first()
    if venue is None:
        raise UnknownVenue
    require_permission(actor, Capability.KEEP_CALENDAR, Scope(venue.organisation_id))
    return venue
