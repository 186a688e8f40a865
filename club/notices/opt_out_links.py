"""Links by which notices of a kind are stopped: made from the site's key, kept nowhere."""

import base64
from typing import NamedTuple

from django.utils.crypto import constant_time_compare, salted_hmac

from club.members.selectors.persons import standing_number
from club.models import NoticeKind, Organisation, Person

LONGEST_NUMBER = 19  # digits
PARTS = 4


class OptOutLink(NamedTuple):
    """Whom a link belongs to, and what it stops."""

    person: Person
    organisation: Organisation
    kind: NoticeKind


def opt_out_secret(person: Person, organisation_id: int, kind: str) -> str:
    """What stops notices of a kind for a person."""
    return f"{person.pk}-{organisation_id}-{kind}-{_digest(f'{person.pk}:{organisation_id}:{kind}')}"


def opt_out_of(secret: str) -> OptOutLink | None:
    """Whom such a link belongs to; None where it is not whole."""
    parts = secret.split("-", PARTS - 1)
    if len(parts) != PARTS or parts[2] not in NoticeKind.values:
        return None
    if not all(part.isascii() and part.isdecimal() and len(part) < LONGEST_NUMBER for part in parts[:2]):
        return None
    if not constant_time_compare(_digest(":".join(parts[:3])), parts[3].encode("utf-8", "replace")):
        return None
    # Whoever was merged into somebody since still has the mails of before.
    person = Person.objects.filter(pk=standing_number(int(parts[0]))).first()
    club = Organisation.objects.filter(pk=int(parts[1])).first()
    return OptOutLink(person, club, NoticeKind(parts[2])) if person and club else None


def _digest(said: str) -> str:
    digest = salted_hmac("club.opt_out", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()
