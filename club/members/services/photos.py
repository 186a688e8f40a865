"""Services for photos of persons: set, replaced, removed with their files."""

from typing import Any, BinaryIO, Final

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.db import transaction
from django.utils.crypto import salted_hmac

from club.audit import log as audit
from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import UnknownPerson
from club.live.publishing import publish
from club.members.errors import (
    ErasedAlready,
    NotYoursToSign,
    PersonNameWithheld,
    PhotoConsentMissing,
    PhotoNeedsGuardian,
)
from club.members.portraits import Portrait, encode_portrait
from club.members.selectors.persons import persons_without_name_consent
from club.members.selectors.photos import agrees_to_photos, may_sign_photo, public_photos
from club.members.selectors.self_service import may_sign_for
from club.models import Person, PersonPhoto

PHOTOS_CHANNEL: Final = "photos"
"""Channel whose number is part of the version of every cached page with photos; nobody listens to it."""
KEY_LENGTH: Final = 32


def set_photo(*, person_id: int, file: BinaryIO, size: int, actor: Actor) -> PersonPhoto:
    """Store the photo of a person who agreed to photographs, re-encoded, in place of the one before.

    The person, a guardian who may sign, or the secretary may do it. The picture is decoded before any lock is
    taken. Raises PhotoConsentMissing, PersonNameWithheld, PhotoNeedsGuardian and the errors of
    `encode_portrait`.
    """
    found = Person.objects.filter(pk=person_id).first()
    if found is None:
        raise UnknownPerson(number=person_id)
    _require_photo_allowed(found, actor)
    portrait = encode_portrait(file, size=size)
    with transaction.atomic():
        person = _locked_person(person_id, actor)
        _require_photo_allowed(person, actor)
        key = _key(person, portrait)
        before = PersonPhoto.objects.filter(person=person).first()
        if before is not None and before.key == key:
            return before
        if before is not None:
            _delete(before)
        row = _stored(PersonPhoto(person=person, key=key, added_by=actor.label[:200]), portrait)
        try:
            row.save(force_insert=True)
            publish(PHOTOS_CHANNEL, "photo.changed")
            _log("club.person.photo_set", person, actor, before={"photo": before is not None})
        except BaseException:
            _delete_files(row)
            raise
    return row


@transaction.atomic
def remove_photo(*, person_id: int, actor: Actor) -> None:
    """Delete the photo of a person with its files; without a photo nothing happens."""
    person = _locked_person(person_id, actor)
    if drop_photos(person.pk):
        _log("club.person.photo_removed", person, actor)


def drop_hidden_photo(person: Person, actor: Actor) -> None:
    """Delete the photo of a locked person if no page may show it, after a consent was withdrawn."""
    if not public_photos().filter(person=person).exists() and drop_photos(person.pk):
        _log("club.person.photo_removed", person, actor)


def drop_photos(*persons: int) -> bool:
    """Delete the photos of these persons; their files go at the commit. Returns whether there were any.

    The caller holds the lock of the persons and writes the audit entry.
    """
    rows = list(PersonPhoto.objects.filter(person__in=persons))
    for row in rows:
        _delete(row)
    if rows:
        publish(PHOTOS_CHANNEL, "photo.changed")
    return bool(rows)


def _require_photo_allowed(person: Person, actor: Actor) -> None:
    if person.erased_at is not None:
        raise ErasedAlready(name=person.name)
    if not _keeps(person, actor):
        if not may_sign_for(actor=actor, person=person):
            raise NotYoursToSign(name=person.name)
        if not may_sign_photo(actor=actor, person=person):
            raise PhotoNeedsGuardian
    if persons_without_name_consent(persons=[person.pk]):
        raise PersonNameWithheld(name=person.name)
    if not agrees_to_photos(person):
        raise PhotoConsentMissing(name=person.name)


def _locked_person(person_id: int, actor: Actor) -> Person:
    """Lock a person for whom the actor may decide: themselves, a ward, or a member of the actor's club."""
    person = Person.objects.select_for_update(of=("self",), no_key=True).filter(pk=person_id).first()
    if person is None:
        raise UnknownPerson(number=person_id)
    if not _keeps(person, actor) and not may_sign_for(actor=actor, person=person):
        raise NotYoursToSign(name=person.name)
    return person


def _keeps(person: Person, actor: Actor) -> bool:
    return person.organisation_id is not None and may(
        actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id)
    )


def _key(person: Person, portrait: Portrait) -> str:
    """Return the keyed hash of a photo: it cannot be computed from the picture alone."""
    made = salted_hmac(f"club.person_photo:{person.pk}", portrait.content, algorithm="sha256")
    return made.hexdigest()[:KEY_LENGTH]


def _stored(row: PersonPhoto, portrait: Portrait) -> PersonPhoto:
    try:
        row.file.save(f"{row.key}.jpg", ContentFile(portrait.content), save=False)
        row.thumbnail.save(f"{row.key}-small.jpg", ContentFile(portrait.thumbnail), save=False)
    except BaseException:
        _delete_files(row)
        raise
    return row


def _delete(row: PersonPhoto) -> None:
    """Delete a row now, and its files at the commit."""
    files = [(one.storage, str(one.name)) for one in (row.file, row.thumbnail) if one.name]
    row.delete()
    transaction.on_commit(lambda: _delete_names(files))


def _delete_files(row: PersonPhoto) -> None:
    _delete_names([(one.storage, str(one.name)) for one in (row.file, row.thumbnail) if one.name])


def _delete_names(files: list[tuple[Storage, str]]) -> None:
    for storage, name in files:
        storage.delete(name)


def _log(action: str, person: Person, actor: Actor, **facts: Any) -> None:
    audit.record(action, person, actor=actor, organisation_id=person.organisation_id, **facts)
