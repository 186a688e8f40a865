"""Secret addresses of personal calendars: create, show once, revoke."""

import hashlib
import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.calendar.errors import NoPersonHere
from club.core.actor import Actor
from club.members.selectors.self_service import own_persons
from club.models import CalendarFeed, Person

SECRET_BYTES = 24


class NewFeed(NamedTuple):
    """A new personal calendar with its secret, which is not stored."""

    row: CalendarFeed
    secret: str


@transaction.atomic
def make_feed(*, actor: Actor) -> NewFeed:
    """Create the secret address of one's own calendar; the previous one ends."""
    person = _lock_own_person(actor)
    _end(person, actor)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    row = CalendarFeed.objects.create(person=person, token_hash=hash_of(secret))
    audit.record("club.feed.made", row, actor=actor, organisation_id=person.organisation_id)
    return NewFeed(row, secret)


@transaction.atomic
def revoke_feed(*, actor: Actor) -> None:
    """Revoke the secret address of one's own calendar; the address stops working."""
    _end(_lock_own_person(actor), actor)


def hash_of(secret: str) -> str:
    """Hash of a secret, as stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _lock_own_person(actor: Actor) -> Person:
    own = own_persons(actor=actor)
    person = Person.objects.select_for_update(no_key=True).filter(pk=own[0].pk).first() if own else None
    if person is None:
        raise NoPersonHere
    return person


def _end(person: Person, actor: Actor) -> None:
    row = CalendarFeed.objects.filter(person=person, revoked_at__isnull=True).first()
    if row is None:
        return
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    audit.record("club.feed.revoked", row, actor=actor, organisation_id=person.organisation_id)
