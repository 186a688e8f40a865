"""Redaction of the outbox: delete mails to an erased person, replace the name in mails about them."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from club.jobs.services.outbox import job_key
from club.models import Job, OutboxMessage, Person
from club.privacy.personal_data_sets import Erasure

TEXTS = ("subject", "text", "html")


def addresses_of_account(person: Person) -> set[str]:
    """Return the mail addresses to which the site writes for a person, in lower case."""
    known = {person.email, person.user.email if person.user is not None else ""}
    return {one.casefold() for one in known if one}


def mails_to(addresses: Iterable[str]) -> QuerySet[OutboxMessage]:
    """Query the messages to these addresses, case-insensitively."""
    rows = OutboxMessage.objects.annotate(reader=Lower("to"))
    return rows.filter(reader__in=list(addresses)).order_by("pk")


def forget_mails(erasure: Erasure) -> None:
    """Delete the mails to the person and those about them to other addresses; replace the name elsewhere.

    An address given with an entry may be that of a club or a coach: their other mails remain.
    """
    gone = set(mails_to(addresses_of_account(erasure.person)).values_list("pk", flat=True))
    elsewhere = set(mails_to(erasure.addresses).values_list("pk", flat=True))
    for message in _naming(erasure.names):
        redacted = {name: erasure.without(getattr(message, name)) for name in TEXTS}
        if all(redacted[name] == getattr(message, name) for name in TEXTS):
            continue
        if message.pk in elsewhere:
            gone.add(message.pk)
        else:
            OutboxMessage.objects.filter(pk=message.pk).update(**redacted)
    Job.objects.filter(key__in=[job_key(number) for number in gone]).update(error="")
    OutboxMessage.objects.filter(pk__in=gone).delete()


def _naming(names: Iterable[str]) -> QuerySet[OutboxMessage]:
    asked = Q(pk__in=[])
    for name in names:
        for text in TEXTS:
            asked |= Q(**{f"{text}__icontains": name})
    return OutboxMessage.objects.filter(asked).order_by("pk")
