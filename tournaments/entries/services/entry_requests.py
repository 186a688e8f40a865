"""Entries by the public form: idempotent, and withdrawn by a secret link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from club.core.actor import Actor
from club.core.name_normalization import normalize_name
from tournaments.core.hooks import on_entry_joins
from tournaments.core.services.event_log import entry_facts, log_entries
from tournaments.core.services.locks import locked_for_public
from tournaments.entries.errors import (
    AskTheDesk,
    BirthYearNeeded,
    ClassNeeded,
    ClassUnfit,
    EntriesClosed,
    NoSectionChosen,
    SectionFull,
)
from tournaments.entries.mails import EntryMail, write_to_player
from tournaments.entries.selectors.admissions import admission_of, places_of
from tournaments.entries.services.admissions import append_to_waiting_list, fill_free_places
from tournaments.entries.services.joining import (
    boards_of_entry,
    is_paired,
    join,
    known_persons,
    locked_by_link,
)
from tournaments.models import Admission, Entry, EntryContact, EntryState, Section

OVER = frozenset({EntryState.WITHDRAWN, EntryState.REFUSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRequest:
    """Data of a sent entry form; sending it includes the consent to publication."""

    name: str
    email: str
    rating: int = 0
    club_name: str = ""
    federation: str = ""
    federation_id: str = ""
    birth_year: int | None = None
    message: str = ""
    language: str = ""
    site: str = ""  # where the form was, without a slash at the end
    sent_once: str = ""  # the same again is the same form
    person_id: int | None = None  # of the account that is signed in
    categories: Mapping[int, str] = field(default_factory=dict)  # by section


class RequestOutcome(NamedTuple):
    """Outcome of a form in a section; not own: an earlier form had the same name and address."""

    entry: Entry
    is_new: bool
    is_own: bool


@transaction.atomic
def ask_entry(
    *, event_id: int, section_ids: Sequence[int], given: EntryRequest, actor: Actor
) -> list[RequestOutcome]:
    """Enter a player in every named section, or in none and raise the reason."""
    if not section_ids:
        raise NoSectionChosen
    # All before the first audit entry: a transaction with the audit lock waits for no section.
    sections = [locked_for_public(section_id) for section_id in sorted(set(section_ids))]
    return [_request_entry(event_id, section, given, actor) for section in sections]


def _request_entry(event_id: int, section: Section, given: EntryRequest, actor: Actor) -> RequestOutcome:
    admission = admission_of(section)
    there = _find_earlier_entry(section, given)
    if there is not None and there.state not in OVER:
        is_own = bool(given.sent_once) and there.contact.sent_once == given.sent_once
        if not is_own:
            write_to_player(there, EntryMail(there.state))
        return RequestOutcome(there, is_new=False, is_own=is_own)
    if section.event_id != event_id or not section.event.is_public or not admission.takes_entries:
        raise EntriesClosed(section=section.name)
    entry = there or Entry(section=section)
    if there is not None and is_paired(there):
        raise AskTheDesk(name=there.name)
    return RequestOutcome(_save_entry(entry, section, admission, given, actor), is_new=True, is_own=True)


def _find_earlier_entry(section: Section, given: EntryRequest) -> Entry | None:
    """Return the earlier entry of the same person with the same address."""
    email, name = given.email.strip().lower(), normalize_name(given.name).casefold()
    rows = section.entries.filter(contact__email=email).select_related("contact").order_by("-pk")
    found = next((entry for entry in rows if entry.name.casefold() == name), None)
    if found is not None:
        found.section = section
    return found


def _save_entry(
    entry: Entry, section: Section, admission: Admission, given: EntryRequest, actor: Actor
) -> Entry:
    was_refused = entry.state == EntryState.REFUSED
    before = entry_facts(entry) if entry.pk else None
    entry.name, entry.rating = normalize_name(given.name), given.rating
    entry.club_name, entry.federation = given.club_name, given.federation
    entry.federation_id, entry.birth_year = given.federation_id, given.birth_year
    entry.category = _category(section, given)
    entry.last_round, entry.waits_since = None, None
    alike = [one.casefold() for one in _other_names(section, entry)].count(entry.name.casefold())
    _set_state(entry, admission, must_look=was_refused or bool(alike))
    _link(entry, section, given.person_id)
    on_entry_joins(entry)
    entry.full_clean(exclude=["section", "person"], validate_constraints=False)
    entry.save()
    _save_contact(entry, given)
    log_entries("tournaments.entry.asked", entry, actor, before=before, after=entry_facts(entry))
    write_to_player(entry, EntryMail(entry.state))
    return entry


def _other_names(section: Section, entry: Entry) -> list[str]:
    """Return the names of the section's other entries except withdrawn ones.

    Refused ones are included: a refused player cannot enter by another form unseen.
    """
    others = section.entries.exclude(state=EntryState.WITHDRAWN).exclude(pk=entry.pk)
    return list(others.values_list("name", flat=True))


def _category(section: Section, given: EntryRequest) -> str:
    classes = {one.name: one for one in section.classes.all()}
    if not classes:
        return ""
    wanted = classes.get(given.categories.get(section.pk, ""))
    if wanted is None:
        raise ClassNeeded(section=section.name, known=list(classes))
    if wanted.asks_birth_year and given.birth_year is None:
        raise BirthYearNeeded(name=wanted.name)
    if not wanted.admits(rating=given.rating, birth_year=given.birth_year):
        raise ClassUnfit(name=wanted.name)
    return wanted.name


def _set_state(entry: Entry, admission: Admission, *, must_look: bool) -> None:
    """Set the state to confirmed, waiting or pending, by the settings and free places of the section."""
    places = places_of(entry.section, admission)
    is_full = places.free is not None and (places.free == 0 or places.waiting > 0)
    if is_full and not admission.has_waiting_list:
        raise SectionFull(section=entry.section.name, places=admission.places)
    if admission.is_reviewed or must_look:
        entry.state = EntryState.PENDING
    elif is_full:
        append_to_waiting_list(entry)
    else:
        entry.state = EntryState.CONFIRMED
        join(entry.section, entry)


def _link(entry: Entry, section: Section, person_id: int | None) -> None:
    """Link the entry to the signed-in person of that name; others are linked when the desk accepts them."""
    if person_id is None:
        return
    person = known_persons(section, [entry.name]).get(entry.name.casefold())
    if person is not None and person.pk == person_id:
        entry.person = person


def _save_contact(entry: Entry, given: EntryRequest) -> None:
    EntryContact.objects.update_or_create(
        entry=entry,
        defaults={
            "email": given.email.strip().lower(),
            "message": given.message,
            "language": given.language,
            "site": given.site,
            "sent_once": given.sent_once,
            "reason": "",
            "consented_at": timezone.now(),
        },
    )


@transaction.atomic
def withdraw_by_link(*, secret: str, actor: Actor) -> Entry:
    """Withdraw an entry by its link, whether confirmed, waiting or pending."""
    entry = locked_by_link(secret)
    if entry.state in OVER:
        return entry
    before = entry_facts(entry)
    entry.state, entry.waits_since = EntryState.WITHDRAWN, None
    entry.last_round = boards_of_entry(entry).aggregate(last=Max("round__number"))["last"] or 0
    entry.save()
    after = entry_facts(entry)
    log_entries("tournaments.entry.withdrawn_by_player", entry, actor, before=before, after=after)
    write_to_player(entry, EntryMail.WITHDRAWN)
    fill_free_places(entry.section, actor)
    return entry
