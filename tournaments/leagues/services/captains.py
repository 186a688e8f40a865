"""Captains: name, send the link, replace, remove."""

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from club.members.selectors.persons import persons_by_number
from club.models import Person
from tournaments.core.services.locks import locked_entry
from tournaments.leagues.errors import CaptainNamedSince, UnknownLeader
from tournaments.leagues.mails import write_link
from tournaments.leagues.services.audit_facts import captain_facts, log_of_team
from tournaments.models import Captain, CaptainRole, Entry
from tournaments.teams.services.team_members import locked_team


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
    entry = locked_team(entry_id, actor)
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
    in_role = entry.captains.filter(role=role, removed_at__isnull=True)
    there = in_role.first()
    before = captain_facts(there) if there else None
    in_role.update(removed_at=timezone.now())
    made.save(force_insert=True)
    after = captain_facts(made)
    log_of_team("tournaments.captain.named", made, entry, actor, before=before, after=after, reason=reason)
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
    log_of_team("tournaments.captain.removed", captain, captain.entry, actor, before=before, reason=reason)
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
    after = captain_facts(captain)
    log_of_team("tournaments.captain.restored", captain, captain.entry, actor, after=after, reason=reason)
    return captain


@transaction.atomic
def renew_link(*, captain_id: int, actor: Actor) -> Captain:
    """Renew a captain's link and send it: the one before becomes invalid."""
    captain = _lock_captain(captain_id, actor)
    captain.link_number += 1
    captain.save(update_fields=["link_number"])
    after = captain_facts(captain)
    log_of_team("tournaments.captain.link_renewed", captain, captain.entry, actor, after=after)
    write_link(captain)
    return captain


def _lock_captain(captain_id: int, actor: Actor) -> Captain:
    entry_id = Captain.objects.values_list("entry_id", flat=True).get(pk=captain_id)
    entry = locked_entry(entry_id, actor)
    captain = Captain.objects.select_for_update(of=("self",), no_key=True).get(pk=captain_id)
    captain.entry = entry
    return captain


def _person(entry: Entry, person_id: int | None) -> Person | None:
    if person_id is None:
        return None
    club = entry.section.event.organisation_id
    person = persons_by_number(numbers=[person_id]).get(person_id)
    if person is None or person.organisation_id != club:
        raise UnknownLeader(number=person_id)
    return person
