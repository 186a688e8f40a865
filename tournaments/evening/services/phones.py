"""Connecting players' phones, and removing them."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from tournaments.core.services.locks import locked_for_public, locked_section
from tournaments.entries.entry_links import entry_of, is_section_secret
from tournaments.entries.errors import NotYours, UnknownEntryLink
from tournaments.evening.errors import NoPhoneConnected, PhoneTaken, TooManyPlayers
from tournaments.evening.selectors import expired, live_phones
from tournaments.models import (
    BoardCard,
    Entry,
    EntryState,
    PhoneProof,
    PlayerPhone,
    PushSubscription,
    Section,
)
from tournaments.results.errors import UnknownCard
from tournaments.results.selectors.report_origins import origin_of
from tournaments.results.selectors.results import pairing_on

MAX_PLAYERS: Final = 4
"""Players of a family on one phone; a device that checks in more stands at the door."""


@transaction.atomic
def connect_by_poster(
    *, section_id: int, secret: str, entry_id: int, device: str, actor: Actor
) -> PlayerPhone:
    """Connect a phone from the page of the poster. Presence is proved, the name is not.

    So the first phone of a player wins, and a device that checks in many players follows none.
    """
    section = locked_for_public(section_id)
    entry = section.entries.filter(pk=entry_id, state=EntryState.CONFIRMED).first()
    if entry is None or not is_section_secret(section, secret):
        raise NotYours(name=str(entry_id) if entry is None else entry.name)
    entry.section = section
    return _connect(entry, device, PhoneProof.POSTER, actor)


@transaction.atomic
def connect_by_card(*, token: str, entry_id: int, device: str, actor: Actor) -> PlayerPhone:
    """Connect a phone from the card at the player's board, under the conditions of the poster."""
    card = BoardCard.objects.filter(token=token, revoked_at__isnull=True).first()
    if card is None:
        raise UnknownCard(board="")
    section = locked_for_public(card.section_id)
    card.section = section
    pairing = pairing_on(card)
    seated = (pairing.white, pairing.black) if pairing is not None else ()
    entry = next((one for one in seated if one is not None and one.pk == entry_id), None)
    if entry is None:
        raise NotYours(name=str(entry_id))
    entry.section = section
    return _connect(entry, device, PhoneProof.CARD, actor)


@transaction.atomic
def connect_by_link(*, secret: str, device: str, actor: Actor) -> PlayerPhone:
    """Connect a phone by the secret link of the entry, which the player alone has."""
    known = entry_of(secret)
    if known is None:
        raise UnknownEntryLink
    section = locked_for_public(known.section_id)
    known.section = section
    return _connect(known, device, PhoneProof.LINK, actor)


def _connect(entry: Entry, device: str, proof: PhoneProof, actor: Actor) -> PlayerPhone:
    there = PlayerPhone.objects.filter(entry=entry, device=device).first()
    if there is not None and live_phones().filter(pk=there.pk).exists():
        return there
    if proof != PhoneProof.LINK:
        _require_free(entry, device)
    phone = there or PlayerPhone(entry=entry, device=device)
    phone.proof, phone.bound_at, phone.removed_at = proof, timezone.now(), None
    phone.origin = origin_of(entry.section.event_id, actor)
    phone.save()
    _log("connected", entry, actor, after={"proof": proof.value})
    return phone


def _require_free(entry: Entry, device: str) -> None:
    """Refuse a second phone without the player's own link, and a device at the door."""
    if live_phones().filter(entry=entry).exists():
        raise PhoneTaken(name=entry.name)
    others = PlayerPhone.objects.filter(entry__section__event=entry.section.event_id, device=device)
    if others.exclude(entry=entry).exclude(proof=PhoneProof.LINK).count() >= MAX_PLAYERS:
        raise TooManyPlayers(most=MAX_PLAYERS)


@transaction.atomic
def leave_phone(*, entry_id: int, device: str, actor: Actor) -> None:
    """Remove a player from the phone that asks. Idempotent."""
    phones = PlayerPhone.objects.filter(entry=entry_id, device=device)
    section_id = phones.values_list("entry__section_id", flat=True).first()
    if section_id is not None:
        locked_for_public(section_id)
        _remove(phones, actor)


@transaction.atomic
def release_door_device(*, section_id: int, device: str, actor: Actor) -> None:
    """Remove all players from a device that has checked in too many, except those with their own link."""
    section = locked_for_public(section_id)
    rows = PlayerPhone.objects.filter(entry__section__event=section.event_id, device=device)
    _remove(rows.exclude(proof=PhoneProof.LINK), actor)


@transaction.atomic
def remove_phones(*, section_id: int, actor: Actor, entry_id: int | None = None) -> int:
    """Remove the phones of a player, or of all players of a section, from the desk; return their number.

    Raises NoPhoneConnected if there are none.
    """
    section = locked_section(section_id, actor)
    phones = PlayerPhone.objects.filter(entry__section=section)
    done = _remove(phones if entry_id is None else phones.filter(entry=entry_id), actor)
    if not done:
        raise NoPhoneConnected
    return done


def remove_phones_of_missing(_section: Section, entries: Sequence[Entry]) -> None:
    """Remove the phones of a check-in that the desk takes back: somebody tapped a wrong name.

    Runs under the locks of the caller, who writes the audit entry of the check-in.
    """
    missing = [entry for entry in entries if entry.checked_in_at is None]
    if missing:
        phones = PlayerPhone.objects.filter(entry__in=missing, removed_at__isnull=True)
        phones = phones.exclude(proof=PhoneProof.LINK)
        PushSubscription.objects.filter(phone__in=phones).delete()
        phones.update(removed_at=timezone.now())


def _remove(rows: QuerySet[PlayerPhone], actor: Actor) -> int:
    live = list(rows.filter(removed_at__isnull=True).select_related("entry__section__event"))
    now = timezone.now()
    entries: dict[int, list[PlayerPhone]] = {}
    for phone in live:
        phone.removed_at = now
        entries.setdefault(phone.entry_id, []).append(phone)
    PlayerPhone.objects.bulk_update(live, ["removed_at"])
    PushSubscription.objects.filter(phone__in=live).delete()
    for phones in entries.values():
        _log("removed", phones[0].entry, actor, before={"count": len(phones)})
    return len(live)


def _log(what: str, entry: Entry, actor: Actor, **told: Any) -> None:
    club = entry.section.event.organisation_id
    audit.record(f"tournaments.phone.{what}", entry, actor=actor, organisation_id=club, **told)


def delete_expired_phones() -> int:
    """Delete the phones of events that are over. Retention: the connections are in the audit log."""
    return PlayerPhone.objects.filter(expired()).delete()[0]
