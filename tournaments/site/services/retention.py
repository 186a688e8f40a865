"""Retention: delete the contact data of entrants after its period."""

from itertools import groupby

from django.db import transaction
from django.utils import timezone

from club.core.actor import SYSTEM
from tournaments.core.services.locks import locked_for_public
from tournaments.core.services.trail import tell_of_section
from tournaments.models import EntryContact
from tournaments.site.selectors import contacts_due


@transaction.atomic
def forget_contacts(*, after_event: int, after_refusal: int) -> int:
    """Delete mail addresses, messages and reasons of entrants past their period; the entries remain.

    Periods are in days, as `contacts_due` counts them. The audit log records the number, and no address.

    """
    due = contacts_due(now=timezone.now(), after_event=after_event, after_refusal=after_refusal)
    keys = {
        section: [contact.pk for contact in contacts]
        for section, contacts in groupby(due, key=lambda contact: contact.entry.section_id)
    }
    for section in [locked_for_public(key) for key in sorted(keys)]:  # lock all before the audit chain
        EntryContact.objects.filter(pk__in=keys[section.pk]).delete()
        count = {"count": len(keys[section.pk])}
        tell_of_section("tournaments.contacts.forgotten", section, SYSTEM, after=count)
    return len(due)
