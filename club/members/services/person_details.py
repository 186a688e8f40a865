"""Services for a person's details.

Birth dates, contacts and notes are not in the audit log.
"""

from datetime import date
from typing import Any

from django.db import transaction

from club.audit import log as audit
from club.core.actor import Actor
from club.core.capabilities import NOTE_READERS
from club.core.names import family_first
from club.members.errors import NumberTaken, UnknownDetail
from club.members.services.member_locks import locked_person
from club.models import Contact, FederationNumber, NoteSight, Person, PersonNote


@transaction.atomic
def change_details(
    *,
    person_id: int,
    actor: Actor,
    sort_name: str = "",
    title: str = "",
    languages: str = "",
    born_on: date | None = None,
    reason: str = "",
) -> Person:
    """Set the sort name, the title, the languages and the birth date of a person."""
    person = locked_person(person_id, actor)
    before, was_born_on = detail_facts(person), person.born_on
    person.sort_name = " ".join(sort_name.split()) or family_first(person.name)
    person.title, person.languages, person.born_on = title.strip(), languages.strip(), born_on
    person.full_clean()
    is_born_anew = born_on != was_born_on
    if detail_facts(person) == before and not is_born_anew:
        return person
    person.save(update_fields=["sort_name", "title", "languages", "born_on"])
    after = detail_facts(person) | {"born_on_changed": is_born_anew}
    audit.record(
        "club.person.details_changed", person, actor=actor, before=before, after=after, reason=reason
    )
    return person


@transaction.atomic
def set_number(*, person_id: int, body: str, number: str, actor: Actor, reason: str = "") -> None:
    """Set the number of a person at a federation; an empty one removes it."""
    person = locked_person(person_id, actor)
    body, number = body.strip().upper(), number.strip()
    existing = FederationNumber.objects.filter(person=person, body=body).first()
    before = existing.number if existing is not None else ""
    if before == number:
        return
    require_free_number(person, body, number)
    if existing is not None and not number:
        existing.delete()
    else:
        existing = existing or FederationNumber(person=person, body=body)
        existing.number = number
        existing.full_clean()
        existing.save()
    facts = ({"body": body, "number": before}, {"body": body, "number": number})
    audit.record(
        "club.person.number_set", person, actor=actor, before=facts[0], after=facts[1], reason=reason
    )


@transaction.atomic
def add_contact(
    *,
    person_id: int,
    kind: str,
    value: str,
    actor: Actor,
    label: str = "",
    is_preferred: bool = False,
) -> Contact:
    """Add a contact; a preferred one replaces the previous preference."""
    person = locked_person(person_id, actor)
    if is_preferred:
        Contact.objects.filter(person=person, kind=kind, is_preferred=True).update(is_preferred=False)
    row = Contact(
        person=person, kind=kind, value=value.strip(), label=label.strip(), is_preferred=is_preferred
    )
    row.full_clean()
    row.save()
    audit.record(
        "club.person.contact_added", person, actor=actor, after={"contact": row.pk, "contact_kind": kind}
    )
    return row


@transaction.atomic
def remove_contact(*, contact_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a contact."""
    row = Contact.objects.filter(pk=contact_id).first()
    if row is None:
        raise UnknownDetail
    person = locked_person(row.person_id, actor)
    before = {"contact": row.pk, "contact_kind": str(row.kind)}
    row.delete()
    audit.record("club.person.contact_removed", person, actor=actor, before=before, reason=reason)


@transaction.atomic
def add_note(*, person_id: int, text: str, actor: Actor, sight: str = NoteSight.SECRETARY) -> PersonNote:
    """Add a note for a few readers, who include its author."""
    person = locked_person(person_id, actor, NOTE_READERS[NoteSight(sight)])
    row = PersonNote(person=person, text=text.strip(), sight=sight, written_by=actor.label[:200])
    row.full_clean()
    row.save()
    audit.record("club.person.note_added", person, actor=actor, after={"note": row.pk, "sight": str(sight)})
    return row


@transaction.atomic
def remove_note(*, note_id: int, actor: Actor, reason: str = "") -> None:
    """Remove a note that the actor may read."""
    row = PersonNote.objects.filter(pk=note_id).first()
    if row is None:
        raise UnknownDetail
    person = locked_person(row.person_id, actor, NOTE_READERS[NoteSight(row.sight)])
    before = {"note": row.pk, "sight": str(row.sight)}
    row.delete()
    audit.record("club.person.note_removed", person, actor=actor, before=before, reason=reason)


def detail_facts(person: Person) -> dict[str, Any]:
    """Audit facts of a person's details."""
    return {"sort_name": person.sort_name, "title": person.title, "languages": person.languages}


def require_free_number(person: Person, body: str, number: str) -> None:
    """Raise NumberTaken if another person of the club has this number."""
    others = FederationNumber.objects.filter(
        body=body, number=number, person__organisation=person.organisation
    ).exclude(person=person)
    taken = others.select_related("person").first() if number else None
    if taken is not None:
        raise NumberTaken(body=body, number=number, name=taken.person.name)
