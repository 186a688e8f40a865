"""Mails in the outbox: those to a person are told and erased, the name is replaced in those about the person.

Only mails of the person's club: the address on record is free text, and may be that of anybody.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from club.jobs.services.outbox import SECRET_PREFIX, job_key
from club.models import Job, OutboxMessage, Person
from club.privacy.personal_data_sets import Erasure, Row

TEXTS = ("subject", "text", "html")
LINK: Final = re.compile(r"(https?://[^/\s]+)/\S*")


def addresses_of_account(person: Person) -> set[str]:
    """Return the mail addresses to which the site writes for a person, in lower case."""
    known = {person.email, person.user.email if person.user is not None else ""}
    return {one.casefold() for one in known if one}


def own_mails(person: Person) -> Iterator[Row]:
    """Yield the messages of the club to the person: fields by name, links without their path.

    Of a person with an account only confirmed addresses of the account count. Codes and links for signing in
    are left out, and a link may open something to whoever has it.
    """
    own = {person.email.casefold()}
    if person.user_id is not None:
        rows = EmailAddress.objects.filter(user=person.user_id, verified=True)
        own = {address.casefold() for address in rows.values_list("email", flat=True)}
    found = mails_to(own, person.organisation_id).exclude(key__startswith=SECRET_PREFIX)
    for row in found.values("to", "subject", "text", "state", "created_at", "sent_at"):
        yield {**row, "text": LINK.sub(r"\1/...", row["text"])}


def mails_to(addresses: Iterable[str], organisation_id: int | None) -> QuerySet[OutboxMessage]:
    """Query the messages of a club, or of the site, to these addresses, case-insensitively."""
    rows = OutboxMessage.objects.annotate(reader=Lower("to")).filter(organisation=organisation_id)
    return rows.filter(reader__in=[one for one in addresses if one]).order_by("pk")


def forget_mails(erasure: Erasure) -> None:
    """Delete the mails to the person and those about them to other addresses; replace the name elsewhere.

    An address given with an entry may be that of a club or a coach: their other mails remain.
    """
    club = erasure.person.organisation_id
    gone = set(mails_to(addresses_of_account(erasure.person), club).values_list("pk", flat=True))
    elsewhere = set(mails_to(erasure.addresses, club).values_list("pk", flat=True))
    for message in _naming(erasure.names, club):
        redacted = {name: erasure.without(getattr(message, name)) for name in TEXTS}
        if all(redacted[name] == getattr(message, name) for name in TEXTS):
            continue
        if message.pk in elsewhere:
            gone.add(message.pk)
        else:
            OutboxMessage.objects.filter(pk=message.pk).update(**redacted)
    Job.objects.filter(key__in=[job_key(number) for number in gone]).update(error="")
    OutboxMessage.objects.filter(pk__in=gone).delete()


def _naming(names: Iterable[str], organisation_id: int | None) -> QuerySet[OutboxMessage]:
    asked = Q(pk__in=[])
    for name in names:
        for text in TEXTS:
            asked |= Q(**{f"{text}__icontains": name})
    return OutboxMessage.objects.filter(asked, organisation=organisation_id).order_by("pk")
