"""Services for persons: add, change, and link with an account."""

from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from club.audit import log as audit
from club.core.access import Scope, grants_of, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import (
    AccountHasPerson,
    AccountNotOfClub,
    PersonHasAccount,
    PersonIsNeeded,
)
from club.core.names import family_first
from club.members.services.member_locks import locked_person
from club.models import Person, User


@transaction.atomic
def add_person(
    *, organisation_id: int, name: str, actor: Actor, email: str = "", language: str = ""
) -> Person:
    """Add a person; no account is needed."""
    require_permission(actor, Capability.KEEP_PERSONS, Scope(organisation_id=organisation_id))
    person = Person(
        organisation_id=organisation_id,
        name=_clean_name(name),
        email=email.strip().lower(),
        language=language,
    )
    person.full_clean()
    person.save()
    audit.record("club.person.added", person, actor=actor, after=facts_of(person))
    return person


@transaction.atomic
def change_person(
    *, person_id: int, name: str, actor: Actor, email: str = "", language: str = "", reason: str = ""
) -> Person:
    """Change the data of a person."""
    person = locked_person(person_id, actor, Capability.KEEP_PERSONS)
    before = facts_of(person)
    if person.sort_name == family_first(person.name):  # derived from the old name: derive it again
        person.sort_name = ""
    person.name, person.email, person.language = _clean_name(name), email.strip().lower(), language
    person.full_clean()
    if facts_of(person) == before:
        return person
    person.save(update_fields=["name", "email", "language"])
    _log("club.person.changed", person, before, actor, reason)
    return person


@transaction.atomic
def remove_person(*, person_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a person without account, invitation or rows of other apps."""
    person = locked_person(person_id, actor, Capability.KEEP_PERSONS)
    if person.user_id is not None or person.invitations.exists():
        raise PersonIsNeeded(name=person.name)
    before = facts_of(person)
    audit.delete_unused_row(person, PersonIsNeeded(name=person.name))
    audit.record("club.person.removed", person, actor=actor, before=before, reason=reason)


@transaction.atomic
def link_account(*, person_id: int, user_id: int, actor: Actor, reason: str = "") -> Person:
    """Link an account with a role in the club to the person, whose private data it shows from then on."""
    _lock_account(user_id)
    person = locked_person(person_id, actor)
    user = User.objects.filter(pk=user_id).first()
    if user is None or all(one.organisation_id != person.organisation_id for one in grants_of(user)):
        raise AccountNotOfClub(user=user_id)
    return join(person=person, user=user, actor=actor, reason=reason)


@transaction.atomic
def unlink_account(*, person_id: int, actor: Actor, reason: str = "") -> Person:
    """Unlink the account of a person.

    The account gets a new person of its own.
    """
    _lock_account(Person.objects.filter(pk=person_id).values_list("user", flat=True).first())
    person = locked_person(person_id, actor)
    user = person.user
    if user is None:
        return person
    before = facts_of(person)
    person.user = None
    # Logged first: an account is a key, and a change of it locks the row as FOR UPDATE does.
    _log("club.person.account_unlinked", person, before, actor, reason)
    person.save(update_fields=["user"])
    ensure_person(user=user, actor=actor)
    return person


@transaction.atomic
def ensure_person(*, user: User, actor: Actor) -> Person:
    """Return the person of an account, created from the account's data if missing."""
    known = Person.objects.filter(user=user).first()
    if known is not None:
        return known
    _lock_account(user.pk)  # another may be linking it with a person
    person, is_new = Person.objects.get_or_create(
        user=user, defaults={"name": str(user), "email": user.email, "language": user.language}
    )
    if is_new:
        audit.record("club.person.added", person, actor=actor, after=facts_of(person))
    return person


def join(*, person: Person, user: User, actor: Actor, reason: str = "") -> Person:
    """Link person and account in a transaction; the account's automatic person is released."""
    if person.user_id == user.pk:
        return person
    if person.user_id is not None:
        raise PersonHasAccount(name=person.name)
    _lock_account(user.pk)
    own = Person.objects.select_for_update(no_key=True).filter(user=user).first()
    if own is not None:
        if own.organisation_id is not None:
            raise AccountHasPerson(name=own.name)
        _release_account_person(own, actor)
    before = facts_of(person)
    person.user = user
    # Logged first: an account is a key, and a change of it locks the row as FOR UPDATE does.
    _log("club.person.account_linked", person, before, actor, reason)
    person.save(update_fields=["user"])
    return person


def facts_of(person: Person) -> dict[str, Any]:
    """Audit facts of a person."""
    return {
        "name": person.name,
        "email": person.email,
        "language": person.language,
        "organisation": person.organisation_id,
        "account": person.user_id,
    }


def _release_account_person(own: Person, actor: Actor) -> None:
    """Remove a person without club and related rows; unlink the account of any other."""
    before, number = facts_of(own), own.pk
    try:
        with transaction.atomic():
            own.delete()
    except ProtectedError:
        own.user = None
        own.save(update_fields=["user"])
    own.pk = number
    audit.record("club.person.gave_way", own, actor=actor, before=before)


def _lock_account(user_id: int | None) -> None:
    """Lock an account before the persons it is linked with: it has one at a time."""
    if user_id is not None:
        User.objects.select_for_update(no_key=True).filter(pk=user_id).first()


def _log(action: str, person: Person, before: dict[str, Any], actor: Actor, reason: str) -> None:
    audit.record(action, person, actor=actor, before=before, after=facts_of(person), reason=reason)


def _clean_name(name: str) -> str:
    return " ".join(name.split())
