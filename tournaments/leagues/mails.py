"""Mails of a league: links of captains, reminders to captains, availability polls."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.jobs.services.outbox import write_message
from club.members.selectors.self_service import guardians_of
from club.models import Person
from club.notices.selectors import without_fixture_mails
from tournaments.leagues.captain_links import answer_secret, captain_secret
from tournaments.models import AvailabilityPoll, Captain, Entry, Fixture, TeamMember

MAX_MAILS: Final = 20  # about one poll: reminders end


class CaptainMail(StrEnum):
    """Kind of reminder to a captain."""

    LINK = "link"
    LINE_UP = "line_up"
    RESULTS = "results"
    CONFIRM = "confirm"
    CONFIRM_SOON = "confirm_soon"
    DIFFERS = "differs"
    STANDS = "stands"


class Recipient(NamedTuple):
    """Recipient of a poll: the member, or a guardian (by key) in their place."""

    email: str
    language: str
    guardian_id: int
    name: str


def write_link(captain: Captain) -> None:
    """Send a captain the link to the team's pages."""
    _write(captain, CaptainMail.LINK, f"{captain.pk}:{captain.link_number}", {})


def write_to_captains(fixture: Fixture, entry: Entry, waited: CaptainMail) -> None:
    """Remind the captains of a team; at most once for the same action in a match."""
    rows = entry.captains.filter(removed_at__isnull=True).select_related("entry__section__event")
    for captain in rows.order_by("pk"):
        told = fixture.told_at.isoformat() if fixture.told_at else ""
        _write(captain, waited, f"{captain.pk}:{fixture.pk}:{told}", {"fixture": fixture})


def _write(captain: Captain, waited: CaptainMail, about: str, more: dict[str, Any]) -> None:
    if not captain.email:
        return
    section = captain.entry.section
    with translation.override(captain.language or section.event.language or None):
        path = reverse("tournaments:captain", args=[captain_secret(captain)])
        context = {
            "captain": captain,
            "team": captain.entry,
            "one": section,
            "event": section.event,
            "waited": waited.value,
            "address": f"{captain.site}{path}",
            **more,
        }
        write_message(
            key=f"tournaments.captain:{waited.value}:{about}",
            to=captain.email,
            subject=render_to_string("tournaments/leagues/mail/captain_subject.txt", context),
            text=render_to_string("tournaments/leagues/mail/captain_text.txt", context),
            language=captain.language,
            organisation_id=section.event.organisation_id,
        )


def ask_squad(poll: AvailabilityPoll, members: Iterable[TeamMember]) -> int:
    """Mail a poll to the given members and to the guardians of wards; return the number of mails.

    Persons who opted out of mails about this team, or of all notices about fixtures, get none: the captain
    sees that they have not answered.
    """
    club = poll.entry.section.event.organisation_id
    quiet = without_fixture_mails(organisation_id=club)
    members = [member for member in members if member.wants_mail and member.person_id not in quiet]
    guardians = guardians_of(persons=[one.person_id for one in members if one.person_id])
    sent = 0
    for member in members:
        for reader in recipients_of(member, guardians):
            if reader.guardian_id not in quiet:
                sent += _ask(poll, member, reader)
    return sent


def recipients_of(member: TeamMember, guardians: dict[int, list[Person]]) -> list[Recipient]:
    """Return the recipients of mails for a member: the member and a ward's guardians, as far as reachable."""
    person = member.person
    own = member.email or (person.email if person else "")
    found = [Recipient(own, person.language if person else "", 0, member.name)] if own else []
    found += [
        Recipient(one.email, one.language, one.pk, one.name)
        for one in guardians.get(member.person_id or 0, [])
        if one.email
    ]
    return found


def _ask(poll: AvailabilityPoll, member: TeamMember, reader: Recipient) -> int:
    section = poll.entry.section
    with translation.override(reader.language or section.event.language or None):
        secret = answer_secret(poll, member.pk, reader.guardian_id)
        context = {
            "poll": poll,
            "fixture": poll.fixture,
            "member": member,
            "reader": reader,
            "team": poll.entry,
            "event": section.event,
            "address": f"{poll.site}{reverse('tournaments:available', args=[secret])}",
        }
        write_message(
            key=f"tournaments.poll:{poll.pk}:{poll.rounds_of_mail}:{member.pk}:{reader.guardian_id}",
            to=reader.email,
            subject=render_to_string("tournaments/leagues/mail/available_subject.txt", context),
            text=render_to_string("tournaments/leagues/mail/available_text.txt", context),
            language=reader.language,
            organisation_id=section.event.organisation_id,
        )
    return 1
