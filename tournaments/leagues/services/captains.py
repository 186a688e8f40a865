"""Captains: name, send the link, replace, remove."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.actor import Actor
from club.members.selectors.persons import persons_by_number
from club.models import Person
from tournaments.core.services.locks import locked_entry
from tournaments.leagues.errors import CaptainNamedSince, UnknownLeader
from tournaments.leagues.mails import write_link
from tournaments.leagues.services.audit_facts import captain_facts
from tournaments.models import Captain, CaptainRole, Entry
from tournaments.teams.errors import NotATeam


@transaction.atomic
def name_captain(  # noqa: PLR0913 - the data of a captain
    *,
    entry_id: int,
    name: str,
    actor: Actor,
    role: str = CaptainRole.CAPTAIN,
    email: str = "",
    person_id: int | None = None,
    language: str = "",
    site: str = "",
    reason: str = "",
) -> Captain:
    """Name a captain of a team, in place of the one before; send the link to a mail address, if given.

    A named person of the club also sees the team's pages when signed in. Raises UnknownLeader.
    """
    entry = locked_entry(entry_id, actor)
    _require_team(entry)
    person = _person(entry, person_id)
    made = Captain(
        entry=entry,
        role=role,
        name=" ".join(name.split()) or (person.name if person else ""),
        email=email.strip() or (person.email if person else ""),
        language=language or (person.language if person else ""),
        site=site,
        person=person,
    )
    made.full_clean(exclude=["entry", "person"], validate_constraints=False)
    there = entry.captains.filter(role=role, removed_at__isnull=True).first()
    before = None if there is None else captain_facts(_with_entry(there, entry))
    entry.captains.filter(role=role, removed_at__isnull=True).update(removed_at=timezone.now())
    made.save(force_insert=True)
    _log("tournaments.captain.named", made, actor, before=before, after=captain_facts(made), reason=reason)
    write_link(made)
    return made


@transaction.atomic
def remove_captain(*, captain_id: int, actor: Actor, reason: str = "") -> Captain:
    """Remove a captain: the link is invalid from the next request on."""
    captain = _lock_captain(captain_id, actor)
    if captain.removed_at is not None:
        return captain
    before = captain_facts(captain)
    captain.removed_at = timezone.now()
    captain.save(update_fields=["removed_at"])
    _log("tournaments.captain.removed", captain, actor, before=before, reason=reason)
    return captain


@transaction.atomic
def restore_captain(*, captain_id: int, actor: Actor, reason: str = "") -> Captain:
    """Restore a captain with the same link, unless another person has the role by now (CaptainNamedSince)."""
    captain = _lock_captain(captain_id, actor)
    if captain.removed_at is None:
        return captain
    now = captain.entry.captains.filter(role=captain.role, removed_at__isnull=True).first()
    if now is not None:
        raise CaptainNamedSince(team=captain.entry.name, name=now.name)
    captain.removed_at = None
    captain.save(update_fields=["removed_at"])
    _log("tournaments.captain.restored", captain, actor, after=captain_facts(captain), reason=reason)
    return captain


@transaction.atomic
def renew_link(*, captain_id: int, actor: Actor) -> Captain:
    """Renew a captain's link and send it: the one before becomes invalid."""
    captain = _lock_captain(captain_id, actor)
    captain.link_number += 1
    captain.save(update_fields=["link_number"])
    _log("tournaments.captain.link_renewed", captain, actor, after=captain_facts(captain))
    write_link(captain)
    return captain


def _with_entry(captain: Captain, entry: Entry) -> Captain:
    """Return the captain with the loaded entry."""
    captain.entry = entry
    return captain


def _lock_captain(captain_id: int, actor: Actor) -> Captain:
    entry_id = Captain.objects.values_list("entry_id", flat=True).get(pk=captain_id)
    entry = locked_entry(entry_id, actor)
    return _with_entry(Captain.objects.select_for_update(of=("self",)).get(pk=captain_id), entry)


def _require_team(entry: Entry) -> None:
    if not entry.section.is_team:
        raise NotATeam(section=entry.section.name)


def _person(entry: Entry, person_id: int | None) -> Person | None:
    if person_id is None:
        return None
    club = entry.section.event.organisation_id
    person = persons_by_number(numbers=[person_id]).get(person_id)
    if person is None or person.organisation_id != club:
        raise UnknownLeader(number=person_id)
    return person


def _log(action: str, captain: Captain, actor: Actor, **told: Any) -> None:
    club = captain.entry.section.event.organisation_id
    audit.record(action, captain, actor=actor, organisation_id=club, **told)
