"""Thanks to the players at the end of an event: mails to entrants, and a notice to persons of the club."""

import hashlib
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.audit.selectors import entries_of_kind
from club.core.access import may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.network_addresses import is_for_this_machine
from club.jobs.services.outbox import write_message
from club.notices.selectors import folded_address, news_receivers
from club.notices.services.notice_sending import NewsText, send_news
from tournaments.core.errors import ChangedMeanwhile
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import event_scope, locked_event
from tournaments.entries.mails import MAX_MAILS
from tournaments.events.errors import NobodyToThank
from tournaments.events.services.closing import mark_closing_task
from tournaments.models import ClosingTask, EntryContact, Event
from tournaments.site.closing import reachable_contacts

MAX_MESSAGE_LENGTH: Final = 1000
SENT: Final = "tournaments.thanks.sent"
"""Audit action."""


@dataclass(frozen=True, slots=True)
class ThanksReceivers:
    """Receivers of the thanks: contacts of the entry form, and persons of the club through a notice."""

    contacts: list[EntryContact]
    persons: int
    left_out: int
    """Persons without an address, and those who want no news of the club."""
    times_sent: int
    _told: str

    @property
    def fingerprint(self) -> str:
        """Digest of the receivers and of how often thanks were sent."""
        return self.fingerprint_after(self.times_sent)

    def fingerprint_after(self, times_sent: int) -> str:
        """Return the digest of these receivers after a number of sendings."""
        return hashlib.sha256(f"{self._told}{times_sent}".encode()).hexdigest()[:16]

    @property
    def total(self) -> int:
        """Number of mails."""
        return len(self.contacts) + self.persons

    @property
    def languages(self) -> list[str]:
        """Languages of the contacts; empty for that of the event."""
        return sorted({one.language for one in self.contacts})


def thanks_receivers(event: Event, actor: Actor) -> ThanksReceivers:
    """Return who gets the thanks.

    Persons of the club get a notice, which they can opt out of, from an account that may send notices. An
    address gets one mail, and none if its owner opted out of news.
    """
    club = event.organisation_id
    found = news_receivers(organisation_id=club, groups=[f"event:{event.pk}"])
    sends = may(actor, Capability.SEND_NOTICES, event_scope(event)) and bool(found.gets)
    taken = set(found.opted_out)
    if sends:
        taken |= {folded_address(one.person) for one in found.gets}
    contacts = []
    for contact in reachable_contacts(event).select_related("entry").order_by("pk"):
        address = contact.email.strip().casefold()
        if address not in taken and contact.mails < MAX_MAILS:
            taken.add(address)
            contacts.append(contact)
    left_out = len(found.left_out) + (0 if sends else len(found.gets))
    return ThanksReceivers(
        contacts,
        len(found.gets) if sends else 0,
        left_out,
        entries_of_kind("tournaments.event", [event.pk]).filter(action=SENT).count(),
        f"{[one.pk for one in contacts]}{found.fingerprint if sends else ''}",
    )


def thanks_mail(event: Event, language: str, *, site: str, message: str = "") -> NewsText:
    """Return the mail in a language; empty is that of the event, else of the site."""
    wanted = language or event.language or settings.LANGUAGE_CODE
    with translation.override(wanted):
        is_open = event.is_public and not is_for_this_machine(site)  # elsewhere the link leads nowhere
        context = {
            "event": event,
            "message": message.strip()[:MAX_MESSAGE_LENGTH],
            "address": f"{site}{reverse('tournaments:event', args=[event.slug])}" if is_open else "",
        }
        subject = render_to_string("tournaments/site/mail/thanks_subject.txt", context)
        text = render_to_string("tournaments/site/mail/thanks_text.txt", context)
    return NewsText(" ".join(subject.split()), text.strip(), wanted)


@transaction.atomic
def thank_players(*, event_id: int, actor: Actor, site: str, message: str = "", seen: str = "") -> int:
    """Send the thanks to all who can be reached, and mark the task as done; return the number of mails.

    `seen` is the fingerprint of the receivers that were shown; a second press of the button sends nothing. An
    entry gets one mail of this kind for ever. Raises ChangedMeanwhile, NobodyToThank and the refusals of
    sending a notice.
    """
    event = locked_event(event_id, actor)
    found = thanks_receivers(event, actor)
    if seen and seen == found.fingerprint_after(found.times_sent - 1):
        return found.total
    if seen and seen != found.fingerprint:
        raise ChangedMeanwhile(what=event.name)
    if not found.total:
        raise NobodyToThank(event=event.name)
    for contact in found.contacts:
        mail = thanks_mail(event, contact.language, site=site, message=message)
        write_message(
            key=f"tournaments.thanks:{event.pk}:{contact.pk}",
            to=contact.email,
            subject=mail.subject,
            text=mail.text,
            language=mail.language,
            organisation_id=event.organisation_id,
            queue="bulk",
        )
    if found.persons:
        _send_notice(event, actor, site, message)
    facts = {"count": found.total}
    log_event(SENT, event, actor, before={}, after=facts)
    mark_closing_task(event_id=event_id, task=ClosingTask.THANKS, actor=actor)
    return found.total


def _send_notice(event: Event, actor: Actor, site: str, message: str) -> None:
    """Send the thanks as news of the club, in each language of the site."""
    own = thanks_mail(event, "", site=site, message=message)
    others = [code for code, _name in settings.LANGUAGES if code != own.language]
    send_news(
        organisation_id=event.organisation_id,
        groups=[f"event:{event.pk}"],
        texts=[own, *(thanks_mail(event, code, site=site, message=message) for code in others)],
        actor=actor,
        site=site,
    )
