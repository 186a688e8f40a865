"""Mails about an entry: its state, and its secret link."""

from enum import StrEnum

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.jobs.services.outbox import write_message
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.selectors.admissions import place_in_waiting_list
from tournaments.models import Entry, EntryContact

MAX_MAILS = 50  # about one entry: limits the replies to a form that is sent again and again


class EntryMail(StrEnum):
    """Kind of mail to a player."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    WAITING = "waiting"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    MOVED_UP = "moved_up"


def write_to_player(entry: Entry, told: EntryMail) -> None:
    """Queue a mail to the person who entered; an entry made at the desk has no address."""
    contact = EntryContact.objects.filter(entry=entry).first()
    if contact is None or contact.mails >= MAX_MAILS:
        return
    contact.mails += 1
    contact.save(update_fields=["mails"])
    section = entry.section
    with translation.override(contact.language or None):
        context = {
            "entry": entry,
            "one": section,
            "event": section.event,
            "told": told.value,
            "contact": contact,
            "place": place_in_waiting_list(entry) if told is EntryMail.WAITING else 0,
            "address": f"{contact.site}{reverse('tournaments:entry', args=[entry_secret(entry)])}",
        }
        write_message(
            key=f"tournaments.entry:{entry.pk}:{contact.mails}",
            to=contact.email,
            subject=render_to_string("tournaments/entries/mail/entry_subject.txt", context),
            text=render_to_string("tournaments/entries/mail/entry_text.txt", context),
            language=contact.language,
            organisation_id=section.event.organisation_id,
        )
