"""Opt-out links: signed with the site's key and not stored."""

from typing import NamedTuple

from club.core.site_secrets import is_link_digest, link_digest
from club.members.selectors.persons import surviving_person_id
from club.models import NoticeKind, Organisation, Person

SALT = "club.opt_out"
LONGEST_NUMBER = 19  # digits
PARTS = 4


class OptOutLink(NamedTuple):
    """Target of a link: the person, the club and the kind."""

    person: Person
    organisation: Organisation
    kind: NoticeKind


def opt_out_secret(person: Person, organisation_id: int, kind: str) -> str:
    """Sign an opt-out of a person from a kind of notices."""
    return (
        f"{person.pk}-{organisation_id}-{kind}-{link_digest(SALT, f'{person.pk}:{organisation_id}:{kind}')}"
    )


def opt_out_of(secret: str) -> OptOutLink | None:
    """Verify an opt-out link; None if it is invalid."""
    parts = secret.split("-", PARTS - 1)
    if len(parts) != PARTS or parts[2] not in NoticeKind.values:
        return None
    if not all(part.isascii() and part.isdecimal() and len(part) < LONGEST_NUMBER for part in parts[:2]):
        return None
    if not is_link_digest(SALT, ":".join(parts[:3]), parts[3]):
        return None
    # A person merged since still has mails with the old id.
    person = Person.objects.filter(pk=surviving_person_id(int(parts[0]))).first()
    club = Organisation.objects.filter(pk=int(parts[1])).first()
    return OptOutLink(person, club, NoticeKind(parts[2])) if person and club else None
